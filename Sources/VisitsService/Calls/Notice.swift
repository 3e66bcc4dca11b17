package import VisitsModel

extension VisitsService {
  /// An event that the operator is notified of.
  package enum Notice: Sendable {
    /// An unexpected error: the reference that the caller got, and the error's type only, since its values may hold
    /// personal data.
    case internalFault(reference: String, error: String)
    /// The row of a series cannot be read, so its visits are not created.
    case seriesUnreadable(SeriesID)
    /// An export of another system was imported: the numbers of entries that are new, changed, unchanged, about visits
    /// that are left as they are, and refused.
    case imported(added: Int, changed: Int, unchanged: Int, kept: Int, refused: Int)
    /// A backup was made.
    case backedUp(path: String, bytes: Int64)
    /// A backup failed, with the system's message.
    case backupFailed(String)
    /// A worker has raised an emergency: how often so far, and whether it is on disk. For repeated raises of one
    /// emergency, at most one notice a minute is sent.
    case emergencyRaised(EmergencyID, raises: Int, isStored: Bool)
    /// An emergency was not acknowledged for so many minutes, so this tier is paged.
    case emergencyUnacknowledged(EmergencyID, tier: Int, minutes: Int64)
    /// The office has acknowledged an emergency.
    case emergencyAcknowledged(EmergencyID)
    /// An emergency was resolved.
    case emergencyResolved(EmergencyID)
    /// A page for an emergency was sent, or has failed.
    case paged(EmergencyID, Page, CommandOutcome)
    /// A worker's device was enrolled.
    case deviceEnrolled(DeviceID)
    /// A worker's device was revoked.
    case deviceRevoked(DeviceID)
    /// Too many wrong codes were tried, from one source or from all together. Codes from a source that has tried too
    /// many are refused for a while.
    case codesGuessed
    /// A worker's device reported something that conflicts with a decision of the office.
    case fieldClash(FieldClash)
    /// An alert was raised about a visit.
    case alertRaised(AlertID, Alert.Kind, of: VisitID)
    /// The office has acknowledged an alert.
    case alertAcknowledged(AlertID)
    /// An alert was resolved.
    case alertResolved(AlertID)
    /// The operator's alert command has failed for an alert.
    case alertNotTold(AlertID, attempt: Int, CommandOutcome)
  }
}
