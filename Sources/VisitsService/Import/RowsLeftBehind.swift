import VisitsModel
import VisitsStore

/// Counts visits that earlier rows without an id have planned and that the text no longer has, although it has rows for
/// their client and day. They may have been moved or cancelled, which rows without an id cannot say.
struct RowsLeftBehind {
  private var clients: Set<ClientID> = []
  private var span: (first: Instant, last: Instant)?
  private var mentioned: Set<VisitID> = []

  /// Whether the text has no row for a visit.
  func isMissing(_ visit: VisitID) -> Bool { !mentioned.contains(visit) }

  /// Records a row without an id.
  mutating func add(_ row: PlannedRow) {
    clients.insert(row.client)
    span = span.map { (min($0.first, row.start), max($0.last, row.start)) } ?? (row.start, row.start)
  }

  /// Records a visit that the text has.
  mutating func mention(_ visit: VisitID) { mentioned.insert(visit) }

  /// Returns the number of missing visits on the days of the rows, in this time zone.
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
