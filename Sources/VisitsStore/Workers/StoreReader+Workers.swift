package import VisitsModel

extension StoreReader {
  /// The worker of that id.
  package func worker(_ id: WorkerID) throws -> Worker? { try storedWorker(id)?.worker }

  /// The worker as they were when the feed had come to an entry.
  func worker(_ id: WorkerID, asOf feed: Int64) throws -> Worker? {
    guard let stored = try storedWorker(id) else { return nil }
    guard stored.change > feed else { return stored.worker }
    return try snapshot(before: stored.change, asOf: feed).map { try Worker(snapshot: $0, zones: context.zones) }
  }

  func storedWorker(_ id: WorkerID) throws -> StoredWorker? {
    try db.first("SELECT \(WorkerRow.columns) FROM workers WHERE id = ?", [.text(id.rawValue)]) {
      try WorkerRow.stored($0, context.zones)
    }
  }

  /// Workers in the order of their ids.
  ///
  /// - Parameters:
  ///   - matching: An id, the beginning or end of one, or a part of a name, accents and case aside; `nil`: all.
  ///   - includeInactive: Whether those who no longer work here are among them.
  ///   - limit: At most so many.
  ///   - after: Where the list goes on: the last id of the page before.
  package func workers(
    matching: String? = nil, includeInactive: Bool = false, limit: Int, after: WorkerID? = nil
  ) throws -> [Worker] {
    try people("workers", WorkerRow.columns, matching, includeInactive, limit, after?.rawValue) {
      try WorkerRow.stored($0, context.zones).worker
    }
  }

  /// Those who do not work here any more.
  package func inactiveWorkers() throws -> [WorkerID] {
    try db.all("SELECT id FROM workers WHERE isActive = 0") { try $0.workerID(0) }
  }

  /// The list of workers or clients; each has its table of names.
  func people<Person>(
    _ table: String, _ columns: String, _ matching: String?, _ includeInactive: Bool, _ limit: Int, _ after: String?,
    _ make: (Columns) throws -> Person
  ) throws -> [Person] {
    var conditions = ["id > ?"]
    var values = [Bound.text(after ?? "")]
    if !includeInactive { conditions.append("isActive = 1") }
    if let matching {
      guard let match = PersonMatch(matching) else { return [] }
      let found = match.condition(index: String(table.dropLast()) + "Names")
      conditions.append(found.sql)
      values += found.values
    }
    return try db.allOnce(
      "SELECT \(columns) FROM \(table) WHERE \(conditions.joined(separator: " AND ")) ORDER BY id LIMIT ?",
      values + [Bound(max(0, limit))], make)
  }
}
