package import VisitsModel

extension StoreReader {
  /// Returns the emergency with an id; `nil` if there is none.
  package func emergency(_ id: EmergencyID) throws -> Emergency? { try stored(id.rawValue)?.thing }

  /// Returns the open emergency of a worker; `nil` if there is none.
  package func openEmergency(of worker: WorkerID) throws -> Emergency? {
    let found: [Emergency] = try all(
      "SELECT \(Emergency.table.columns) FROM emergencies WHERE worker = ? AND resolvedAt IS NULL",
      [.text(worker.rawValue)])
    return found.first
  }

  /// Returns emergencies, the last received first.
  ///
  /// - Parameters:
  ///   - isOpen: `true` for open emergencies only, `false` for resolved emergencies only; `nil` for both.
  ///   - worker: The worker whose emergencies are returned; `nil` for all.
  ///   - limit: The maximum number of emergencies.
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

  /// Returns an emergency together with its worker and visit, both as they were at a point of the feed, the numbered
  /// list of all changes.
  ///
  /// - Parameter feed: The number of the last change that counts; by default all changes count.
  package func placed(_ emergency: Emergency, asOf feed: Int64 = .max) throws -> PlacedEmergency {
    // If the worker is missing, the emergency is still shown, with the worker's id instead of the name.
    var result = PlacedEmergency(nameless: emergency)
    if let worker = try worker(emergency.worker, asOf: feed) { result.worker = worker }
    if let id = emergency.visit, let visit = try visit(id, asOf: feed) {
      result.visit = try placed([visit], asOf: feed).first
    }
    return result
  }
}
