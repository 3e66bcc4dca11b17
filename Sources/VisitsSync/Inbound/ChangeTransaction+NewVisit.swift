import VisitsExchange
import VisitsModel
import VisitsStore

extension ChangeTransaction {
  /// Returns the id for a new visit that stands for a part of an Appointment: the id in our own identifier if the
  /// Appointment has our identifier, else an id derived from the Appointment's address.
  ///
  /// After a restore from a backup, sync pulls the visits that are newer than the backup again. These visits must get
  /// the ids that phones already use for them.
  func newVisitID(of appointment: [UpstreamIdentity], part: Int) throws -> VisitID {
    guard let first = appointment.first else { return newVisitID() }
    let own = part == 1 ? appointment.lazy.compactMap(OwnIdentifier.thing).first.map(VisitID.init(rawValue:)) : nil
    return try newVisitID(standingFor: "\(first.system) \(first.value) \(part)", known: own)
  }
}
