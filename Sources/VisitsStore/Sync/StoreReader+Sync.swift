package import VisitsModel

/// Queries for the state of sync.
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

  /// Returns the waiting entities to send next, without parked entities and emergencies. Visits come first, so that no
  /// visit waits behind years of other records. Among the visits, and among the other entities, the entity with the
  /// fewest attempts comes first, then the oldest. A task record or session is left out while its visit or goal waits,
  /// because it refers to that visit or goal. A parked visit or goal does not hold up other entities.
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

  /// Returns the waiting emergencies, in the order of their arrival.
  package func waitingEmergencies() throws -> [EmergencyID] {
    try db.all("SELECT thing FROM outbox WHERE topic = 'emergency' ORDER BY number") {
      EmergencyID(rawValue: $0.text(0))
    }
  }

  /// Returns the numbers of waiting and of parked rows.
  ///
  /// - Parameter worker: Only rows of this worker; `nil`: all.
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

  /// Returns the oldest parked visit in the outbox.
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

  /// Returns the number of emergencies that upstream refuses.
  ///
  /// - Parameter worker: Only emergencies of this worker; `nil`: all.
  package func parkedEmergencies(of worker: WorkerID? = nil) throws -> Int {
    try db.first(
      "SELECT count(*) FROM outbox WHERE isParked = 1 AND topic = 'emergency' AND (?1 IS NULL OR worker = ?1)",
      [Bound(worker?.rawValue)]
    ) { $0.int(0) } ?? 0
  }

  /// Returns the attempts to send an entity, one value for each group of records that was prepared together. Each
  /// attempt may or may not have arrived.
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

  /// Returns the records of an entity in the state on which both sides last agreed.
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

  /// Returns the state of a record on which both sides last agreed, one value for each of its parts.
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

  /// Whether both sides have agreed on any part of a record.
  package func isAgreed(on address: RecordAddress) throws -> Bool {
    try db.first(
      "SELECT 1 FROM agreed WHERE type = ? AND id = ?", [.text(address.type), .text(address.id)]
    ) { _ in true } ?? false
  }

  /// Returns the records of a type that belong to visits planned to start in a period, with their versions.
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

  /// Returns the time up to which the changes of a type were pulled.
  package func watermark(of type: String) throws -> Instant? {
    try db.first("SELECT at FROM watermarks WHERE type = ?", [.text(type)]) { $0.instant(0) }
  }

  /// Returns the time of the last comparison of days with upstream; `nil` if there was none.
  package func compared(_ extent: PullPlan.Comparison.Extent) throws -> Instant? { try watermark(of: extent.mark) }

  /// Returns the time up to which the history of a type was read; `nil` if it was never read.
  package func historyRead(of type: String) throws -> Instant? { try watermark(of: Self.historyMark(type)) }

  static func historyMark(_ type: String) -> String { "\(type)/_history" }

  /// Returns the days of a window for which not all records of a type have been pulled.
  package func uncovered(_ type: String, in window: ClosedRange<CareDay>) throws -> [CareDay] {
    let (first, last) = (window.lowerBound.daysSince1970, window.upperBound.daysSince1970)
    let covered = Set(
      try db.all(
        "SELECT day FROM coveredDays WHERE type = ? AND day BETWEEN ? AND ?", [.text(type), Bound(first), Bound(last)]
      ) { $0.int(0) })
    return (first...last).filter { !covered.contains($0) }.map(CareDay.init(daysSince1970:))
  }

  /// Whether days outside the window are still marked as covered.
  package func isCovered(_ type: String, outside window: ClosedRange<CareDay>) throws -> Bool {
    try db.first(
      "SELECT 1 FROM coveredDays WHERE type = ? AND day NOT BETWEEN ? AND ?",
      [.text(type), Bound(window.lowerBound.daysSince1970), Bound(window.upperBound.daysSince1970)]
    ) { _ in true } ?? false
  }

  /// Whether this version of a record was found outside the window, and none of the Appointments that the record waits
  /// for has arrived since. Another read of the record would give the same result.
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
  /// The key of this comparison's time among the watermarks.
  var mark: String {
    switch self {
    case .window: "comparison"
    case .near: "near comparison"
    }
  }
}
