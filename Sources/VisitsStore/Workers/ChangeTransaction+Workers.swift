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
  /// - Returns: The worker as kept; as before, when nothing about them is different.
  package func put(_ worker: Worker) throws -> Worker {
    let before: Stored<Worker>? = try stored(worker.id.rawValue)
    var worker = worker
    worker.key = before?.thing.key ?? worker.key
    let kept = try keep(worker, inPlaceOf: before)
    if before == nil { count(Refusal.Thing.worker.rawValue, 1) }
    return kept
  }

  /// The id, or the first of id-2, id-3, … that nobody has.
  package func freeWorkerID(base: String) throws -> WorkerID {
    try freeID(base, in: "workers", WorkerID.init(rawValue:))
  }

  /// The same for either table of people.
  func freeID<ID>(_ base: String, in table: String, _ make: (String) -> ID?) throws -> ID {
    for number in 1... {
      let suffix = number == 1 ? "" : "-\(number)"
      let text = String(base.prefix(64 - suffix.utf8.count)) + suffix
      guard let id = make(text) else { throw Refusal.invalid(field: "id", .notASlug(base)) }
      if try db.first("SELECT 1 FROM \(table) WHERE id = ?", [.text(text)], { _ in true }) == nil { return id }
    }
    throw Refusal.invalid(field: "id", .notASlug(base))
  }
}
