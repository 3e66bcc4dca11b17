import VisitsModel
import VisitsStore

/// Checks the visits of a table for overlaps after all its rows are planned. An earlier check would refuse two visits
/// that swap their times, because they overlap while only one of them has moved.
struct TableOverlaps {
  private struct Time {
    let row: Int
    let visit: VisitID
    let worker: WorkerID
    let start: Instant
    let end: Instant
  }

  private var times: [Time] = []
  private var rows: [VisitID: Int] = [:]

  /// Adds the visit of a row to the visits that are checked.
  mutating func add(_ visit: Visit, row: Int) {
    guard let worker = visit.worker, visit.occupiesItsTime else { return }
    times.append(Time(row: row, visit: visit.id, worker: worker, start: visit.start, end: visit.end))
    rows[visit.id] = row
  }

  /// Calls `refuse` for each row whose visit overlaps with another visit of its worker, in the order of the rows. If
  /// the visits of two rows overlap, only the later row is refused.
  func refused(in transaction: ChangeTransaction, _ refuse: (Int, Refusal) -> Void) throws {
    for time in times {
      try transaction.goOn()
      let others = try transaction.overlapping(
        worker: time.worker, start: time.start, end: time.end, except: time.visit
      ).filter { other in rows[other.id].map { $0 < time.row } ?? true }
      if !others.isEmpty { refuse(time.row, .overlap(others)) }
    }
  }
}
