package import VisitsModel

extension StoreReader {
  /// The visit as it was when the feed had come to an entry.
  func visit(_ id: VisitID, asOf feed: Int64) throws -> Visit? {
    guard let stored = try storedVisit(id) else { return nil }
    guard stored.change > feed else { return stored.visit }
    return try snapshot(before: stored.change, asOf: feed).map { try Visit(snapshot: $0) }
  }

  /// A visit just before and just after it was last started, completed, cancelled or missed from being scheduled; `nil`
  /// when it never was.
  ///
  /// The audit is followed back from the visit's last entry, which seldom is more than two steps.
  package func lastDeparture(of id: VisitID) throws -> (planned: Visit, after: Visit)? {
    guard var after = try storedVisit(id)?.visit else { return nil }
    return try lookBack(from: id, "snapshot") { row in
      let before = try Visit(snapshot: db.snapshot(row.text(1)))
      defer { after = before }
      return before.status == .scheduled && after.status != .scheduled ? (before, after) : nil
    }
  }

  /// Whether a worker's device has reported something of a visit before, such as that the worker left.
  package func hasReported(_ method: String, of visit: VisitID, by worker: WorkerID) throws -> Bool {
    // A device of somebody who was merged into the worker reported under the other id.
    let isWorkers = "(caller = ?2 OR \(Self.isMergedCaller))"
    return try lookBack(
      from: visit, "origin = 'gateway' AND method = ?3 AND \(isWorkers)", .text(worker.rawValue), .text(method)
    ) {
      $0.truth(1) ? true : nil
    } ?? false
  }

  /// Looks through a visit's entries in the audit from the last one on until one has what is looked for, and no further
  /// than 100 entries back: a visit may have any number of changes.
  ///
  /// - Parameters:
  ///   - column: What the body finds in the second column, with the values behind `?2` and so on.
  ///   - body: What an entry has; `nil`: not what is looked for.
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
