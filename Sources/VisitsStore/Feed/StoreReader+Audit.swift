package import VisitsModel

extension StoreReader {
  /// What was changed, by whom: the newest entries, oldest first.
  ///
  /// - Parameters:
  ///   - visit: Entries of this visit, of what was recorded of care tasks during it, and of its sessions.
  ///   - worker: Entries of this worker, of every visit that they make or made, of their series, emergencies, devices and
  ///     sessions, and of what their device recorded of care tasks.
  ///   - client: Entries of this client, of every visit that they receive or received, of their series, and of their
  ///     tasks, goals and sessions.
  ///   - since: Only what happened then or later.
  ///   - before: Only entries below this number: the page before one that began with it.
  ///   - limit: At most so many.
  ///   - bytes: About as much as the things of all entries may take; one entry is read even if it takes more.
  /// - Throws: ``Refusal/notFound(_:id:)``.
  package func audit(
    visit: VisitID? = nil, worker: WorkerID? = nil, client: ClientID? = nil, since: Instant? = nil,
    before: Int64? = nil, limit: Int, bytes: Int = 1 << 20
  ) throws -> AuditPage {
    let page = Page(since: since, before: before, limit: limit, bytes: bytes)
    if let visit {
      guard let stored = try storedVisit(visit) else { throw Refusal.notFound(.visit, id: visit.rawValue) }
      return try history(
        of: "VALUES (?)" + Self.lastChangesDuringVisit,
        [.integer(stored.change)] + Array(repeating: .text(visit.rawValue), count: 3), page)
    } else if let worker {
      return try history(
        of: Self.lastChanges("worker")
          + ["emergencies", "devices", "series", "sessions"].map { " UNION SELECT change FROM \($0) WHERE worker = ?" }
          .joined() + Self.lastChangesOfRecords("worker") + Self.lastChangesOfFormerRecords("worker"),
        person(lastChange(worker.rawValue, of: Worker.self), worker.rawValue)
          + Array(repeating: .text(worker.rawValue), count: 4) + page.records(of: worker.rawValue)
          + [.text(worker.rawValue)],
        page)
    } else if let client {
      return try history(
        of: Self.lastChanges("client")
          + ["series", "tasks", "goals", "sessions"].map { " UNION SELECT change FROM \($0) WHERE client = ?" }.joined()
          + Self.lastChangesOfRecords("client"),
        person(lastChange(client.rawValue, of: Client.self), client.rawValue)
          + Array(repeating: .text(client.rawValue), count: 4) + page.records(of: client.rawValue),
        page)
    } else {
      return try read(
        page,
        of: db.all(
          "SELECT sequence FROM audit WHERE sequence < ? AND at >= ? ORDER BY sequence DESC LIMIT ?", page.bounds
        ) { $0.integer(0) })
    }
  }

  /// Follows each thing's entries back from its last, newest first: the walk is a queue in the order of the numbers,
  /// so it ends as soon as the page is full.
  private func history(
    of lastChanges: String, _ values: [Bound], _ page: Page
  ) throws -> AuditPage {
    let sequences = try db.allOnce(
      """
      WITH RECURSIVE walk (sequence, at, previous) AS (
        SELECT sequence, at, previous FROM audit WHERE sequence IN (\(lastChanges))
        UNION ALL
        SELECT audit.sequence, audit.at, audit.previous FROM walk JOIN audit ON audit.sequence = walk.previous
        ORDER BY 1 DESC
      ), page AS (
        SELECT sequence FROM walk WHERE sequence < ? AND at >= ? LIMIT ?
      )
      SELECT sequence FROM page ORDER BY sequence DESC
      """, values + page.bounds
    ) { $0.integer(0) }
    return try read(page, of: sequences)
  }

  private func lastChange<Thing: Kept>(_ id: String, of kind: Thing.Type) throws -> Int64 {
    guard let stored = try stored(id, as: kind) else { throw Refusal.notFound(Thing.topic, id: id) }
    return stored.change
  }

