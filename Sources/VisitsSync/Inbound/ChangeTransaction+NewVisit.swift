import VisitsExchange
import VisitsModel
import VisitsStore

extension ChangeTransaction {
  /// The id for a new visit that stands for a part of an Appointment: the one that our own identifier names, else one
  /// made of the Appointment's address.
  ///
  /// After a restore from a backup the visits that came since come once more. Phones know them by the ids that they had.
  func newVisitID(of appointment: [UpstreamIdentity], part: Int) throws -> VisitID {
    guard let first = appointment.first else { return newVisitID() }
    let own = part == 1 ? appointment.lazy.compactMap(OwnIdentifier.thing).first.map(VisitID.init(rawValue:)) : nil
    return try newVisitID(standingFor: "\(first.system) \(first.value) \(part)", known: own)
  }
}
