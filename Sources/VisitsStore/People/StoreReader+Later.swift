package import VisitsModel

extension StoreReader {
  /// Returns the workers and clients for whom announced facts have begun to hold, each kind at most `limit`.
  package func due(at now: Instant, limit: Int) throws -> (workers: [WorkerID], clients: [ClientID]) {
    let values: [Bound] = [Bound(now), Bound(limit)]
    return (
      try db.all(Self.dueWorkers, values) { try $0.workerID(0) },
      try db.all(Self.dueClients, values) { try $0.clientID(0) }
    )
  }

  static let dueWorkers = "SELECT id FROM workers WHERE laterFrom <= ? ORDER BY laterFrom LIMIT ?"
  static let dueClients = "SELECT id FROM clients WHERE laterFrom <= ? ORDER BY laterFrom LIMIT ?"
}
