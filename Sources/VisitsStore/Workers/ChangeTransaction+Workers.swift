package import VisitsModel

extension ChangeTransaction {
  /// Returns the worker whom the caller is about to change.
  ///
  /// - Parameter expectedVersion: The version that the caller saw; `nil` accepts any.
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func worker(_ id: WorkerID, expectedVersion: Int?) throws -> Worker {
    try present(worker(id), id.rawValue, expectedVersion: expectedVersion) { .worker($0) }
  }

  /// Stores a new or changed worker, and sets the version and the time of the change. The key of a worker who is
  /// already stored does not change.
  ///
  /// - Parameter isDecision: Whether to write an audit entry even if no value of the worker differs, because a caller
  ///   decided something about the worker.
  /// - Returns: The worker as stored. If no value differs from the stored worker and this is no decision, nothing is
  ///   written.
  package func put(_ worker: Worker, isDecision: Bool = false) throws -> Worker {
    let before: Stored<Worker>? = try stored(worker.id.rawValue)
    var worker = worker
    worker.key = before?.thing.key ?? worker.key
    let kept = try keep(worker, inPlaceOf: before, isDecision: isDecision)
    if before == nil { count(Refusal.Thing.worker.rawValue, 1) }
    return kept
  }

  /// Returns an unused id for a new worker: `base`, or if this id is taken, `base` with a number, such as `base-2`. The
  /// number is usually the lowest one that is free.
  package func freeWorkerID(base: String) throws -> WorkerID {
    try freeID(base, in: "workers", WorkerID.init(rawValue:))
  }

  /// Returns an unused id for a new worker or client: `base`, or `base` with a number, such as `base-2`.
  ///
  /// The search doubles the number until an id is free, then bisects. A server may send thousands of people with one
  /// name, so the search must not try each number.
  func freeID<ID>(_ base: String, in table: String, _ make: (String) -> ID?) throws -> ID {
    func id(_ number: Int) throws -> (text: String, id: ID) {
      let suffix = number == 1 ? "" : "-\(number)"
      let text = String(base.prefix(64 - suffix.utf8.count)) + suffix
      guard let id = make(text) else { throw Refusal.invalid(field: "id", .notASlug(base)) }
      return (text, id)
    }
    func isFree(_ number: Int) throws -> Bool {
      try db.first("SELECT 1 FROM \(table) WHERE id = ?", [.text(id(number).text)], { _ in true }) == nil
    }
    var free = 1
    while try !isFree(free) { free *= 2 }
    var taken = free / 2
    while free - taken > 1 {
      let middle = taken + (free - taken) / 2
      if try isFree(middle) { free = middle } else { taken = middle }
    }
    return try id(free).id
  }
}
