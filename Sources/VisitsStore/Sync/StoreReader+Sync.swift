package import VisitsModel

/// Queries for the outbox, for the states on which both sides last agreed, and for the progress of pulls.
extension StoreReader {
  static let waitingVisits = """
    SELECT topic, thing FROM outbox INDEXED BY outboxVisitsInOrder
    WHERE isParked = 0 AND topic = 'visit' ORDER BY attempts, number LIMIT ?
    """
  static let waiting = """
    SELECT topic, thing FROM outbox WHERE isParked = 0 AND topic <> 'emergency' AND topic <> 'visit'
      AND (topic <> 'taskRecord' OR NOT EXISTS (
        SELECT 1 FROM taskRecords JOIN outbox AS awaited ON awaited.topic = 'visit' AND awaited.thing = visit
        WHERE id = outbox.thing AND awaited.isParked = 0))
      AND (topic <> 'session' OR NOT EXISTS (
        SELECT 1 FROM sessions JOIN outbox AS awaited
          ON awaited.topic = 'visit' AND awaited.thing = visit OR awaited.topic = 'goal' AND awaited.thing = goal
        WHERE id = outbox.thing AND awaited.isParked = 0))
    ORDER BY attempts, number LIMIT ?
    """
  static let ownRows = "SELECT isParked, count(*) FROM outbox WHERE worker = ? GROUP BY isParked"

  /// Returns the entities in the outbox that the next push sends, in this order. Parked entities and emergencies are
  /// left out.
  ///
  /// Visits come first, so that no visit waits behind years of other records. Among the visits, and then among the
  /// other entities, the entity with the fewest attempts comes first, and of those the one that was enqueued first.
  ///
  /// A task record or session refers to its visit or goal, so it is left out while that visit or goal is in the outbox.
  /// A parked visit or goal does not delay it.
  package func waiting(limit: Int, skipping: Set<SyncThing> = []) throws -> [SyncThing] {
    func load(_ sql: String, _ limit: Int) throws -> [SyncThing] {
      let things = try db.all(sql, [Bound(limit + skipping.count)]) {
        SyncThing(rawValue: "\($0.text(0))/\($0.text(1))")
      }
      return Array(things.lazy.filter { !skipping.contains($0) }.prefix(limit))
    }
    let visits = try load(Self.waitingVisits, limit)
    return try visits.count < limit ? visits + load(Self.waiting, limit - visits.count) : visits
  }

  /// Returns the emergencies in the outbox, including parked ones, in the order in which they were enqueued.
  package func waitingEmergencies() throws -> [EmergencyID] {
    try db.all("SELECT thing FROM outbox WHERE topic = 'emergency' ORDER BY number") {
      EmergencyID(rawValue: $0.text(0))
    }
  }

  /// Returns the number of pending and of parked entities in the outbox.
  ///
  /// - Parameter worker: Only entities of this worker; `nil`: all.
  package func rows(of worker: WorkerID? = nil) throws -> SyncStanding.Rows {
    let counts =
      if let worker {
        try db.all(Self.ownRows, [.text(worker.rawValue)]) { (isParked: $0.truth(0), count: $0.int(1)) }
      } else {
        try db.all("SELECT isParked, count(*) FROM outbox GROUP BY isParked") {
          (isParked: $0.truth(0), count: $0.int(1))
        }
      }
    return counts.reduce(into: SyncStanding.Rows()) { rows, row in
      if row.isParked { rows.parked = row.count } else { rows.pending = row.count }
    }
  }

  /// Returns the parked visit that was enqueued first; `nil` if no visit is parked.
  ///
  /// - Parameter worker: Only visits of this worker; `nil`: all.
  package func parkedVisit(of worker: WorkerID? = nil) throws -> VisitID? {
    try db.first(
      """
      SELECT thing FROM outbox WHERE isParked = 1 AND topic = 'visit' AND (?1 IS NULL OR worker = ?1)
      ORDER BY number LIMIT 1
      """, [Bound(worker?.rawValue)]
    ) { VisitID(rawValue: $0.text(0)) } ?? nil
  }

  /// Returns the number of parked emergencies: those that upstream refuses.
  ///
  /// - Parameter worker: Only emergencies of this worker; `nil`: all.
  package func parkedEmergencies(of worker: WorkerID? = nil) throws -> Int {
    try db.first(
      "SELECT count(*) FROM outbox WHERE isParked = 1 AND topic = 'emergency' AND (?1 IS NULL OR worker = ?1)",
      [Bound(worker?.rawValue)]
    ) { $0.int(0) } ?? 0
  }

  /// Returns the attempts to send an entity whose outcome is unknown: upstream may have received them or not. Records
  /// that were prepared for one push are in one value.
  package func attempts(at thing: SyncThing) throws -> [Attempts] {
    let (topic, id) = try thing.place
    let rows = try db.all(
      """
      SELECT preparation, version, type, id, method, base, fields, isDecided FROM attempts
      WHERE topic = ? AND thing = ? ORDER BY preparation, row
      """, [topic, id]
    ) { row in
      var record = Attempt(
        type: row.text(2), id: row.textIfAny(3), method: try row.named(4, "method"), base: row.textIfAny(5),
        fields: row.text(6))
      record.isDecided = row.truth(7)
      return (preparation: row.int(0), version: row.int(1), record: record)
    }
    var attempts: [Attempts] = []
    var last = 0
    for row in rows {
      if row.preparation != last { attempts.append(Attempts(version: row.version, records: [])) }
      last = row.preparation
      attempts[attempts.count - 1].records.append(row.record)
    }
    return attempts
  }

