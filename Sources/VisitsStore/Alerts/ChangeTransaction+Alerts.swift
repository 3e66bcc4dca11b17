package import VisitsModel

extension ChangeTransaction {
  /// The alert that is to be changed.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func alert(_ id: AlertID, expectedVersion: Int?) throws -> Alert {
    try present(alert(id), id.rawValue, expectedVersion: expectedVersion) { .alert(try placed($0)) }
  }

  /// Keeps an alert: a new one, or one as it is now. Its version and instant are set here.
  ///
  /// - Returns: The alert as it is kept; as it was before, when nothing about it is different.
  package func put(_ alert: Alert) throws -> Alert {
    try keep(alert, inPlaceOf: stored(alert.id.rawValue))
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

  /// Raises that upstream has taken back a visit, unless that is known.
  ///
  /// - Parameter visit: As it is kept.
  package func raiseWithdrawal(of visit: Visit) throws {
    guard let watched = try watched(visit.id, open: []) else { return }
    _ = try raise(.withdrawn, of: watched, since: now)
  }

  /// It holds no more.
  package func resolve(_ alert: Alert) throws -> Alert {
    var alert = alert
    alert.resolvedAt = now
    return try put(alert)
  }
}
