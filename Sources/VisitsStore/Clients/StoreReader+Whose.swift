package import VisitsModel

/// Whose a thing is by upstream's present word. While merges of clients are being followed, the thing itself may still
/// name another client, for whom nothing of it must be sent.
extension StoreReader {
  /// Beside the watermarks: that merges of clients are to be followed.
  static let mergesMark = "merges of clients"

  /// Since when merges of clients are to be followed; `nil`: everything is where it belongs.
  package func mergesDue() throws -> Instant? { try watermark(of: Self.mergesMark) }

  /// Whose a visit is.
  package func client(of visit: Visit) throws -> ClientID {
    try whose(MergedThing(topic: .visit, id: visit.id.rawValue), visit.client) ?? successor(of: visit.client)
  }

  /// Of whom a task was recorded.
  package func client(of record: CareTaskRecord) throws -> ClientID {
    try whose(MergedThing(topic: .task, id: record.task.rawValue), record.client) ?? successor(of: record.client)
  }

  /// Whose a goal is.
  package func client(of goal: Goal) throws -> ClientID {
    try whose(MergedThing(topic: .goal, id: goal.id.rawValue), goal.client) ?? successor(of: goal.client)
  }

  /// With whom a session was held.
  package func client(of session: GoalSession) throws -> ClientID {
    try whose(MergedThing(topic: .session, id: session.id.rawValue), session.client)
      ?? whose(MergedThing(topic: .goal, id: session.goal.rawValue), session.client) ?? successor(of: session.client)
  }

  /// - Returns: `nil`: the client's who has it, or of whoever has taken that client's place.
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
