package import VisitsModel

extension ChangeTransaction {
  /// The emergency that is to be changed.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func emergency(_ id: EmergencyID, expectedVersion: Int?) throws -> Emergency {
    try present(emergency(id), id.rawValue, expectedVersion: expectedVersion) { .emergency(try placed($0)) }
  }

  /// Keeps an emergency: a new one, or one as it is now. Its version and instant are set here.
  ///
  /// - Returns: The emergency as it is kept; as it was before, when nothing about it is different.
  package func put(_ emergency: Emergency) throws -> Emergency {
    try keep(emergency, inPlaceOf: stored(emergency.id.rawValue))
  }

  /// The id for a new emergency.
  package func newEmergencyID() -> EmergencyID { EmergencyID(rawValue: context.identities.next()) }

  /// How often whoever asks for this change has raised an emergency in 24 hours; `nil`: never.
  package func raises(of emergency: EmergencyID) -> RepeatedRaises? {
    context.quota.raises(of: emergency, by: request, at: now)
  }
}
