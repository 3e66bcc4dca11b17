package import VisitsModel

extension StoreReader {
  /// Returns a visit with the values that it had at an entry of the feed.
  func visit(_ id: VisitID, asOf feed: Int64) throws -> Visit? {
    guard let stored = try storedVisit(id) else { return nil }
    guard stored.change > feed else { return stored.visit }
    return try snapshot(before: stored.change, asOf: feed).map { try Visit(snapshot: $0) }
  }

  /// Returns the values of a visit before and after it last ceased to be scheduled: because it was started, completed,
  /// cancelled or marked as missed. Returns `nil` if it was always scheduled.
  ///
  /// The search goes back through the visit's audit entries, beginning with the last one. It seldom needs more than two
  /// entries.
  package func lastDeparture(of id: VisitID) throws -> (planned: Visit, after: Visit)? {
    guard var after = try storedVisit(id)?.visit else { return nil }
    return try lookBack(from: storedVisit(id)?.change, "snapshot") { row in
      let before = try Visit(snapshot: db.snapshot(row.text(1)))
      defer { after = before }
      return before.status == .scheduled && after.status != .scheduled ? (before, after) : nil
    }
  }

  /// Returns the series of a visit as it was when the visit last ceased to be scheduled; `nil` if the visit was in no
  /// series then, or was always scheduled.
  package func planBehind(_ id: VisitID) throws -> Series? {
    guard let stored = try storedVisit(id) else { return nil }
    var after = (status: stored.visit.status, feed: stored.change)
    let found: (series: String?, feed: Int64)? = try lookBack(from: stored.change, "sequence, snapshot") { row in
      let before = try Visit(snapshot: db.snapshot(row.text(2)))
      defer { after = (before.status, row.integer(1)) }
      return before.status == .scheduled && after.status != .scheduled ? (before.series, after.feed) : nil
    }
    guard let found, let id = found.series, let series = try self.stored(id, as: Series.self) else { return nil }
    guard series.change > found.feed else { return series.thing }
    return try snapshot(before: series.change, asOf: found.feed).map {
      try Series(snapshot: $0, zones: context.zones)
    }
  }

  /// Whether a worker's device has already sent a request with this method for a visit, for example a check-out.
  package func hasReported(_ method: String, of visit: VisitID, by worker: WorkerID) throws -> Bool {
    // Another worker may have been merged into this worker since. The audit then still has the merged worker's id.
    let isWorkers = "(caller = ?2 OR \(Self.isMergedCaller))"
    return try lookBack(
      from: storedVisit(visit)?.change, "origin = 'gateway' AND method = ?3 AND \(isWorkers)", .text(worker.rawValue),
      .text(method)
    ) {
      $0.truth(1) ? true : nil
    } ?? false
  }

  /// Searches an entity's audit entries for a result, beginning with its last entry. It reads at most 100 entries,
  /// because an entity may have any number of them.
  ///
  /// - Parameters:
  ///   - last: The number of the entity's last audit entry; `nil` if there is no such entity.
  ///   - column: The SQL of the columns to select. In a row, their indices begin at 1, because column 0 has the
  ///     previous entry.
  ///   - values: The values of the SQL parameters in `column`, beginning with `?2`.
  ///   - body: Returns the result that an entry gives; `nil` continues with the previous entry.
  fileprivate func lookBack<Found>(
    from last: Int64?, _ column: String, _ values: Bound..., body: (Columns) throws -> Found?
  ) throws -> Found? {
    var entry = last
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

extension ChangeTransaction {
  /// Whether the device of this request has reported the same of a visit before: with the same method and the same time,
  /// as it sent it.
  package func isSentAgain(of visit: VisitID) throws -> Bool {
    try isSentAgain(after: storedVisit(visit)?.change)
  }

  /// Whether the device of this request has reported the same of a task record before.
  package func isSentAgain(of record: TaskRecordID) throws -> Bool {
    try isSentAgain(after: stored(record.rawValue, as: CareTaskRecord.self)?.change)
  }

  /// Whether the device of this request has reported the same of a session before.
  package func isSentAgain(of session: SessionID) throws -> Bool {
    try isSentAgain(after: stored(session.rawValue, as: GoalSession.self)?.change)
  }

  private func isSentAgain(after last: Int64?) throws -> Bool {
    guard let device = request.device, let toldAt else { return false }
    return try lookBack(
      from: last, "device IS ?2 AND toldAt IS ?3 AND method = ?4", .text(device.rawValue), Bound(toldAt),
      .text(request.method)
    ) {
      $0.truth(1) ? true : nil
    } ?? false
  }
}
