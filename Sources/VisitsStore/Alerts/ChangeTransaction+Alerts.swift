package import VisitsModel

extension ChangeTransaction {
  /// The alert that is to be changed.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func alert(_ id: AlertID, expectedVersion: Int?) throws -> Alert {
    guard let alert = try alert(id) else { throw Refusal.notFound(.alert, id: id.rawValue) }
    if let expectedVersion, expectedVersion != alert.version {
      throw Refusal.versionConflict(expected: expectedVersion, current: .alert(try placed(alert)))
    }
    return alert
  }

  /// Keeps an alert: a new one, or one as it is now. Its version and instant are set here.
  ///
  /// - Returns: The alert as it is kept; as it was before, when nothing about it is different.
  package func put(_ alert: Alert) throws -> Alert {
    let before = try storedAlert(alert.id)
    var alert = alert
    alert.version = before?.alert.version ?? 0
    alert.updatedAt = before?.alert.updatedAt ?? now
    if let before, before.alert == alert { return alert }
    alert.version += 1
    alert.updatedAt = now
    let change = try append(
      .alert, thing: alert.id.rawValue, version: alert.version, previous: before?.change, snapshot: alert.snapshot(),
      before: (before?.alert).map(AuditEntry.Snapshot.alert), after: .alert(alert))
    if let before {
      try AlertRow.update(before.row, to: alert, change: change, db)
    } else {
      try AlertRow.insert(alert, change: change, db)
    }
    return alert
  }

  /// Raises an alert about a visit, unless one of its kind is open.
  ///
  /// - Returns: The new alert; `nil`: there is one already.
  package func raise(_ kind: Alert.Kind, of visit: WatchedVisit, since: Instant) throws -> Alert? {
    guard try openAlerts(of: visit.id).allSatisfy({ $0.kind != kind }) else { return nil }
    return try put(
      Alert(
        id: AlertID(rawValue: context.identities.next()), kind: kind, visit: visit.id, worker: visit.worker,
        client: visit.client, since: since, raisedAt: now))
  }

  /// Raises that a device did in the field what the office had decided otherwise, unless that is known.
  ///
  /// - Parameter visit: As it is kept.
  package func raiseConflict(of visit: Visit) throws {
    guard let watched = try watched(visit.id, open: []) else { return }
    _ = try raise(.conflict, of: watched, since: now)
  }

  /// It holds no more.
  package func resolve(_ alert: Alert) throws -> Alert {
    var alert = alert
    alert.resolvedAt = now
    return try put(alert)
  }
}
