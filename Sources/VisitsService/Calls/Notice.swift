package import VisitsModel

extension VisitsService {
  /// Something that an operator wants to know.
  package enum Notice: Sendable {
    /// Something that should never happen: the id that the caller was given, and the type of the error, since its
    /// values may hold somebody's data.
    case internalFault(reference: String, error: String)
    /// A series whose row cannot be read: no visits of it are made.
    case seriesUnreadable(SeriesID)
    /// Another system's export was taken in; how many of it were new, different, as they were, about visits
    /// that are left as they are, and not taken.
    case imported(added: Int, changed: Int, unchanged: Int, kept: Int, refused: Int)
    /// A backup is done.
    case backedUp(path: String, bytes: Int64)
    /// A backup could not be made, in the system's words.
    case backupFailed(String)
    /// Somebody needs help; how often they have raised it by now, and whether that is on disk. Of one that is raised
    /// again and again nobody is told more than once a minute.
    case emergencyRaised(EmergencyID, raises: Int, isStored: Bool)
    /// So many minutes later nobody has taken it up, and that tier is paged.
    case emergencyUnacknowledged(EmergencyID, tier: Int, minutes: Int64)
    /// Somebody of the office has taken it up.
    case emergencyAcknowledged(EmergencyID)
    /// It is over.
    case emergencyResolved(EmergencyID)
    /// Somebody was paged about it, or was not.
    case paged(EmergencyID, Page, CommandOutcome)
    /// A worker's device may call from now on.
    case deviceEnrolled(DeviceID)
    /// It may not any more.
    case deviceRevoked(DeviceID)
    /// Codes are tried out: none is looked at for a while.
    case codesGuessed
    /// A worker's device did in the field what the office had decided otherwise.
    case fieldClash(FieldClash)
    /// A visit needs somebody's attention.
    case alertRaised(AlertID, Alert.Kind, of: VisitID)
    /// Somebody of the office has taken note of it.
    case alertAcknowledged(AlertID)
    /// It holds no more.
    case alertResolved(AlertID)
    /// The operator's command did not take it.
    case alertNotTold(AlertID, attempt: Int, CommandOutcome)
  }
}
