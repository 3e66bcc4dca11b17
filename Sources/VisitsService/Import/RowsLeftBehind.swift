import VisitsModel
import VisitsStore

/// Visits that came from rows without an id before and stand in the text no more, though their client and day do: perhaps
/// they were moved or called off, which such rows cannot tell.
struct RowsLeftBehind {
  private var clients: Set<ClientID> = []
  private var span: (first: Instant, last: Instant)?
  private var mentioned: Set<VisitID> = []

  /// Whether no row of the text stands for a visit.
  func isMissing(_ visit: VisitID) -> Bool { !mentioned.contains(visit) }

  /// Takes note of a row that has no id.
  mutating func add(_ row: PlannedRow) {
    clients.insert(row.client)
    span = span.map { (min($0.first, row.start), max($0.last, row.start)) } ?? (row.start, row.start)
  }

  /// Takes note of a visit that stands in the text.
  mutating func mention(_ visit: VisitID) { mentioned.insert(visit) }

  /// How many there are on the days, in this zone, of the rows.
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
