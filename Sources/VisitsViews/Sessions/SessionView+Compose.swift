import Catalog
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
      display: .compose(session, placed, in: context),
      id: session.id.rawValue, worker: session.worker.rawValue, client: session.client.rawValue,
      goal: session.goal.rawValue, visit: session.visit?.rawValue, state: session.isRunning ? .running : .ended,
      trials: session.trials, successes: session.successes, successRate: session.successRate,
      duration: session.duration(now: context.now), start: Mark(session.start), end: session.end.map { Mark($0.mark) },
      endDerived: session.end?.isDerived == true ? true : nil, lastTrial: session.lastTrial.map(LastTrial.init),
      version: session.version, updatedAt: session.updatedAt.timestamp)
  }
}

extension SessionView.Display {
  fileprivate static func compose(
    _ session: GoalSession, _ placed: PlacedSession?, in context: ViewContext
  ) -> SessionView.Display {
    let zone = placed?.client.zone ?? context.agencyZone
    let day = zone.day(of: session.start.at)
    let times = TimeWords(context: context, zone: zone, readerZone: context.agencyZone, day: day)
    let words = SessionWords(session, in: context)
    let time =
      if let end = session.end {
        times.range(session.start.at, end.mark.at)
      } else {
        times.moment(session.start.at).mapped { context.phrases.text(.sessionSince, [.time: $0]) }
      }
    let client = placed?.client.name ?? session.client.rawValue
    let goal = placed?.goal.title ?? session.goal.rawValue
    return SessionView.Display(
      client: client, worker: placed?.worker.name ?? session.worker.rawValue, goal: goal,
      date: context.shortDate(day), time: time.written, began: times.moment(session.start.at).written,
      duration: words.duration, rate: words.rate,
      result: words.result, status: words.status,
      spoken: [
        client, goal, context.longDate(day), time.spoken, words.status, words.result, words.spokenDuration,
      ].joined(separator: context.phrases[.cardSeparator]))
  }
}

extension TimeWords.Text {
  /// The same, each put into other words.
  fileprivate func mapped(_ words: (String) -> String) -> TimeWords.Text {
    TimeWords.Text(written: words(written), spoken: words(spoken))
  }
}

extension SessionAnswer {
  /// A session that has begun.
  ///
  /// - Parameter ended: The worker's session that ended because of it.
  package static func started(
    _ placed: PlacedSession, ending ended: PlacedSession?, in context: ViewContext
  ) -> SessionAnswer {
    let words = context.phrases.text(
      .sessionStartedAnnouncement, [.name: placed.client.name, .text: placed.goal.title])
    let other = ended.map { context.phrases.text(.sessionGaveWayAnnouncement, [.name: $0.client.name]) }
    return SessionAnswer(
      session: .compose(placed, in: context), ended: ended.map { .compose($0, in: context) },
      announcement: [words, other].compactMap(\.self).joined(separator: " "))
  }

  /// A session of which a trial was recorded or taken back.
  package static func tried(_ placed: PlacedSession, in context: ViewContext) -> SessionAnswer {
    let trial = placed.session.lastTrial
    let status: Phrase =
      trial.map { $0.isTakenBack ? .trialTakenBack : $0.isSuccess ? .trialSuccess : .trialMiss } ?? .trialTakenBack
    return SessionAnswer(
      session: .compose(placed, in: context),
      announcement: context.phrases.text(
        .trialAnnouncement,
        [
          .number: String(trial?.number ?? 0), .status: context.phrases[status],
          .text: SessionWords(placed.session, in: context).result,
        ]))
  }

  /// A session that has ended.
  package static func ended(_ placed: PlacedSession, in context: ViewContext) -> SessionAnswer {
    let words = SessionWords(placed.session, in: context)
    return SessionAnswer(
      session: .compose(placed, in: context),
      announcement: context.phrases.text(
        .sessionEndedAnnouncement, [.name: placed.client.name, .text: words.result, .time: words.spokenDuration]))
  }
}

extension SessionShow.Answer {
  /// A session with each of its trials.
  package static func compose(
    _ placed: PlacedSession, trials: [Trial], in context: ViewContext
  ) -> SessionShow.Answer {
    let zone = placed.client.zone ?? context.agencyZone
    let times = TimeWords(
      context: context, zone: zone, readerZone: context.agencyZone, day: zone.day(of: placed.session.start.at))
    return SessionShow.Answer(
      session: .compose(placed, in: context), trials: trials.map { .compose($0, times, in: context) })
  }
}

extension SessionShow.TrialView {
  fileprivate static func compose(
    _ trial: Trial, _ times: TimeWords, in context: ViewContext
  ) -> SessionShow.TrialView {
    let phrases = context.phrases
    let time = times.moment(trial.mark.at)
    let label = phrases[trial.isSuccess ? .trialSuccess : .trialMiss]
    let rest = [trial.isLate ? phrases[.trialLate] : nil, trial.counts ? nil : phrases[.trialTakenBack]]
    return SessionShow.TrialView(
      id: trial.id.rawValue, number: trial.number, success: trial.isSuccess, at: trial.mark.at.timestamp,
      receivedAt: trial.mark.receivedAt.timestamp, method: trial.mark.method.rawValue, by: trial.mark.by,
      clockSuspect: trial.mark.isClockSuspect ? true : nil, late: trial.isLate ? true : nil,
      takenBack: trial.takenBack.map(SessionView.Mark.init), time: time.written,
      spoken: ([phrases.text(.trialSpoken, [.number: String(trial.number)]), label, time.spoken] + rest)
        .compactMap(\.self).joined(separator: phrases[.cardSeparator]),
      mark: trial.counts ? trial.isSuccess ? "✓" : "✗" : "–",
      label: ([label] + rest).compactMap(\.self).joined(separator: phrases[.cardSeparator]))
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
