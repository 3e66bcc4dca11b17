package import VisitsModel

extension StoreReader {
  /// The emergency of that id.
  package func emergency(_ id: EmergencyID) throws -> Emergency? { try stored(id.rawValue)?.thing }

  /// The one that a worker is in, if any.
  package func openEmergency(of worker: WorkerID) throws -> Emergency? {
    let found: [Emergency] = try all(
      "SELECT \(Emergency.table.columns) FROM emergencies WHERE worker = ? AND resolvedAt IS NULL",
      [.text(worker.rawValue)])
    return found.first
  }

  /// Emergencies, the newest first.
  ///
  /// - Parameters:
  ///   - isOpen: Only those that nobody has ended, or only those that somebody has; `nil`: all.
  ///   - worker: Only this worker's.
  ///   - limit: At most so many.
  package func emergencies(isOpen: Bool? = nil, worker: WorkerID? = nil, limit: Int) throws -> [Emergency] {
    var conditions = ["TRUE"]
    var values: [Bound] = []
    if let isOpen { conditions.append("resolvedAt IS \(isOpen ? "" : "NOT ")NULL") }
    if let worker {
      conditions.append("worker = ?")
      values.append(.text(worker.rawValue))
    }
    return try allOnce(
      """
      SELECT \(Emergency.table.columns) FROM emergencies WHERE \(conditions.joined(separator: " AND "))
      ORDER BY receivedAt DESC, id DESC LIMIT ?
      """, values + [Bound(max(0, limit))])
  }

  /// An emergency with the people it concerns, as they were when the feed had come to an entry; by default as they are
  /// now.
  package func placed(_ emergency: Emergency, asOf feed: Int64 = .max) throws -> PlacedEmergency {
    // Whoever cannot be found any more is called by their id: an alarm is shown all the same.
    var result = PlacedEmergency(nameless: emergency)
    if let worker = try worker(emergency.worker, asOf: feed) { result.worker = worker }
    if let id = emergency.visit, let visit = try visit(id, asOf: feed) {
      result.visit = try placed([visit], asOf: feed).first
    }
    return result
  }
}
