package import VisitsModel

extension ChangeTransaction {
  /// The visit that is to be changed.
  ///
  /// - Parameter expectedVersion: The version that the caller saw; `nil`: whichever.
  /// - Throws: ``Refusal/notFound(_:id:)``, for a withdrawn visit too; ``Refusal/versionConflict(expected:current:)``.
  package func visit(_ id: VisitID, expectedVersion: Int?) throws -> Visit {
    guard let visit = try visit(id), !visit.isWithdrawn else { throw Refusal.notFound(.visit, id: id.rawValue) }
    if let expectedVersion, expectedVersion != visit.version {
      throw Refusal.versionConflict(expected: expectedVersion, current: .visit(visit))
    }
    return visit
  }

  /// Keeps a visit: a new one, or one as it is now. Its version and instant are set here.
  ///
  /// - Parameter isDecision: Whether somebody has decided something about it that the audit is to tell, even if nothing
  ///   about the visit itself is different.
  /// - Returns: The visit as it is kept; as it was before, when nothing about it is different.
  /// - Throws: ``Refusal/notFound(_:id:)`` for a worker or client that is not there.
  package func put(_ visit: Visit, isDecision: Bool = false) throws -> Visit {
    let before = try storedVisit(visit.id)
    var visit = visit
    visit.version = before?.visit.version ?? 0
    visit.updatedAt = before?.visit.updatedAt ?? now
    if let before, before.visit == visit, !isDecision { return visit }
    visit.version += 1
    visit.updatedAt = now
    try requirePeople(of: visit, before: before?.visit)
    let change = try append(
      .visit, thing: visit.id.rawValue, version: visit.version, previous: before?.change,
      before: (before?.visit).map(AuditEntry.Snapshot.visit), after: .visit(visit), visit.write)
    if let before {
      try VisitRow.update(before, to: visit, change: change, db)
      try rememberFormerPeople(before, visit)
      remember(StoredVisit(row: before.row, change: change, visit: visit))
    } else {
      remember(StoredVisit(row: try VisitRow.insert(visit, change: change, db), change: change, visit: visit))
    }
    if let before = before?.visit, !before.isWithdrawn { count(before.status.rawValue, -1) }
    if !visit.isWithdrawn { count(visit.status.rawValue, 1) }
    return visit
  }

  private func requirePeople(of visit: Visit, before: Visit?) throws {
    if let worker = visit.worker, worker != before?.worker, try !isPresent(worker) {
      throw Refusal.notFound(.worker, id: worker.rawValue)
    }
    if visit.client != before?.client, try !isPresent(visit.client) {
      throw Refusal.notFound(.client, id: visit.client.rawValue)
    }
  }

  private func rememberFormerPeople(_ before: StoredVisit, _ visit: Visit) throws {
    func remember(_ topic: Refusal.Thing, _ person: String) throws {
      try db.run(
        "INSERT INTO formerVisits (topic, person, visit) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [.text(topic.rawValue), .text(person), .integer(before.row)])
    }
    if let worker = before.visit.worker, worker != visit.worker { try remember(.worker, worker.rawValue) }
    if before.visit.client != visit.client { try remember(.client, before.visit.client.rawValue) }
  }
}
