import FHIR
import VisitsModel

/// Who takes part in an Appointment, and where, as the reading of its participants finds it.
struct Attendance {
  /// Far more than ever come to one person's home; each worker among them would be a visit.
  static let most = 100

  var client: UpstreamIdentity?
  /// In the order of the participants, each once.
  var workers: [UpstreamIdentity] = []
  /// The place in one line.
  var address: String?
  /// The place's zone.
  var zone: Zone?

  /// Nobody yet.
  ///
  /// - Throws: What is wrong with an Appointment in which too many take part.
  init(of appointment: Appointment) throws(ReadingFault) {
    guard appointment.participants.count <= Self.most else {
      throw ReadingFault(path: "participant", reason: .tooManyParticipants(limit: Self.most))
    }
  }

  mutating func add(client new: UpstreamIdentity, at path: String) throws(ReadingFault) {
    guard client == nil || client == new else { throw ReadingFault(path: path, reason: .severalPatients) }
    client = new
  }

  mutating func add(worker: UpstreamIdentity) {
    if !workers.contains(worker) { workers.append(worker) }
  }
}
