package import VisitsModel

/// Links of entities to identities upstream. An identity stays linked to the entity to which it was linked first:
/// otherwise two records that claim the same identity would take it from each other with every import.
extension ChangeTransaction {
  /// Links a worker to a record upstream.
  package func link(_ identity: UpstreamIdentity, to worker: WorkerID) throws {
    try link(.worker, identity, part: 1, worker.rawValue)
  }

  /// Links a client to a record upstream.
  package func link(_ identity: UpstreamIdentity, to client: ClientID) throws {
    try link(.client, identity, part: 1, client.rawValue)
  }

  /// Links an Appointment, or one worker's part of an Appointment with several workers, to a visit.
  ///
  /// - Parameter identity: The Appointment's identity, the same for each part.
  package func link(_ identity: UpstreamIdentity, part: Int = 1, to visit: VisitID) throws {
    try link(.visit, identity, part: part, visit.rawValue)
  }

  /// Stores the digest of a linked record's content, and returns whether the content differs from the last import. If
  /// it does not differ, the import must not undo the decisions that the office has made since.
  ///
  /// - Parameters:
  ///   - words: The whole content of the record as one text; only its digest is stored.
  ///   - formerly: The same content as earlier versions of this program wrote it, with fewer fields. A stored digest of
  ///     one of these texts is no difference.
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