  /// A thing as the audit keeps it in the last of its entries that is not behind an entry of the feed.
  ///
  /// - Parameter change: The thing's entry from which to go back.
  func snapshot(before change: Int64, asOf feed: Int64) throws -> SnapshotFields? {
    let text = try db.first(
      """
      WITH RECURSIVE walk (sequence, previous) AS (
        SELECT sequence, previous FROM audit WHERE sequence = ?
        UNION ALL
        SELECT audit.sequence, audit.previous FROM walk JOIN audit ON audit.sequence = walk.previous
        WHERE walk.sequence > ?
      )
      SELECT snapshot FROM audit WHERE sequence = (SELECT min(sequence) FROM walk WHERE sequence <= ?)
      """, [.integer(change), .integer(feed), .integer(feed)]
    ) { $0.text(0) }
    return try text.map(db.snapshot)
  }

  private func person(_ change: Int64, _ id: String) -> [Bound] { [.integer(change), .text(id), .text(id)] }

  /// Which entries are asked for.
  private struct Page {
    let since: Instant?
    let before: Int64?
    let limit: Int
    let bytes: Int

    /// One row more than fits tells whether there are earlier ones.
    private var rows: Bound { Bound(min(max(0, limit), .max - 1) + 1) }

    var bounds: [Bound] { [.integer(before ?? .max), .integer(since?.milliseconds ?? .min), rows] }

    func records(of person: String) -> [Bound] {
      [.text(person), .integer(before ?? .max), .text(person), .integer(before ?? .max), rows]
    }
  }

  private static func lastChanges(_ topic: String) -> String {
    """
    VALUES (?)
    UNION SELECT change FROM visits WHERE \(topic) = ?
    UNION SELECT change FROM formerVisits JOIN visits ON visits.row = visit WHERE topic = '\(topic)' AND person = ?
    """
  }

  /// Of the records, of which there are tens of thousands, only those that can stand on the page: those that have changed
  /// since, and the last of the others.
  static func lastChangesOfRecords(_ topic: String) -> String {
    """
     UNION SELECT change FROM taskRecords WHERE \(topic) = ? AND change >= ?
     UNION SELECT change FROM (
       SELECT change FROM taskRecords WHERE \(topic) = ? AND change < ? ORDER BY change DESC LIMIT ?)
    """
  }

  /// Of records that are somebody else's now, which are few.
  static func lastChangesOfFormerRecords(_ topic: String) -> String {
    """
     UNION SELECT change FROM formerTaskRecords JOIN taskRecords ON taskRecords.row = record
       WHERE topic = '\(topic)' AND thing = ?
    """
  }

  /// Of what was recorded during a visit: some tens of records at most.
  static let lastChangesDuringVisit =
    " UNION SELECT change FROM sessions WHERE visit = ? UNION SELECT change FROM taskRecords WHERE visit = ?"
    + lastChangesOfFormerRecords("visit")

  private static let entry = """
    SELECT \(AuditRow.eventColumns), audit.caller, audit.origin, audit.requestId, audit.snapshot, earlier.snapshot,
      audit.reason
    FROM audit LEFT JOIN audit AS earlier ON earlier.sequence = audit.previous WHERE audit.sequence = ?
    """

  /// Reads the entries of a page.
  ///
  /// - Parameter sequences: Their numbers, the newest first, and of one more if there is one.
  /// - Returns: As many as fit, the oldest first.
  private func read(_ page: Page, of sequences: [Int64]) throws -> AuditPage {
    var entries: [AuditEntry] = []
    var room = page.bytes
    for sequence in sequences.prefix(page.limit) {
      guard room > 0 else { break }
      let found = try db.first(Self.entry, [.integer(sequence)]) { try entry($0) }
      guard let (entry, bytes) = found else { throw StoreFault.unreadable("audit") }
      entries.append(entry)
      room -= bytes
    }
    return AuditPage(entries: entries.reversed(), hasEarlier: entries.count < sequences.count)
  }

  private func entry(_ row: Columns) throws -> (entry: AuditEntry, bytes: Int) {
    let event = try AuditRow.event(row)
    let (before, after) = (try row.textIfAny(11).map(db.snapshot), try db.snapshot(row.text(10)))
    let entry = AuditEntry(
      event: event, by: row.text(7), from: try row.named(8, "origin"), requestId: row.text(9),
      reason: row.textIfAny(12), before: try before.map { try AuditRow.thing($0, topic: event.topic, context.zones) },
      after: try AuditRow.thing(after, topic: event.topic, context.zones))
    return (entry, after.bytes + (before?.bytes ?? 0))
  }
}
