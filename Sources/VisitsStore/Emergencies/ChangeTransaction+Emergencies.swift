package import VisitsModel

extension ChangeTransaction {
  /// The emergency that is to be changed.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)``, ``Refusal/versionConflict(expected:current:)``.
  package func emergency(_ id: EmergencyID, expectedVersion: Int?) throws -> Emergency {
    guard let emergency = try emergency(id) else { throw Refusal.notFound(.emergency, id: id.rawValue) }
    if let expectedVersion, expectedVersion != emergency.version {
      throw Refusal.versionConflict(expected: expectedVersion, current: .emergency(try placed(emergency)))
    }
    return emergency
  }

  /// Keeps an emergency: a new one, or one as it is now. Its version and instant are set here.
  ///
  /// - Returns: The emergency as it is kept; as it was before, when nothing about it is different.
  package func put(_ emergency: Emergency) throws -> Emergency {
    let before = try storedEmergency(emergency.id)
    var emergency = emergency
    emergency.version = before?.emergency.version ?? 0
    emergency.updatedAt = before?.emergency.updatedAt ?? now
    if let before, before.emergency == emergency { return emergency }
    emergency.version += 1
    emergency.updatedAt = now
    let change = try append(
      .emergency, thing: emergency.id.rawValue, version: emergency.version, previous: before?.change,
      snapshot: emergency.snapshot(), before: (before?.emergency).map(AuditEntry.Snapshot.emergency),
      after: .emergency(emergency))
    if let before {
      try EmergencyRow.update(before.row, to: emergency, change: change, db)
    } else {
      try EmergencyRow.insert(emergency, change: change, db)
    }
    return emergency
  }

  /// The id for a new emergency.
  package func newEmergencyID() -> EmergencyID { EmergencyID(rawValue: context.identities.next()) }
}
