package import VisitsModel

extension StoreReader {
  /// The period in milliseconds, a year, in which a worker's earlier visits to the client count.
  private static let memory: Int64 = 366 * 24 * 3_600_000

  /// Returns the workers who could make a visit, because they are free at its time. The most suitable worker comes
  /// first. The worker who already has the visit, and workers who are away then, are left out.
  ///
  /// - Parameters:
  ///   - travelMinutes: The minutes that the way between two clients takes.
  ///   - limit: The maximum number of workers.
  package func suggestions(
    for visit: Visit, now: Instant, travelMinutes: Int, limit: Int
  ) throws -> [Suggestion] {
    let place = try place(of: visit)
    let known = try acquaintances(of: visit.client, now: now)
    let workers: [Worker] = try all("SELECT \(Worker.table.columns) FROM workers WHERE isActive = 1 ORDER BY id")
    let away = Set(try absences(from: visit.start, to: visit.end).map(\.worker))
    let found = try workers.filter { $0.id != visit.worker && !away.contains($0.id) }.compactMap { worker in
      try Suggestion(
        worker, for: visit, knowing: known[worker.id], among: visits(of: worker.id, around: visit),
        way: Int64(travelMinutes) * 60_000
      ) { other in
        // A visit by video or phone needs no way.
        if other.client == visit.client || other.virtual != nil || visit.virtual != nil { return true }
        return try place != nil && place == self.place(of: other)
      }
    }
    return Array(found.sorted().prefix(limit))
  }

  /// Returns, for each worker who visited a client in the last year, the number of these visits and the start of the
  /// last one.
  private func acquaintances(
    of client: ClientID, now: Instant
  ) throws -> [WorkerID: Suggestion.Acquaintance] {
    let found = try db.all(
      Self.acquaintances,
      [.text(client.rawValue), Bound(Instant(milliseconds: now.milliseconds - Self.memory)), Bound(now)]
    ) { row in
      (try row.workerID(0), Suggestion.Acquaintance(visits: row.int(1), last: row.instant(2)))
    }
    return Dictionary(uniqueKeysWithValues: found)
  }

  static let acquaintances = """
    SELECT worker, count(*), max(startsAt) FROM visits INDEXED BY visitsByClient
    WHERE client = ? AND startsAt >= ? AND startsAt <= ? AND worker IS NOT NULL
      AND status IN ('inProgress', 'completed') AND isWithdrawn = 0
    GROUP BY worker
    """

  /// Returns the address at which a visit takes place; `nil` if it is not known.
  private func place(of visit: Visit) throws -> String? {
    try visit.address ?? client(visit.client)?.homes.home(at: visit.start).address
  }

  private func visits(of worker: WorkerID, around visit: Visit) throws -> [Visit] {
    let first = visit.start.milliseconds - Visit.longest - Suggestion.near
    return try db.all(
      Self.around,
      [.text(worker.rawValue), .integer(first), .integer(visit.end.milliseconds + Suggestion.near)], VisitRow.visit)
  }

  static let around = """
    SELECT \(VisitRow.columns) FROM visits INDEXED BY visitsByWorker
    WHERE worker = ? AND startsAt > ? AND startsAt <= ?
    """
}
