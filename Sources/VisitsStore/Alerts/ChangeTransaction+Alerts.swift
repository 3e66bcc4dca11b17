package import VisitsModel

extension ChangeTransaction {
  /// Returns the alert that the caller is about to change. Fails if the alert no longer has the version that the caller
  /// last read.
  ///
  /// - Parameter expectedVersion: The version that the caller last read; `nil` accepts any version.
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such alert, ``Refusal/versionConflict(expected:current:)`` if
  ///   it has another version.
  package func alert(_ id: AlertID, expectedVersion: Int?) throws -> Alert {
    try present(alert(id), id.rawValue, expectedVersion: expectedVersion) { .alert(try placed($0)) }
  }

  /// Stores a new or changed alert. Sets its version and the time of the change.
  ///
  /// - Returns: The alert as stored. If no value differs from the stored alert, nothing is written.
  package func put(_ alert: Alert) throws -> Alert {
    try keep(alert, inPlaceOf: stored(alert.id.rawValue))
  }

  /// Raises an alert about a visit. Does nothing if the visit already has an open alert of the same kind.
  ///
  /// - Parameter since: The time at which the alert's cause began.
  ///
  /// - Returns: The new alert; `nil` if an alert of the same kind was already open.
  package func raise(_ kind: Alert.Kind, of visit: WatchedVisit, since: Instant) throws -> Alert? {
    guard try openAlerts(of: visit.id).allSatisfy({ $0.kind != kind }) else { return nil }
    return try put(
      Alert(
        id: AlertID(rawValue: context.identities.next()), kind: kind, visit: visit.id, worker: visit.worker,
        client: visit.client, since: since, raisedAt: now))
  }

  /// Raises a conflict alert about a visit: a worker recorded something in the field that contradicts a decision of the
  /// office. Does nothing if the visit already has an open conflict alert.
  ///
  /// - Parameter visit: The visit as it is stored.
  package func raiseConflict(of visit: Visit) throws {
    guard let watched = try watched(visit.id, open: []) else { return }
    _ = try raise(.conflict, of: watched, since: now)
  }

  /// Raises an alert that upstream has withdrawn a visit. Does nothing if the visit already has an open alert of this
  /// kind.
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
