package import VisitsModel

extension ChangeTransaction {
  /// The worker that is to be changed.
  ///
  /// - Parameter expectedVersion: The version that the caller saw; `nil`: whichever.
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func worker(_ id: WorkerID, expectedVersion: Int?) throws -> Worker {
    try present(worker(id), id.rawValue, expectedVersion: expectedVersion) { .worker($0) }
  }

  /// Keeps a worker: a new one, or one as they are now. Key, version and instant of one who is there stay ours.
  ///
  /// - Parameter isDecision: Whether the audit is to tell of it even if nothing about the worker is different.
  /// - Returns: The worker as kept; as before, when nothing about them is different.
  package func put(_ worker: Worker, isDecision: Bool = false) throws -> Worker {
    let before: Stored<Worker>? = try stored(worker.id.rawValue)
    var worker = worker
    worker.key = before?.thing.key ?? worker.key
    let kept = try keep(worker, inPlaceOf: before, isDecision: isDecision)
    if before == nil { count(Refusal.Thing.worker.rawValue, 1) }
    return kept
  }

  /// The id, or a free one of id-2, id-3, …: the first, unless ids between were freed.
  package func freeWorkerID(base: String) throws -> WorkerID {
    try freeID(base, in: "workers", WorkerID.init(rawValue:))
  }

  /// The same for either table of people.
  ///
  /// Numbers are doubled until one is free, then halved in between: a server may send thousands of people of one name,
  /// and each must not cost as many queries as came before.
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
