package import VisitsModel

/// An identity that is known stays with what it was first given to: two records that claim it must not take it from
/// each other with every import.
extension ChangeTransaction {
  /// Keeps what a worker is upstream.
  package func link(_ identity: UpstreamIdentity, to worker: WorkerID) throws {
    try link(.worker, identity, part: 1, worker.rawValue)
  }

  /// Keeps what a client is upstream.
  package func link(_ identity: UpstreamIdentity, to client: ClientID) throws {
    try link(.client, identity, part: 1, client.rawValue)
  }

  /// Keeps which Appointment a visit is, or which part of one that several workers make.
  ///
  /// - Parameter identity: The Appointment's own, the same for each part.
  package func link(_ identity: UpstreamIdentity, part: Int = 1, to visit: VisitID) throws {
    try link(.visit, identity, part: part, visit.rawValue)
  }

  private func link(_ topic: Refusal.Thing, _ identity: UpstreamIdentity, part: Int, _ thing: String) throws {
    try db.run(
      "INSERT INTO upstream (topic, system, value, part, thing) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [.text(topic.rawValue), .text(identity.system), .text(identity.value), Bound(part), .text(thing)])
  }
}
