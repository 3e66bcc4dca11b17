package import VisitsModel

/// Links workers, clients and visits to the identities that they have upstream. An identity stays linked to the entity
/// to which it was linked first. Otherwise, two records that claim the same identity would take it from each other with
/// every import.
extension ChangeTransaction {
  /// Links a worker to a record upstream.
  package func link(_ identity: UpstreamIdentity, to worker: WorkerID) throws {
    try link(.worker, identity, part: 1, worker.rawValue)
  }

  /// Links a client to a record upstream.
  package func link(_ identity: UpstreamIdentity, to client: ClientID) throws {
    try link(.client, identity, part: 1, client.rawValue)
  }

  /// Links an Appointment to a visit. An Appointment with several workers is linked to several visits, one for each
  /// worker.
  ///
  /// - Parameters:
  ///   - identity: The identity of the Appointment.
  ///   - part: The number of the worker's visit in the Appointment, from 1.
  package func link(_ identity: UpstreamIdentity, part: Int = 1, to visit: VisitID) throws {
    try link(.visit, identity, part: part, visit.rawValue)
  }

  /// What the content of a linked record is, compared with its last import.
  package enum News: Sendable, Hashable {
    /// The same.
    case none
    /// The same as this one of the texts that say the same in another form.
    case formerly(Int)
    /// Different.
    case new
  }

  /// Compares the content of a linked record with its last import, and stores a digest of the content. If the content
  /// does not differ, the import must not undo the decisions that the office has made since.
  ///
  /// - Parameters:
  ///   - words: The whole content of the record as one text. Only its digest is stored.
  ///   - formerly: The same content as earlier versions of this program wrote it, or as this one wrote it at an earlier
  ///     time.
  package func news(
    _ words: String, formerly: [String] = [], of topic: Refusal.Thing, _ identity: UpstreamIdentity, part: Int = 1
  ) throws -> News {
    let digest = ChangeRequest.digest(of: words)
    let key: [Bound] = [.text(topic.rawValue), .text(identity.system), .text(identity.value), Bound(part)]
    let place = "topic = ? AND system = ? AND value = ? AND part = ?"
    let kept = try db.first("SELECT digest FROM upstream WHERE \(place)", key) { $0.textIfAny(0) } ?? nil
    guard kept != digest else { return .none }
    try db.run("UPDATE upstream SET digest = ? WHERE \(place)", [.text(digest)] + key)
    guard let kept else { return .new }
    return formerly.firstIndex { ChangeRequest.digest(of: $0) == kept }.map(News.formerly) ?? .new
  }

  /// Returns whether the content of a linked record differs from its last import, like
  /// ``news(_:formerly:of:_:part:)``.
  package func isNews(
    _ words: String, formerly: [String] = [], of topic: Refusal.Thing, _ identity: UpstreamIdentity, part: Int = 1
  ) throws -> Bool {
    try news(words, formerly: formerly, of: topic, identity, part: part) == .new
  }

  /// Returns whether a visit has another worker or other times here than an import or upstream gave it last.
  package func isReplanned(_ visit: VisitID) throws -> Bool {
    let differing = ["worker", "start", "end"].map { field in
      "json_extract(now.snapshot, '$.\(field)') IS NOT json_extract(told.snapshot, '$.\(field)')"
    }.joined(separator: " OR ")
    return try db.first(
      """
      WITH RECURSIVE walk (sequence, previous) AS (
        SELECT audit.sequence, audit.previous FROM visits JOIN audit ON audit.sequence = visits.change
        WHERE visits.id = ?
        UNION ALL
        SELECT audit.sequence, audit.previous FROM walk JOIN audit ON audit.sequence = walk.previous
      )
      SELECT 1 FROM visits JOIN audit AS now ON now.sequence = visits.change JOIN audit AS told ON told.sequence = (
        SELECT max(walk.sequence) FROM walk JOIN audit ON audit.sequence = walk.sequence
        WHERE audit.origin IN ('import', 'upstream'))
      WHERE visits.id = ? AND (\(differing))
      """, [.text(visit.rawValue), .text(visit.rawValue)]
    ) { _ in true } ?? false
  }

  private func link(_ topic: Refusal.Thing, _ identity: UpstreamIdentity, part: Int, _ thing: String) throws {
    try db.run(
      "INSERT INTO upstream (topic, system, value, part, thing) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [.text(topic.rawValue), .text(identity.system), .text(identity.value), Bound(part), .text(thing)])
  }
}
