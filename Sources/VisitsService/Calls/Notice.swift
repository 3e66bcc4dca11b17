package import VisitsModel

extension VisitsService {
  /// An event that the service reports to the operator.
  package enum Notice: Sendable {
    /// An unexpected error has occurred. The caller received the same reference. Of the error only the type is
    /// included, since its values may hold personal data.
    case internalFault(reference: String, error: String)
    /// The stored row of a series cannot be read, so the visits of the series are not created.
    case seriesUnreadable(SeriesID)
    /// An export from another system was imported. The numbers count its entries. `kept` entries are about visits that
    /// have begun or are over, which an import leaves as they are.
    case imported(added: Int, changed: Int, unchanged: Int, kept: Int, refused: Int)
    /// A backup was made.
    case backedUp(path: String, bytes: Int64)
    /// A backup failed. The text is the system's error message.
    case backupFailed(String)
    /// A backup was not begun, because too few bytes are free in the folder of the backups.
    case backupWithoutRoom(folder: String, free: Int64, needed: Int64)
    /// A worker has raised an emergency. The notice says how often the worker has raised it so far, and whether it is
    /// on disk. If a worker raises the same emergency again and again, at most one notice a minute is sent.
    case emergencyRaised(EmergencyID, raises: Int, isStored: Bool)
    /// An emergency was still unacknowledged after so many minutes, so the people of this escalation tier are paged.
    case emergencyUnacknowledged(EmergencyID, tier: Int, minutes: Int64)
    /// The office has acknowledged an emergency.
    case emergencyAcknowledged(EmergencyID)
    /// An emergency was resolved.
    case emergencyResolved(EmergencyID)
    /// A page for an emergency was sent, or sending it has failed.
    case paged(EmergencyID, Page, CommandOutcome)
    /// A worker's device was enrolled.
    case deviceEnrolled(DeviceID)
    /// A worker's device was revoked.
    case deviceRevoked(DeviceID)
    /// Too many wrong enrolment codes were tried, from one source or from all sources together. A source that has tried
    /// too many is refused for a while.
    case codesGuessed
    /// A worker's device reported something that conflicts with a decision of the office.
    case fieldClash(FieldClash)
    /// An alert was raised about a visit.
    case alertRaised(AlertID, Alert.Kind, of: VisitID)
    /// The office has acknowledged an alert.
    case alertAcknowledged(AlertID)
    /// An alert was resolved.
    case alertResolved(AlertID)
    /// The operator's command for alerts fails. So many of its runs have failed since it worked.
    case alertCommandFails(runs: Int, CommandOutcome)
    /// The operator's command for alerts works again, after so many failed runs.
    case alertCommandWorks(failedRuns: Int)
    /// The operator's command for alerts was taken away after so many failed runs.
    case alertCommandGone(failedRuns: Int)
  }
}
