import VisitsModel
import VisitsStore

/// Assigns rows without an id to visits when one client has several visits with the same start, for example care by two
/// workers.
///
/// A row gets the visit for which the last import had a row with the same worker. The remaining rows get the remaining
/// visits in the order of the text, so that a row with another worker than before changes its visit instead of adding
/// one. A row that no earlier import had may get an existing visit that belongs to no row.
struct RowsOfOneStart {
  /// The visit to which a row is assigned.
  struct Place {
    /// The number of the visit, counted from 1 among the visits that have the same client and start.
    let part: Int
    /// An existing visit that belonged to no row until now; `nil` if there is none for this row.
    var visit: Visit?
  }

  private struct Row {
    let index: Int
    let worker: WorkerID?
    let said: SaidOfVisit
  }

  private var rows: [UpstreamIdentity: [Row]] = [:]
  private var places: [Int: Place] = [:]

  /// Records a row without an id, so that it can be assigned together with other rows of its client and start.
  mutating func add(_ row: PlannedRow, index: Int) {
    rows[row.identity, default: []].append(Row(index: index, worker: row.workerID, said: row.said))
  }

  /// Returns the visit to which a row is assigned. The first call for a client and start assigns all their rows.
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

  /// Finds existing visits for rows that no earlier import had. A row first gets the visit of its worker. The other
  /// rows get the remaining visits, unless there are more visits than rows: then it is unknown which visits are meant.
  /// The result is keyed by the number (`part`) of the visit among those of its client and start.
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
