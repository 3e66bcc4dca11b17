package import VisitsModel

extension ChangeTransaction {
  /// The worker that is to be changed.
  ///
  /// - Parameter expectedVersion: The version that the caller saw; `nil`: whichever.
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func worker(_ id: WorkerID, expectedVersion: Int?) throws -> Worker {
    guard let worker = try worker(id) else { throw Refusal.notFound(.worker, id: id.rawValue) }
    if let expectedVersion, expectedVersion != worker.version {
      throw Refusal.versionConflict(expected: expectedVersion, current: .worker(worker))
    }
    return worker
  }

  /// Keeps a worker: a new one, or one as they are now. Key, version and instant of one who is there stay ours.
  ///
  /// - Returns: The worker as kept; as before, when nothing about them is different.
  package func put(_ worker: Worker) throws -> Worker {
    let before = try storedWorker(worker.id)
    var worker = worker
    worker.key = before?.worker.key ?? worker.key
    worker.version = before?.worker.version ?? 0
    worker.updatedAt = before?.worker.updatedAt ?? now
    if let before, before.worker == worker { return worker }
    worker.version += 1
    worker.updatedAt = now
    let change = try append(
      .worker, thing: worker.key.rawValue, version: worker.version, previous: before?.change,
      snapshot: worker.snapshot(), before: (before?.worker).map(AuditEntry.Snapshot.worker), after: .worker(worker))
    if let before {
      try WorkerRow.update(before, to: worker, change: change, db)
    } else {
      try WorkerRow.insert(worker, change: change, db)
      count(Refusal.Thing.worker.rawValue, 1)
    }
    return worker
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
