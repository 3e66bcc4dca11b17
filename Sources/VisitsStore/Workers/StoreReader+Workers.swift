package import VisitsModel

extension StoreReader {
  /// The worker of that id.
  package func worker(_ id: WorkerID) throws -> Worker? { try stored(id.rawValue)?.thing }

  /// The worker as they were when the feed had come to an entry.
  func worker(_ id: WorkerID, asOf feed: Int64) throws -> Worker? {
    guard let stored = try stored(id.rawValue, as: Worker.self) else { return nil }
    guard stored.change > feed else { return stored.thing }
    return try snapshot(before: stored.change, asOf: feed).map { try Worker(snapshot: $0, zones: context.zones) }
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
    try people(matching, includeInactive, limit, after?.rawValue)
  }

  /// Those who do not work here any more.
  package func inactiveWorkers() throws -> [WorkerID] {
    try db.all("SELECT id FROM workers WHERE isActive = 0") { try $0.workerID(0) }
  }

  /// The list of workers or clients; each has its table of names.
  func people<Person: Kept>(
    _ matching: String?, _ includeInactive: Bool, _ limit: Int, _ after: String?
  ) throws -> [Person] {
    var conditions = ["id > ?"]
    var values = [Bound.text(after ?? "")]
    if !includeInactive { conditions.append("isActive = 1") }
    if let matching {
      guard let match = PersonMatch(matching) else { return [] }
      let found = match.condition(index: "\(Person.topic.rawValue)Names")
      conditions.append(found.sql)
      values += found.values
    }
    return try allOnce(
      """
      SELECT \(Person.table.columns) FROM \(Person.topic.table) WHERE \(conditions.joined(separator: " AND "))
      ORDER BY id LIMIT ?
      """, values + [Bound(max(0, limit))])
  }
}
