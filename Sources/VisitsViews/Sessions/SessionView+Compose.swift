package import VisitsAPI
package import VisitsModel

extension SessionView {
  /// A session with its people and its goal.
  package static func compose(_ placed: PlacedSession, in context: ViewContext) -> SessionView {
    compose(placed.session, placed, in: context)
  }

  /// The same of one whose people may not be known: then their ids stand for them.
  static func compose(_ session: GoalSession, _ placed: PlacedSession?, in context: ViewContext) -> SessionView {
    SessionView(
      display: Display(
        client: placed?.client.name ?? session.client.rawValue, worker: placed?.worker.name ?? session.worker.rawValue,
        goal: placed?.goal.title ?? session.goal.rawValue),
      id: session.id.rawValue, worker: session.worker.rawValue, client: session.client.rawValue,
      goal: session.goal.rawValue, visit: session.visit?.rawValue, state: session.isRunning ? .running : .ended,
      trials: session.trials, successes: session.successes, successRate: session.successRate,
      duration: session.duration(now: context.now), start: Mark(session.start), end: session.end.map { Mark($0.mark) },
      endDerived: session.end?.isDerived == true ? true : nil, lastTrial: session.lastTrial.map(LastTrial.init),
      version: session.version, updatedAt: session.updatedAt.timestamp)
  }
}

extension SessionView.Mark {
  init(_ mark: GoalSession.Mark) {
    self.init(
      at: mark.at.timestamp, receivedAt: mark.receivedAt.timestamp, method: mark.method.rawValue, by: mark.by,
      clockSuspect: mark.isClockSuspect ? true : nil)
  }
}

extension SessionView.LastTrial {
  fileprivate init(_ trial: GoalSession.LastTrial) {
    self.init(
      number: trial.number, success: trial.isSuccess, takenBack: trial.isTakenBack, at: trial.at.timestamp)
  }
}
