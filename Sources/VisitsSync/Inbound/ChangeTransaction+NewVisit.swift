import VisitsExchange
import VisitsModel
import VisitsStore

extension ChangeTransaction {
  /// Returns the id for a new visit of an Appointment. If the Appointment has our identifier, which we write into each
  /// record that we create, this is the visit's id in that identifier. Otherwise the id is derived from the
  /// Appointment's address and the number of the visit.
  ///
  /// After a restore from a backup, sync pulls the visits that are newer than the backup again. These visits must get
  /// the same ids as before, because phones already use these ids.
  ///
  /// - Parameters:
  ///   - appointment: The identities of the Appointment; the first is its address.
  ///   - part: The number of the visit among the visits of the Appointment, from 1.
  func newVisitID(of appointment: [UpstreamIdentity], part: Int) throws -> VisitID {
    guard let first = appointment.first else { return newVisitID() }
    let own = part == 1 ? appointment.lazy.compactMap(OwnIdentifier.thing).first.map(VisitID.init(rawValue:)) : nil
    return try newVisitID(standingFor: "\(first.system) \(first.value) \(part)", known: own)
  }
}
