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

  /// The visits of a client who has everything of a merged client, from a place on: each with the Patient in its
  /// Appointment, and the client of its series if that was a merged client's.
  static let heldVisits = """
    SELECT visits.id, startsAt, visits.row, (
      SELECT json_extract(fields, '$.read.client.value') FROM agreed INDEXED BY agreedByThing
      WHERE topic = 'visit' AND thing = visits.id AND type = 'Appointment'), (
      SELECT series.client FROM mergedThings CROSS JOIN series ON series.id = mergedThings.thing
      WHERE topic = 'series' AND mergedThings.thing = visits.series AND holder = visits.client)
    FROM visits INDEXED BY visitsByClient
    WHERE client = ?1 AND (startsAt, visits.row) > (?2, ?3) ORDER BY startsAt, visits.row LIMIT ?4
    """

  /// The last thing that was created outside of sync after an entry of the audit, and is a client's. A visit of the
  /// client's own series is surely theirs.
  static let recordedSince =
    "SELECT sequence FROM audit WHERE sequence > ?1 AND previous IS NULL AND origin <> 'upstream' AND CASE topic "
    + ["visits", "series", "tasks", "goals", "sessions"]
    .map { (table: String) -> String in
      let topic = table == "series" ? table : String(table.dropLast())
      let isOthers =
        table == "visits" ? " AND NOT EXISTS (SELECT 1 FROM series WHERE id = visits.series AND client = ?2)" : ""
      return """
        WHEN '\(topic)' THEN EXISTS (SELECT 1 FROM \(table) WHERE id = audit.thing AND client = ?2\(isOthers))
        """
    }
    .joined(separator: " ") + " END ORDER BY sequence DESC LIMIT 1"

  /// A visit of a client who has everything of a merged client.
  struct HeldVisit {
    let id: String
    let place: MergePass.Place
    let patient: RecordAddress?
    let seriesClient: ClientID?
  }

  func followedMerges() throws -> [FollowedMerge] {
    try db.all("SELECT client, holder, since FROM followedMerges ORDER BY client") {
      FollowedMerge(client: try $0.clientID(0), holder: try $0.clientID(1), since: $0.integer(2))
    }
  }

  func followedMerge(of client: ClientID) throws -> FollowedMerge? {
    try db.first("SELECT client, holder, since FROM followedMerges WHERE client = ?", [.text(client.rawValue)]) {
      FollowedMerge(client: try $0.clientID(0), holder: try $0.clientID(1), since: $0.integer(2))
    }
  }

  /// Whose everything of a followed client is by upstream's present word, and whether that is the client themselves;
  /// `nil`: it stays with the holder.
  func target(of followed: FollowedMerge) throws -> (client: ClientID, isBack: Bool)? {
    let records = try agreed(on: SyncThing(.client, followed.client.rawValue))
    // A merged Patient that was deleted since tells nothing.
    guard !records.isEmpty else { return nil }
    let isBack = records.contains(where: \.fields.isEmpty)
    let target = try isBack ? followed.client : successor(of: followed.client)
    // Clients who replace each other in a circle have no successor: everything stays where it is.
    guard target != followed.holder, isBack || target != followed.client else { return nil }
    return (target, isBack)
  }

  /// The things of a merged client that its holder has. A series that has moved is none any more.
  func things(of followed: FollowedMerge, limit: Int) throws -> [MergedThing] {
    try db.all(
      """
      SELECT topic, thing FROM mergedThings INDEXED BY mergedThingsByClient WHERE client = ?1 AND holder = ?2
        AND (topic <> 'series' OR EXISTS (SELECT 1 FROM series WHERE id = thing AND client = ?2))
      ORDER BY topic, thing LIMIT ?3
      """, [.text(followed.client.rawValue), .text(followed.holder.rawValue), Bound(limit)]
    ) { MergedThing(topic: try $0.named(0, "topic"), id: $0.text(1)) }
  }

  func heldVisits(of holder: ClientID, after place: MergePass.Place?, limit: Int) throws -> [HeldVisit] {
    try db.all(
      Self.heldVisits,
      [.text(holder.rawValue), .integer(place?.start ?? .min), .integer(place?.row ?? .min), Bound(limit)]
    ) {
      HeldVisit(
        id: $0.text(0), place: MergePass.Place(start: $0.integer(1), row: $0.integer(2)),
        patient: $0.textIfAny(3).flatMap(RecordAddress.init(reference:)),
        seriesClient: $0.textIfAny(4).flatMap(ClientID.init(rawValue:)))
    }
  }

  /// Everything of a client that moves with them.
  func things(of client: ClientID, limit: Int = .max) throws -> [MergedThing] {
    var things: [MergedThing] = []
    for topic in [MergedThing.Topic.visit, .series, .task, .goal, .session] where things.count < limit {
      let ids = try db.all(Self.ids(of: topic), [.text(client.rawValue), Bound(limit - things.count)]) { $0.text(0) }
      things += ids.map { MergedThing(topic: topic, id: $0) }
    }
    return things
  }

  private static func ids(of topic: MergedThing.Topic) -> String {
    switch topic {
    case .visit: visitsOfClient + " LIMIT ?"
    case .series: "SELECT id FROM series WHERE client = ? ORDER BY row LIMIT ?"
    case .task: "SELECT id FROM tasks WHERE client = ? ORDER BY rank, id LIMIT ?"
    case .goal: "SELECT id FROM goals WHERE client = ? ORDER BY setAt, id LIMIT ?"
    case .session: "SELECT id FROM sessions WHERE client = ? ORDER BY startedAt DESC, id DESC LIMIT ?"
    }
  }

  func hasAppointment(_ visit: String) throws -> Bool {
    try db.first(
      "SELECT 1 FROM agreed WHERE topic = 'visit' AND thing = ? AND type = 'Appointment'", [.text(visit)]
    ) { _ in true } ?? false
  }

  /// The last entry of the audit that tells of something recorded of a client after another one; `nil`: there is none.
  func lastRecorded(of client: ClientID, since entry: Int64) throws -> Int64? {
    try db.first(Self.recordedSince, [.integer(entry), .text(client.rawValue)]) { $0.integer(0) }
  }

  /// The last entry of the audit before the first merged client moved to a holder.
  func earliestMerge(heldBy holder: ClientID) throws -> Int64 {
    try db.first("SELECT min(since) FROM followedMerges WHERE holder = ?", [.text(holder.rawValue)]) {
      $0.integerIfAny(0)
    }.flatMap(\.self) ?? 0
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

  /// Notes that a thing of a merged client has moved on.
  ///
  /// - Parameter holder: The client who has it now; `nil`: the client themselves.
  func note(_ thing: MergedThing, of followed: FollowedMerge, hasMovedTo holder: ClientID?) throws {
    let key: [Bound] = [.text(thing.topic.rawValue), .text(thing.id)]
    guard let holder else { return try db.run("DELETE FROM mergedThings WHERE topic = ? AND thing = ?", key) }
    try db.run("UPDATE mergedThings SET holder = ? WHERE topic = ? AND thing = ?", [.text(holder.rawValue)] + key)
  }

  /// Has what is remembered of merges name another client, into whom the office has merged the first.
  ///
  /// - Parameters:
  ///   - other: The id of the first.
  ///   - successor: The id of the other.
  func moveMerges(from other: String, to successor: String) throws {
    let both: [Bound] = [.text(successor), .text(other)]
    for column in ["client", "holder"] {
      // Who has been followed to the other is back with that.
      try db.run("UPDATE OR IGNORE followedMerges SET \(column) = ? WHERE \(column) = ?", both)
      try db.run("DELETE FROM followedMerges WHERE \(column) = ?", [.text(other)])
      try db.run("UPDATE mergedThings SET \(column) = ? WHERE \(column) = ?", both)
    }
    try db.run("DELETE FROM mergedThings WHERE client = holder")
    // The other may have been merged upstream.
    try ledger.noteMergesDue(at: now)
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
