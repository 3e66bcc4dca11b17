import VisitsModel
import VisitsStore

/// Which visit each row without an id stands for, where several of a client start at the same time: care by two.
///
/// A row is the visit that was told with its worker; what is left over is taken in the order of the text, so that
/// another worker in a row changes its visit and adds none.
struct RowsOfOneStart {
  private struct Row {
    let index: Int
    let worker: WorkerID?
    let said: SaidOfVisit
  }

  private var rows: [UpstreamIdentity: [Row]] = [:]
  private var parts: [Int: Int] = [:]

  /// Takes note of a row that has no id.
  mutating func add(_ row: PlannedRow, index: Int) {
    rows[row.identity, default: []].append(Row(index: index, worker: row.workerID, said: row.said))
  }

  /// Which of the visits of its client and start a row is, counted from 1.
  mutating func part(of row: PlannedRow, index: Int, in transaction: ChangeTransaction) throws -> Int {
    if let mates = rows.removeValue(forKey: row.identity) {
      try match(mates, with: transaction.told(of: row.identity))
    }
    return parts.removeValue(forKey: index) ?? 1
  }

  private mutating func match(_ mates: [Row], with told: [(part: Int, told: ToldOfVisit)]) {
    var left = told
    // Nobody is there twice: rows of the same worker are the same visit.
    var partOf: [WorkerID: Int] = [:]
    for row in mates {
      guard let worker = row.worker, partOf[worker] == nil,
        let place = left.firstIndex(where: { row.said.repeats(PlannedRow.Part.worker.rawValue, of: $0.told) })
      else { continue }
      partOf[worker] = left.remove(at: place).part
    }
    var next = (told.last?.part ?? 0) + 1
    for row in mates {
      if let part = row.worker.flatMap({ partOf[$0] }) {
        parts[row.index] = part
        continue
      }
      let part = left.first?.part ?? next
      if left.isEmpty { next += 1 } else { left.removeFirst() }
      parts[row.index] = part
      if let worker = row.worker { partOf[worker] = part }
    }
  }
}
