import VisitsModel
import VisitsStore

/// The planned times of a table, checked for overlaps once all rows are planned: two visits that swap their times
/// overlap only while one of them has moved.
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

  /// Records a visit that a row has planned.
  mutating func add(_ visit: Visit, row: Int) {
    guard let worker = visit.worker, visit.occupiesItsTime else { return }
    times.append(Time(row: row, visit: visit.id, worker: worker, start: visit.start, end: visit.end))
    rows[visit.id] = row
  }

  /// Calls `refuse` for each row whose visit overlaps another of its worker, in order. Of two overlapping rows, the
  /// later one is refused.
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
