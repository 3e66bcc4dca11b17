package import VisitsModel

extension ChangeTransaction {
  /// Returns the worker that is to be changed.
  ///
  /// - Parameter expectedVersion: The version that the caller saw; `nil` accepts any.
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func worker(_ id: WorkerID, expectedVersion: Int?) throws -> Worker {
    try present(worker(id), id.rawValue, expectedVersion: expectedVersion) { .worker($0) }
  }

  /// Stores a new or changed worker. A stored worker keeps its key. This function sets the version and the time of the
  /// change.
  ///
  /// - Parameter isDecision: Whether to write an audit entry even if no value of the worker differs.
  /// - Returns: The worker as stored. If no value differs and this is no decision, the stored worker stays as it is.
  package func put(_ worker: Worker, isDecision: Bool = false) throws -> Worker {
    let before: Stored<Worker>? = try stored(worker.id.rawValue)
    var worker = worker
    worker.key = before?.thing.key ?? worker.key
    let kept = try keep(worker, inPlaceOf: before, isDecision: isDecision)
    if before == nil { count(Refusal.Thing.worker.rawValue, 1) }
    return kept
  }

  /// Returns the id if it is free, otherwise a free id among id-2, id-3, …, usually the lowest.
  package func freeWorkerID(base: String) throws -> WorkerID {
    try freeID(base, in: "workers", WorkerID.init(rawValue:))
  }

  /// Returns the id, or a free variant of it, for workers or clients.
  ///
  /// The search doubles the number until an id is free, then bisects: a server may send thousands of people of one
  /// name, and the number of queries must not grow with each of them.
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
