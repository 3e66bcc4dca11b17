package import VisitsModel

extension StoreReader {
  /// Returns the visit as of an entry of the feed.
  func visit(_ id: VisitID, asOf feed: Int64) throws -> Visit? {
    guard let stored = try storedVisit(id) else { return nil }
    guard stored.change > feed else { return stored.visit }
    return try snapshot(before: stored.change, asOf: feed).map { try Visit(snapshot: $0) }
  }

  /// Returns the visit before and after the last change that took the visit out of the scheduled state: a start,
  /// completion, cancellation or miss. Returns `nil` if there was no such change.
  ///
  /// The search follows the audit back from the visit's last entry, seldom more than two steps.
  package func lastDeparture(of id: VisitID) throws -> (planned: Visit, after: Visit)? {
    guard var after = try storedVisit(id)?.visit else { return nil }
    return try lookBack(from: id, "snapshot") { row in
      let before = try Visit(snapshot: db.snapshot(row.text(1)))
      defer { after = before }
      return before.status == .scheduled && after.status != .scheduled ? (before, after) : nil
    }
  }

  /// Whether a worker's device has sent a request of this method for a visit before, for example to report that the
  /// worker left.
  package func hasReported(_ method: String, of visit: VisitID, by worker: WorkerID) throws -> Bool {
    // Another worker may have been merged into this worker since. The audit then still has the merged worker's id.
    let isWorkers = "(caller = ?2 OR \(Self.isMergedCaller))"
    return try lookBack(
      from: visit, "origin = 'gateway' AND method = ?3 AND \(isWorkers)", .text(worker.rawValue), .text(method)
    ) {
      $0.truth(1) ? true : nil
    } ?? false
  }

  /// Searches a visit's audit entries from the last one back, at most 100 of them, because a visit may have any number
  /// of entries.
  ///
  /// - Parameters:
  ///   - column: The SQL of all columns after the first. Its values are bound to `?2` and following.
  ///   - body: Returns its finding in an entry; `nil` continues the search.
  private func lookBack<Found>(
    from id: VisitID, _ column: String, _ values: Bound..., body: (Columns) throws -> Found?
  ) throws -> Found? {
    var entry = try storedVisit(id)?.change
    for _ in 0..<100 {
      guard let sequence = entry else { return nil }
      entry = nil
      let found = try db.first(
        "SELECT previous, \(column) FROM audit WHERE sequence = ?1", [.integer(sequence)] + values
      ) { row in
        entry = row.isNull(0) ? nil : row.integer(0)
        return try body(row)
      }
      if let found = found ?? nil { return found }
    }
    return nil
  }
}
