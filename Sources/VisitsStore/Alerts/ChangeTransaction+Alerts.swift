package import VisitsModel

extension ChangeTransaction {
  /// Returns the alert that is to be changed, if it has the version that the caller saw.
  ///
  /// - Parameter expectedVersion: The version that the caller saw; `nil` accepts any version.
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such alert, ``Refusal/versionConflict(expected:current:)`` if
  ///   it has another version.
  package func alert(_ id: AlertID, expectedVersion: Int?) throws -> Alert {
    try present(alert(id), id.rawValue, expectedVersion: expectedVersion) { .alert(try placed($0)) }
  }

  /// Stores a new or changed alert. Sets its version and the time of the change.
  ///
  /// - Returns: The alert as stored. If no value differs, the stored alert stays as it is.
  package func put(_ alert: Alert) throws -> Alert {
    try keep(alert, inPlaceOf: stored(alert.id.rawValue))
  }

  /// Raises an alert about a visit, unless the visit has an open alert of the same kind.
  ///
  /// - Returns: The new alert; `nil` if such an alert is already open.
  package func raise(_ kind: Alert.Kind, of visit: WatchedVisit, since: Instant) throws -> Alert? {
    guard try openAlerts(of: visit.id).allSatisfy({ $0.kind != kind }) else { return nil }
    return try put(
      Alert(
        id: AlertID(rawValue: context.identities.next()), kind: kind, visit: visit.id, worker: visit.worker,
        client: visit.client, since: since, raisedAt: now))
  }

  /// Raises a conflict alert about a visit that was recorded in the field against the office's decision, unless such an
  /// alert is open.
  ///
  /// - Parameter visit: The visit as it is stored.
  package func raiseConflict(of visit: Visit) throws {
    guard let watched = try watched(visit.id, open: []) else { return }
    _ = try raise(.conflict, of: watched, since: now)
  }

  /// Raises an alert that upstream has withdrawn a visit, unless such an alert is open.
  ///
  /// - Parameter visit: The visit as it is stored.
  package func raiseWithdrawal(of visit: Visit) throws {
    guard let watched = try watched(visit.id, open: []) else { return }
    _ = try raise(.withdrawn, of: watched, since: now)
  }

  /// Marks an alert as resolved now.
  package func resolve(_ alert: Alert) throws -> Alert {
    var alert = alert
    alert.resolvedAt = now
    return try put(alert)
  }
}
