import VisitsModel

/// A merged client whose things have moved to another client.
struct FollowedMerge {
  let client: ClientID
  /// The client who has them.
  let holder: ClientID
  /// The last entry of the audit before they moved; 0: it is not known.
  let since: Int64
}

/// A thing that moves with its client.
struct MergedThing {
  enum Topic: String, CaseIterable {
    case visit, series, task, goal, session
  }

  let topic: Topic
  let id: String
}

extension StoreReader {
  static let mergedClients = "SELECT DISTINCT thing FROM agreed WHERE type = 'Patient' AND fields <> '' ORDER BY thing"

  static let visitsOfClient = "SELECT id FROM visits INDEXED BY visitsByClient WHERE client = ? ORDER BY startsAt"

  /// The Patient in the Appointment of each visit of a client.
  static let patientsOfVisits = """
    SELECT visits.id, json_extract(agreed.fields, '$.read.client.value')
    FROM visits INDEXED BY visitsByClient
    CROSS JOIN agreed ON topic = 'visit' AND thing = visits.id AND type = 'Appointment'
    WHERE client = ? ORDER BY startsAt
    """

  /// The things that were created outside of sync after an entry of the audit, and are a client's. A visit of the client's
  /// own series is surely theirs.
  static let recordedSince =
    ["visits", "series", "tasks", "goals", "sessions"]
    .map { (table: String) -> String in
      let topic = table == "series" ? table : String(table.dropLast())
      return """
        SELECT 1 FROM audit CROSS JOIN \(table) ON \(table).id = audit.thing
        WHERE audit.sequence > ?1 AND previous IS NULL AND topic = '\(topic)' AND origin <> 'upstream'
          AND \(table).client = ?2
          \(table == "visits" ? "AND NOT EXISTS (SELECT 1 FROM series WHERE id = visits.series AND client = ?2)" : "")
        """
    }
    .joined(separator: " UNION ALL ") + " LIMIT 1"

  func followedMerges() throws -> [FollowedMerge] {
    try db.all("SELECT client, holder, since FROM followedMerges ORDER BY client") {
      FollowedMerge(client: try $0.clientID(0), holder: try $0.clientID(1), since: $0.integer(2))
    }
  }

  /// The things of a merged client that its holder has.
  func things(of followed: FollowedMerge) throws -> [MergedThing] {
    try db.all(
      "SELECT topic, thing FROM mergedThings WHERE client = ? AND holder = ? ORDER BY topic, thing",
      [.text(followed.client.rawValue), .text(followed.holder.rawValue)]
    ) { MergedThing(topic: try $0.named(0, "topic"), id: $0.text(1)) }
  }

  /// Everything of a client that moves with them.
  func things(of client: ClientID) throws -> [MergedThing] {
    let whose: [Bound] = [.text(client.rawValue)]
    let ids: [(topic: MergedThing.Topic, ids: [String])] = [
      (.visit, try db.all(Self.visitsOfClient, whose) { $0.text(0) }),
      (.series, try db.all("SELECT id FROM series WHERE client = ? ORDER BY row", whose) { $0.text(0) }),
      (.task, try tasks(of: client).map(\.id.rawValue)), (.goal, try goals(of: client).map(\.id.rawValue)),
      (.session, try sessions(SessionFilter(client: client), limit: .max).map(\.id.rawValue)),
    ]
    return ids.flatMap { topic, ids in ids.map { MergedThing(topic: topic, id: $0) } }
  }

  func hasAppointment(_ visit: String) throws -> Bool {
    try db.first(
      "SELECT 1 FROM agreed WHERE topic = 'visit' AND thing = ? AND type = 'Appointment'", [.text(visit)]
    ) { _ in true } ?? false
  }

  /// Whether something was recorded of a client after an entry of the audit.
  func hasRecords(of client: ClientID, since entry: Int64) throws -> Bool {
    try db.first(Self.recordedSince, [.integer(entry), .text(client.rawValue)]) { _ in true } ?? false
  }
}

extension ChangeTransaction {
  /// Notes that everything of a merged client moves to another one now, unless that is noted.
  func note(_ client: ClientID, followedTo holder: ClientID) throws {
    try db.run(
      """
      INSERT INTO followedMerges (client, holder, since)
      SELECT ?, ?, coalesce(max(sequence), 0) FROM audit WHERE true ON CONFLICT DO NOTHING
      """, [.text(client.rawValue), .text(holder.rawValue)])
  }

  /// Notes whose a thing was. A client who is merged on keeps what was theirs apart from what they had of others.
  func note(_ thing: MergedThing, of client: ClientID, movedTo holder: ClientID) throws {
    try db.run(
      """
      INSERT INTO mergedThings (topic, thing, client, holder) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET holder = excluded.holder
      """, [.text(thing.topic.rawValue), .text(thing.id), .text(client.rawValue), .text(holder.rawValue)])
  }

  /// Notes that the things of a merged client have moved on.
  ///
  /// - Parameter holder: The client who has them now; `nil`: the client themselves.
  func noteFollowed(_ followed: FollowedMerge, to holder: ClientID?) throws {
    let key: [Bound] = [.text(followed.client.rawValue), .text(followed.holder.rawValue)]
    guard let holder else {
      try db.run("DELETE FROM mergedThings WHERE client = ? AND holder = ?", key)
      return try db.run("DELETE FROM followedMerges WHERE client = ?", [.text(followed.client.rawValue)])
    }
    try db.run("UPDATE mergedThings SET holder = ? WHERE client = ? AND holder = ?", [.text(holder.rawValue)] + key)
    try db.run(
      """
      UPDATE followedMerges SET holder = ?, since = (SELECT coalesce(max(sequence), 0) FROM audit) WHERE client = ?
      """, [.text(holder.rawValue), .text(followed.client.rawValue)])
  }
}
