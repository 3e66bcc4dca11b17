import GRDB
package import VisitsModel

/// A snapshot of the schedule. Valid only inside the closure that receives it.
package class StoreReader {
  let db: Database
  let context: StoreContext

  init(_ db: Database, _ context: StoreContext) {
    self.db = db
    self.context = context
  }

  func storedVisit(_ id: VisitID) throws -> StoredVisit? {
    try db.first("SELECT \(VisitRow.columns) FROM visits WHERE id = ?", [.text(id.rawValue)], VisitRow.stored)
  }

  /// The numbers of stored entities.
  package struct Counts: Sendable, Hashable {
    /// Visits in each state, without withdrawn visits.
    package var visits: [Status: Int] = [:]
    /// Workers, including inactive workers.
    package var workers = 0
    /// Clients, including inactive clients.
    package var clients = 0
  }

  /// Returns the numbers of stored entities, read from counters.
  package func counts() throws -> Counts {
    var counts = Counts()
    for (name, value) in try db.all("SELECT name, value FROM counters", [], { ($0.text(0), $0.int(1)) }) {
      switch name {
      case "worker": counts.workers = value
      case "client": counts.clients = value
      default: if let status = Status(rawValue: name) { counts.visits[status] = value }
      }
    }
    return counts
  }
}
