/// A session with whom and what it is about, as the API shows it.
package struct PlacedSession: Sendable, Hashable {
  /// The session.
  package var session: GoalSession
  /// Who practises with the client.
  package var worker: Worker
  /// Who practises.
  package var client: Client
  /// What is practised.
  package var goal: Goal

  /// A session with its people and its goal.
  package init(session: GoalSession, worker: Worker, client: Client, goal: Goal) {
    self.session = session
    self.worker = worker
    self.client = client
    self.goal = goal
  }
}
