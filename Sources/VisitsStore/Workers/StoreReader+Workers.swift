package import VisitsModel

extension StoreReader {
  /// Returns the worker with an id; `nil` if there is none.
  package func worker(_ id: WorkerID) throws -> Worker? { try stored(id.rawValue)?.thing }

  /// Returns a worker with the values that they had at an entry of the feed.
  func worker(_ id: WorkerID, asOf feed: Int64) throws -> Worker? {
    guard let stored = try stored(id.rawValue, as: Worker.self) else { return nil }
    guard stored.change > feed else { return stored.thing }
    return try snapshot(before: stored.change, asOf: feed).map { try Worker(snapshot: $0, zones: context.zones) }
  }

  /// Returns the ids of all workers, by their keys. A worker who was merged into another one keeps an own key.
  package func workersByKey() throws -> [PersonKey: WorkerID] {
    let keys = try db.all("SELECT key, id FROM workers") { (PersonKey(rawValue: $0.text(0)), try $0.workerID(1)) }
    return Dictionary(keys) { first, _ in first }
  }

  /// Returns the id of the worker with a key; `nil` if no worker has it.
  package func worker(key: PersonKey) throws -> WorkerID? {
    try db.first("SELECT id FROM workers WHERE key = ?", [.text(key.rawValue)]) { try $0.workerID(0) }
  }

  /// Returns one page of workers, ordered by id.
  ///
  /// - Parameters:
  ///   - matching: Only workers who match a typed text: an id, the beginning or the end of an id, or a part of a name,
  ///     without regard to accents and case. `nil`: all workers.
  ///   - includeInactive: Whether to include workers who no longer work for the agency.
  ///   - limit: The maximum number of workers.
  ///   - after: The last id of the previous page; `nil` for the first page.
  package func workers(
    matching: String? = nil, includeInactive: Bool = false, limit: Int, after: WorkerID? = nil
  ) throws -> [Worker] {
    try people(matching, includeInactive, limit, after?.rawValue)
  }

  /// Returns the workers who no longer work for the agency, each with the time at which they left.
  ///
  /// This is the time of the audit entry with which the worker became inactive, even if later entries changed other
  /// values. A restoration may deactivate workers without an audit entry. For them, it is the time of the restoration,
  /// at which the present epoch of the database began.
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

  /// Returns one page of workers or clients, ordered by id. `matching` is compared with the id and, through a full-text
  /// index, with the name.
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
