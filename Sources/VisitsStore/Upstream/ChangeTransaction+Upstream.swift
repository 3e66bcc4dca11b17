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

  /// Keeps what upstream said last of a thing that is linked, and tells whether that is news: a text that is taken in
  /// again must not undo what the office has decided since.
  ///
  /// - Parameters:
  ///   - words: Everything that upstream says of the thing; only its digest is kept.
  ///   - formerly: The same as earlier versions of this program have put it, which knew less of it.
  package func isNews(
    _ words: String, formerly: [String] = [], of topic: Refusal.Thing, _ identity: UpstreamIdentity, part: Int = 1
  ) throws -> Bool {
    let digest = ChangeRequest.digest(of: words)
    let key: [Bound] = [.text(topic.rawValue), .text(identity.system), .text(identity.value), Bound(part)]
    let place = "topic = ? AND system = ? AND value = ? AND part = ?"
    let kept = try db.first("SELECT digest FROM upstream WHERE \(place)", key) { $0.textIfAny(0) } ?? nil
    guard kept != digest else { return false }
    try db.run("UPDATE upstream SET digest = ? WHERE \(place)", [.text(digest)] + key)
    return kept == nil || !formerly.contains { ChangeRequest.digest(of: $0) == kept }
  }

  private func link(_ topic: Refusal.Thing, _ identity: UpstreamIdentity, part: Int, _ thing: String) throws {
    try db.run(
      "INSERT INTO upstream (topic, system, value, part, thing) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [.text(topic.rawValue), .text(identity.system), .text(identity.value), Bound(part), .text(thing)])
  }
}
