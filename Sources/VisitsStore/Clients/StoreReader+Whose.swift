package import VisitsModel

/// Finds the client to whom an entity belongs according to upstream's present records. After upstream has merged
/// clients, their entities move to the remaining client in several steps. Until an entity has moved, it names the wrong
/// client and must not be sent to upstream for that client.
extension StoreReader {
  /// The key of a row in the table `watermarks`. The row exists while entities still have to move because upstream has
  /// merged clients.
  static let mergesMark = "merges of clients"

  /// Returns the time since which entities have had to move because upstream has merged clients; `nil` if every entity
  /// names the right client.
  package func mergesDue() throws -> Instant? { try watermark(of: Self.mergesMark) }

  /// Returns the client to whom a visit belongs now, even if the visit still names another client.
  package func client(of visit: Visit) throws -> ClientID {
    try whose(MergedThing(topic: .visit, id: visit.id.rawValue), visit.client) ?? successor(of: visit.client)
  }

  /// Returns the client to whom a task record belongs now, even if the record still names another client.
  package func client(of record: CareTaskRecord) throws -> ClientID {
    try whose(MergedThing(topic: .task, id: record.task.rawValue), record.client) ?? successor(of: record.client)
  }

  /// Returns the client to whom a goal belongs now, even if the goal still names another client.
  package func client(of goal: Goal) throws -> ClientID {
    try whose(MergedThing(topic: .goal, id: goal.id.rawValue), goal.client) ?? successor(of: goal.client)
  }

  /// Returns the client to whom a session belongs now, even if the session still names another client.
  package func client(of session: GoalSession) throws -> ClientID {
    try whose(MergedThing(topic: .session, id: session.id.rawValue), session.client)
      ?? whose(MergedThing(topic: .goal, id: session.goal.rawValue), session.client) ?? successor(of: session.client)
  }

  /// Returns the client to whom an entity must still move because upstream has merged clients.
  ///
  /// - Parameter holder: The client whom the entity names now.
  /// - Returns: The client; `nil` if the entity belongs to `holder`, or to the client into whom `holder` was merged.
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
  /// Creates an address from a reference such as `Patient/123`; `nil` if the text has another form.
  init?(reference: String) {
    let parts = reference.split(separator: "/")
    guard parts.count == 2 else { return nil }
    self.init(type: String(parts[0]), id: String(parts[1]))
  }
}
