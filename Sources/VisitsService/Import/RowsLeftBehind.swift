import VisitsModel
import VisitsStore

/// Counts the visits that earlier imports have planned from rows without an id, and for which the present text has no
/// row. Only the clients and days of the present rows are checked. Such a visit may have been moved or cancelled; rows
/// without an id cannot say which.
struct RowsLeftBehind {
  private var clients: Set<ClientID> = []
  private var span: (first: Instant, last: Instant)?
  private var mentioned: Set<VisitID> = []

  /// Whether the present text has no row for a visit.
  func isMissing(_ visit: VisitID) -> Bool { !mentioned.contains(visit) }

  /// Records a row without an id. Its client and its day are checked for visits without a row.
  mutating func add(_ row: PlannedRow) {
    clients.insert(row.client)
    span = span.map { (min($0.first, row.start), max($0.last, row.start)) } ?? (row.start, row.start)
  }

  /// Records that the present text has a row for a visit.
  mutating func mention(_ visit: VisitID) { mentioned.insert(visit) }

  /// Returns the number of scheduled visits without a row, from the day of the first row to the day of the last. The
  /// days are days in `zone`.
  func count(in transaction: ChangeTransaction, zone: Zone) throws -> Int {
    guard let span else { return 0 }
    let first = zone.start(of: zone.day(of: span.first))
    let end = zone.start(of: zone.day(of: span.last).adding(days: 1))
    var count = 0
    for client in clients {
      let known = try transaction.visits(
        from: PlannedRow.identity(client, first), before: PlannedRow.identity(client, end))
      for id in known where !mentioned.contains(id) {
        if let visit = try transaction.visit(id), visit.status == .scheduled, !visit.isWithdrawn { count += 1 }
      }
    }
    return count
  }
}
