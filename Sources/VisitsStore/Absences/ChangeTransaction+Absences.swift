package import VisitsModel

extension ChangeTransaction {
  /// Returns the absence that the caller is about to change. Fails if the absence no longer has the version that the
  /// caller last read.
  ///
  /// - Parameter expectedVersion: The version that the caller last read; `nil` accepts any version.
  /// - Throws: ``Refusal/notFound(_:id:)`` if there is no such absence, ``Refusal/versionConflict(expected:current:)``
  ///   if it has another version.
  package func absence(_ id: AbsenceID, expectedVersion: Int?) throws -> Absence {
    try present(absence(id), id.rawValue, expectedVersion: expectedVersion) { .absence(try placed($0)) }
  }

  /// Stores a new or changed absence. Sets its version and the time of the change.
  ///
  /// - Returns: The absence as stored. If no value differs from the stored absence, nothing is written.
  package func put(_ absence: Absence) throws -> Absence {
    try keep(absence, inPlaceOf: stored(absence.id.rawValue))
  }

  /// Returns an id for a new absence.
  package func newAbsenceID() -> AbsenceID { AbsenceID(rawValue: context.identities.next()) }
}
