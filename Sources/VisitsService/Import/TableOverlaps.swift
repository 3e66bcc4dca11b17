import VisitsModel
import VisitsStore

/// The times that a table plans, looked at when all of it is planned: two visits that change places are in each other's
/// way only while one of them has moved.
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

  /// Takes note of a visit that a row has planned.
  mutating func add(_ visit: Visit, row: Int) {
    guard let worker = visit.worker, visit.occupiesItsTime else { return }
    times.append(Time(row: row, visit: visit.id, worker: worker, start: visit.start, end: visit.end))
    rows[visit.id] = row
  }

  /// The rows whose worker would be in two places at once, in order. Of two rows that are in each other's way it is the
  /// later.
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