  /// Returns the records that stand for an entity upstream, in the state on which both sides last agreed.
  package func agreed(on thing: SyncThing) throws -> [AgreedRecord] {
    let (topic, id) = try thing.place
    return try db.all(
      "SELECT type, id, version, part, fields, body FROM agreed WHERE topic = ? AND thing = ? ORDER BY row",
      [topic, id]
    ) {
      AgreedRecord(
        RecordAddress(type: $0.text(0), id: $0.text(1)), version: $0.textIfAny(2), thing: thing, part: $0.int(3),
        fields: $0.text(4), body: $0.text(5))
    }
  }

  /// Returns a record upstream in the state on which both sides last agreed. An Appointment with several workers
  /// appears once for each worker's visit.
  package func agreed(on address: RecordAddress) throws -> [AgreedRecord] {
    try db.all(
      "SELECT version, topic, thing, part, fields, body FROM agreed WHERE type = ? AND id = ? ORDER BY part",
      [.text(address.type), .text(address.id)]
    ) {
      AgreedRecord(
        address, version: $0.textIfAny(0), thing: SyncThing(rawValue: "\($0.text(1))/\($0.text(2))"),
        part: $0.int(3), fields: $0.text(4), body: $0.text(5))
    }
  }

  /// Whether the store has a state of a record on which both sides agreed.
  package func isAgreed(on address: RecordAddress) throws -> Bool {
    try db.first(
      "SELECT 1 FROM agreed WHERE type = ? AND id = ?", [.text(address.type), .text(address.id)]
    ) { _ in true } ?? false
  }

  /// Returns the records of a type that stand for visits planned to start in a period. Each has the version on which
  /// both sides last agreed.
  package func agreed(_ type: String, startingIn time: Range<Instant>) throws -> [RecordVersion] {
    try db.all(
      """
      SELECT DISTINCT agreed.id, agreed.version FROM visits CROSS JOIN agreed ON topic = 'visit' AND thing = visits.id
      WHERE startsAt >= ? AND startsAt < ? AND isWithdrawn = 0 AND type = ? ORDER BY agreed.id
      """, [Bound(time.lowerBound), Bound(time.upperBound), .text(type)]
    ) {
      RecordVersion(RecordAddress(type: type, id: $0.text(0)), version: $0.textIfAny(1), lastUpdated: nil)
    }
  }

  /// Returns the time up to which changes to records of a type were pulled; `nil` if none were pulled.
  package func watermark(of type: String) throws -> Instant? {
    try db.first("SELECT at FROM watermarks WHERE type = ?", [.text(type)]) { $0.instant(0) }
  }

  /// Returns the time at which the visits of near days, or of the whole window, were last compared with upstream; `nil`
  /// if they were never compared.
  package func compared(_ extent: PullPlan.Comparison.Extent) throws -> Instant? { try watermark(of: extent.mark) }

  /// Returns the time up to which the server's history of a type (`_history`) was read for deletions; `nil` if it was
  /// never read.
  package func historyRead(of type: String) throws -> Instant? { try watermark(of: Self.historyMark(type)) }

  static func historyMark(_ type: String) -> String { "\(type)/_history" }

  /// Returns the uncovered days of a window: those for which pulls have not received all records of a type.
  package func uncovered(_ type: String, in window: ClosedRange<CareDay>) throws -> [CareDay] {
    let (first, last) = (window.lowerBound.daysSince1970, window.upperBound.daysSince1970)
    let covered = Set(
      try db.all(
        "SELECT day FROM coveredDays WHERE type = ? AND day BETWEEN ? AND ?", [.text(type), Bound(first), Bound(last)]
      ) { $0.int(0) })
    return (first...last).filter { !covered.contains($0) }.map(CareDay.init(daysSince1970:))
  }

  /// Whether any day outside the window is marked as covered: as a day for which pulls have received all records of a
  /// type.
  package func isCovered(_ type: String, outside window: ClosedRange<CareDay>) throws -> Bool {
    try db.first(
      "SELECT 1 FROM coveredDays WHERE type = ? AND day NOT BETWEEN ? AND ?",
      [.text(type), Bound(window.lowerBound.daysSince1970), Bound(window.upperBound.daysSince1970)]
    ) { _ in true } ?? false
  }

  /// Whether reading a record again would be useless. This is so if a pull left out this version of the record, because
  /// it lies outside the window of days that sync pulls, and none of the Appointments that the record waits for has
  /// been stored since.
  package func isStillOutside(_ record: RecordVersion) throws -> Bool {
    guard record.version != nil else { return false }
    let awaited = try db.first(
      "SELECT awaits FROM outside WHERE type = ? AND id = ? AND version = ?",
      [.text(record.address.type), .text(record.address.id), Bound(record.version)]
    ) { $0.textIfAny(0) }
    guard let awaited else { return false }
    return try (awaited ?? "").split(separator: " ").allSatisfy { id in
      try !isAgreed(on: RecordAddress(type: "Appointment", id: String(id)))
    }
  }
}

extension PullPlan.Comparison.Extent {
  /// The key under which the table `watermarks` stores the time of this comparison.
  var mark: String {
    switch self {
    case .window: "comparison"
    case .near: "near comparison"
    }
  }
}
