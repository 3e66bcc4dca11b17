import GRDB
package import VisitsModel

/// The schedule as it stood at one moment. Good only inside the closure that it is handed to.
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

  /// How much is stored.
  package struct Counts: Sendable, Hashable {
    /// Visits in each state; withdrawn ones are not counted.
    package var visits: [Status: Int] = [:]
    /// Workers, inactive ones too.
    package var workers = 0
    /// Clients, inactive ones too.
    package var clients = 0
  }

  /// How much is stored, without counting it.
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
