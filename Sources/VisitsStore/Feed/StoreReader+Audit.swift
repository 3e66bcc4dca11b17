package import VisitsModel

extension StoreReader {
  /// Returns a page of the newest audit entries, ordered from the oldest to the newest. Callers pass at most one of
  /// `visit`, `worker` and `client`.
  ///
  /// - Parameters:
  ///   - visit: Only the entries of this visit, of the task records made during it, and of its sessions.
  ///   - worker: Only the entries of this worker, of every visit that the worker has or had, of the worker's series,
  ///     emergencies, devices, sessions and absences, and of the task records from the worker's device.
  ///   - client: Only the entries of this client, of every visit that the client has or had, and of the client's
  ///     series, tasks, task records, goals and sessions.
  ///   - since: The earliest time of an entry.
  ///   - before: Only entries with a lower number than this. To get the page before another page, pass the number of
  ///     that page's first entry.
  ///   - limit: The maximum number of entries.
  ///   - bytes: The approximate maximum size of the snapshots in the page, in bytes. The newest entry is included even
  ///     if it is larger.
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such visit, worker or client.
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
          + Self.tablesOfWorker.map { " UNION SELECT change FROM \($0) WHERE worker = ?" }.joined()
          + Self.lastChangesOfRecords("worker") + Self.lastChangesOfFormerRecords("worker"),
        person(lastChange(worker.rawValue, of: Worker.self), worker.rawValue)
          + Array(repeating: .text(worker.rawValue), count: Self.tablesOfWorker.count)
          + page.records(of: worker.rawValue) + [.text(worker.rawValue)],
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

  /// The tables of the entities that belong to one worker and are read whole.
  private static let tablesOfWorker = ["emergencies", "devices", "series", "sessions", "absences"]

  /// Returns a page of the audit entries of several entities. Each audit entry refers to the previous entry of its
  /// entity. The query follows these references back from each entity's last entry, and reads the entries of all
  /// entities from the newest to the oldest. It ends as soon as the page is full.
  ///
  /// - Parameter lastChanges: The SQL that selects the number of each entity's last audit entry.
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

  /// Returns the snapshot of an entity as it was at an earlier point of the feed; `nil` if the entity did not exist
  /// then.
  ///
  /// - Parameters:
  ///   - change: The number of the entity's last audit entry, from which the search goes back.
  ///   - feed: The number of the last entry of the feed that counts.
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

  /// The limits of a page of audit entries.
  private struct Page {
    let since: Instant?
    let before: Int64?
    let limit: Int
    let bytes: Int

    /// The number of rows to query: one row more than the limit of entries, to find out whether there are earlier
    /// entries.
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

  /// Returns SQL that selects the task records whose entries can be on the page. These are the task records that have
  /// an entry newer than the page, because their earlier entries may be on the page, and the most recently changed of
  /// the other task records. A client may have tens of thousands of task records, so the query must not read all of
  /// them.
  static func lastChangesOfRecords(_ topic: String) -> String {
    """
     UNION SELECT change FROM taskRecords WHERE \(topic) = ? AND change >= ?
     UNION SELECT change FROM (
       SELECT change FROM taskRecords WHERE \(topic) = ? AND change < ? ORDER BY change DESC LIMIT ?)
    """
  }

  /// Returns SQL that selects the task records that once belonged to a worker or visit and no longer do. There are only
  /// a few.
  static func lastChangesOfFormerRecords(_ topic: String) -> String {
    """
     UNION SELECT change FROM formerTaskRecords JOIN taskRecords ON taskRecords.row = record
       WHERE topic = '\(topic)' AND thing = ?
    """
  }

  /// The SQL that selects the sessions and task records of a visit. These are some tens of rows at most.
  static let lastChangesDuringVisit =
    " UNION SELECT change FROM sessions WHERE visit = ? UNION SELECT change FROM taskRecords WHERE visit = ?"
    + lastChangesOfFormerRecords("visit")

  private static let entry = """
    SELECT \(AuditRow.eventColumns), audit.caller, audit.origin, audit.requestId, audit.snapshot, earlier.snapshot,
      audit.reason, audit.device, audit.toldAt
    FROM audit LEFT JOIN audit AS earlier ON earlier.sequence = audit.previous WHERE audit.sequence = ?
    """

  /// Reads the audit entries of a page.
  ///
  /// - Parameter sequences: The numbers of the page's entries, newest first. One more number follows if there are
  ///   earlier entries.
  /// - Returns: As many entries as the page's limits allow, oldest first.
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
      reason: row.textIfAny(12), device: row.textIfAny(13).map(DeviceID.init(rawValue:)), toldAt: row.instantIfAny(14),
      before: try before.map { try AuditRow.thing($0, topic: event.topic, context.zones) },
      after: try AuditRow.thing(after, topic: event.topic, context.zones))
    return (entry, after.bytes + (before?.bytes ?? 0))
  }
}
