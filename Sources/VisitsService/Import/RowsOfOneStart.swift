import VisitsModel
import VisitsStore

/// Assigns rows without an id to visits where a client has several at the same start, such as care by two workers.
///
/// A row belongs to the visit that was last imported with its worker. The remaining rows are assigned in the order of
/// the text, so that another worker in a row changes its visit and adds none. A row that was not imported before may
/// belong to an existing visit without a row.
struct RowsOfOneStart {
  /// The visit of a row.
  struct Place {
    /// The number of the visit among those of its client and start, from 1.
    let part: Int
    /// An existing visit without a row, to which the row is now linked; `nil` if there is none.
    var visit: Visit?
  }

  private struct Row {
    let index: Int
    let worker: WorkerID?
    let said: SaidOfVisit
  }

  private var rows: [UpstreamIdentity: [Row]] = [:]
  private var places: [Int: Place] = [:]

  /// Records a row without an id.
  mutating func add(_ row: PlannedRow, index: Int) {
    rows[row.identity, default: []].append(Row(index: index, worker: row.workerID, said: row.said))
  }

  /// Returns which visit of its client and start a row belongs to.
  mutating func place(
    of row: PlannedRow, index: Int, among free: VisitsWithoutRow, in transaction: ChangeTransaction
  ) throws -> Place {
    if let mates = rows.removeValue(forKey: row.identity) {
      let told = try transaction.told(of: row.identity)
      let parts = try Self.parts(of: mates, told: told, in: transaction)
      let new = mates.filter { mate in !told.contains { $0.part == parts[mate.index] } }
      let visits = new.isEmpty ? [] : try free.visits(of: row.client, at: row.start, in: transaction)
      let found = try Self.match(new, parts, with: visits, in: transaction)
      for mate in mates {
        let part = parts[mate.index] ?? 1
        places[mate.index] = Place(part: part, visit: found[part])
      }
    }
    return places.removeValue(forKey: index) ?? Place(part: 1)
  }

  /// Returns the existing visit of each part that was not imported before. A part gets the visit of its worker. The
  /// other parts get the remaining visits, unless more visits than parts remain: then it is unknown which are meant.
  private static func match(
    _ rows: [Row], _ parts: [Int: Int], with visits: [Visit], in transaction: ChangeTransaction
  ) throws -> [Int: Visit] {
    var left = visits
    var found: [Int: Visit] = [:]
    var workers: [(part: Int, worker: WorkerID?)] = []
    for row in rows {
      try transaction.goOn()
      guard let part = parts[row.index], !workers.contains(where: { $0.part == part }) else { continue }
      workers.append((part, row.worker))
    }
    for (part, worker) in workers {
      if let place = left.firstIndex(where: { $0.worker == worker }) { found[part] = left.remove(at: place) }
    }
    let rest = workers.filter { found[$0.part] == nil }
    guard left.count <= rest.count else { return found }
    // A row without a worker takes whichever visit is left.
    let ordered = rest.filter { $0.worker == nil } + rest.filter { $0.worker != nil }
    for ((part, _), visit) in zip(ordered, left) { found[part] = visit }
    return found
  }

  private static func parts(
    of mates: [Row], told: [(part: Int, told: ToldOfVisit)], in transaction: ChangeTransaction
  ) throws -> [Int: Int] {
    var parts: [Int: Int] = [:]
    var left = told
    // A worker cannot make two visits at once: rows with the same worker are the same visit.
    var partOf: [WorkerID: Int] = [:]
    for row in mates {
      try transaction.goOn()
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
    return parts
  }
}
