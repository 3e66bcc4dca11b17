package import VisitsModel

extension ChangeTransaction {
  /// Returns the visit that the caller is about to change.
  ///
  /// - Parameter expectedVersion: The version that the caller saw; `nil` accepts any.
  /// - Throws: ``Refusal/notFound(_:id:)``, for a withdrawn visit too; ``Refusal/versionConflict(expected:current:)``.
  package func visit(_ id: VisitID, expectedVersion: Int?) throws -> Visit {
    guard let visit = try visit(id), !visit.isWithdrawn else { throw Refusal.notFound(.visit, id: id.rawValue) }
    if let expectedVersion, expectedVersion != visit.version {
      throw Refusal.versionConflict(expected: expectedVersion, current: .visit(visit))
    }
    return visit
  }

  /// Stores a new or changed visit, and sets its version and the time of the change.
  ///
  /// - Parameter isDecision: Whether to write an audit entry even if no value of the visit differs, because a caller
  ///   decided something about the visit.
  /// - Returns: The visit as stored. If no value differs from the stored visit and this is no decision, nothing is
  ///   written.
  /// - Throws: ``Refusal/notFound(_:id:)`` if the visit's worker or client does not exist.
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
