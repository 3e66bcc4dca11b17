/// What a worker's Home shows (seed 004).
package struct WorkerHome: Sendable, Hashable {
  /// One of the worker's clients.
  package struct OwnClient: Sendable, Hashable {
    /// The client.
    package var client: Client
    /// When the client's last session began, whoever's it was.
    package var lastSession: Instant?

    /// A client.
    package init(client: Client, lastSession: Instant?) {
      self.client = client
      self.lastSession = lastSession
    }
  }

  /// Whose it is.
  package var worker: Worker
  /// The care day, in the worker's zone.
  package var day: CareDay
  /// The worker's last session that has ended.
  package var lastSession: PlacedSession?
  /// The worker's session that is under way.
  package var running: PlacedSession?
  /// How many goals of the worker's clients are worked towards.
  package var goals: Int
  /// How many clients the worker has.
  package var clientCount: Int
  /// The first of them, by name.
  package var clients: [OwnClient]
  /// How many visits of the day are still to be made or under way.
  package var visitsLeft: Int

  /// What a worker's Home shows.
  package init(
    worker: Worker, day: CareDay, lastSession: PlacedSession?, running: PlacedSession?, goals: Int, clientCount: Int,
    clients: [OwnClient], visitsLeft: Int
  ) {
    self.worker = worker
    self.day = day
    self.lastSession = lastSession
    self.running = running
    self.goals = goals
    self.clientCount = clientCount
    self.clients = clients
    self.visitsLeft = visitsLeft
  }

  /// How many clients it shows.
  package static let clientLimit = 5
}
