package import VisitsModel

/// Finds the client to whom an entity belongs according to upstream now. While merges of clients are being followed,
/// the entity itself may still name another client, and must not be sent for that other client.
extension StoreReader {
  /// The key of the row in `watermarks` that marks merges of clients as still to be followed.
  static let mergesMark = "merges of clients"

  /// Returns the time since which merges of clients are to be followed; `nil` if every entity has the right client.
  package func mergesDue() throws -> Instant? { try watermark(of: Self.mergesMark) }

  /// Returns the client to whom a visit belongs.
  package func client(of visit: Visit) throws -> ClientID {
    try whose(MergedThing(topic: .visit, id: visit.id.rawValue), visit.client) ?? successor(of: visit.client)
  }

  /// Returns the client to whom a task record belongs.
  package func client(of record: CareTaskRecord) throws -> ClientID {
    try whose(MergedThing(topic: .task, id: record.task.rawValue), record.client) ?? successor(of: record.client)
  }

  /// Returns the client to whom a goal belongs.
  package func client(of goal: Goal) throws -> ClientID {
    try whose(MergedThing(topic: .goal, id: goal.id.rawValue), goal.client) ?? successor(of: goal.client)
  }

  /// Returns the client to whom a session belongs.
  package func client(of session: GoalSession) throws -> ClientID {
    try whose(MergedThing(topic: .session, id: session.id.rawValue), session.client)
      ?? whose(MergedThing(topic: .goal, id: session.goal.rawValue), session.client) ?? successor(of: session.client)
  }

  /// Returns the client to whom an entity belongs while merges are being followed.
  ///
  /// - Parameter holder: The client whom the entity names now.
  /// - Returns: The client; `nil` if the entity belongs to `holder`, or to the client who replaced `holder`.
  private func whose(_ thing: MergedThing, _ holder: ClientID) throws -> ClientID? {
    guard try mergesDue() != nil, try isHolder(holder) else { return nil }
    if thing.topic == .visit, let patient = try patient(ofVisit: thing.id) { return try client(standingAt: patient) }
    let client = try db.first(
      "SELECT client FROM mergedThings WHERE topic = ? AND thing = ? AND holder = ?",
      [.text(thing.topic.rawValue), .text(thing.id), .text(holder.rawValue)]
    ) { try $0.clientID(0) }
    return try client.flatMap(followedMerge(of:)).flatMap(target(of:))?.client
  }

  private func isHolder(_ client: ClientID) throws -> Bool {
    try db.first("SELECT 1 FROM followedMerges WHERE holder = ?", [.text(client.rawValue)]) { _ in true } ?? false
  }

  private func patient(ofVisit id: String) throws -> RecordAddress? {
    try db.first(
      """
      SELECT json_extract(fields, '$.read.client.value') FROM agreed INDEXED BY agreedByThing
      WHERE topic = 'visit' AND thing = ? AND type = 'Appointment'
      """, [.text(id)]
    ) { $0.textIfAny(0) }.flatMap(\.self).flatMap(RecordAddress.init(reference:))
  }
}

extension RecordAddress {
  /// Reads `Patient/123`; `nil` for anything else.
  init?(reference: String) {
    let parts = reference.split(separator: "/")
    guard parts.count == 2 else { return nil }
    self.init(type: String(parts[0]), id: String(parts[1]))
  }
}
