package import VisitsModel

extension ChangeTransaction {
  /// Returns the emergency that the caller is about to change. Fails if the emergency no longer has the version that
  /// the caller last read.
  ///
  /// - Parameter expectedVersion: The version that the caller last read; `nil` accepts any version.
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such emergency,
  ///   ``Refusal/versionConflict(expected:current:)`` if it has another version.
  package func emergency(_ id: EmergencyID, expectedVersion: Int?) throws -> Emergency {
    try present(emergency(id), id.rawValue, expectedVersion: expectedVersion) { .emergency(try placed($0)) }
  }

  /// Stores a new or changed emergency. Sets its version and the time of the change.
  ///
  /// - Returns: The emergency as stored. If no value differs from the stored emergency, nothing is written.
  package func put(_ emergency: Emergency) throws -> Emergency {
    try keep(emergency, inPlaceOf: stored(emergency.id.rawValue))
  }

  /// Returns an id for a new emergency.
  package func newEmergencyID() -> EmergencyID { EmergencyID(rawValue: context.identities.next()) }

  /// Returns how often the caller of this change has raised an emergency in 24 hours; `nil` for never.
  package func raises(of emergency: EmergencyID) -> RepeatedRaises? {
    context.quota.raises(of: emergency, by: request, at: now)
  }
}
