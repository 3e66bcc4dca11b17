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

  /// Those who do not work here any more, each with the moment since when.
  ///
  /// The audit tells it: what else was changed of a worker meanwhile does not count. A restoration keeps workers away whom
  /// the backup knew as working here, and no entry says so; they left at the latest when the epoch began.
  package func inactiveWorkers() throws -> [(worker: WorkerID, since: Instant)] {
    try db.all(
      """
      WITH RECURSIVE away (worker, sequence) AS (
        SELECT id, change FROM workers WHERE isActive = 0
        UNION ALL
        SELECT away.worker, past.sequence FROM away
          JOIN audit AS entry ON entry.sequence = away.sequence
          JOIN audit AS past ON past.sequence = entry.previous
        WHERE json_extract(entry.snapshot, '$.active') IS NOT 1
          AND json_extract(past.snapshot, '$.active') IS NOT 1
      )
      SELECT worker, CASE WHEN json_extract(snapshot, '$.active') IS 1
        THEN (SELECT value * 1000 FROM meta WHERE name = 'epoch') ELSE at END
      FROM (SELECT worker, min(sequence) AS first FROM away GROUP BY worker) JOIN audit ON sequence = first
      """
    ) { (worker: try $0.workerID(0), since: $0.instant(1)) }
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
