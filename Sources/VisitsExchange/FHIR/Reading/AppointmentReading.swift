import FHIR
import VisitsModel

/// An Appointment as sync and import read it.
struct AppointmentReading {
  /// What it says of a visit.
  let fields: MappedAppointment
  /// The zone of the place, where a Location at hand tells it.
  let zone: Zone?

  /// Reads an Appointment.
  ///
  /// - Parameters:
  ///   - holder: The resource that it is, for its references.
  ///   - resolver: Finds out who takes part, and where.
  init<Resolver: ReferenceResolver>(
    _ appointment: Appointment, in holder: Resolver.Holder, resolving resolver: inout Resolver
  ) throws(ReadingFault) {
    let status = try AppointmentStatus(appointment)
    let time = try appointment.plannedTime
    let service = try PlainText.line(
      appointment.serviceType.lazy.compactMap(\.words).first ?? appointment.description, at: "serviceType")
    let note = try PlainText.paragraphs(appointment.comment, at: "comment")
    let attendance = try Attendance(of: appointment, status, in: holder, resolving: &resolver)
    guard let client = attendance.client else { throw ReadingFault(path: "participant", reason: .noPatient) }
    let isCalledOff = status == .cancelled || status == .noshow
    fields = MappedAppointment(
      status: status, plan: SyncedVisit.Plan(start: time.lowerBound, end: time.upperBound), client: client,
      workers: attendance.workers, place: attendance.place, address: attendance.address, service: service, note: note,
      reason: isCalledOff ? try appointment.reason : nil, missedBy: status == .noshow ? appointment.missedBy : nil)
    zone = attendance.zone
  }
}

/// The participants of an Appointment.
private struct Attendance {
  /// The most participants: far more than ever come to one person's home. Each worker among them would be a visit.
  static let most = 100

  private(set) var client: UpstreamIdentity?
  /// In the order of the participants, each once.
  private(set) var workers: [UpstreamIdentity] = []
  /// The Location that stands elsewhere.
  private(set) var place: UpstreamIdentity?
  /// The place in one line, where a Location at hand tells it.
  private(set) var address: String?
  private(set) var zone: Zone?

  init<Resolver: ReferenceResolver>(
    of appointment: Appointment, _ status: AppointmentStatus, in holder: Resolver.Holder,
    resolving resolver: inout Resolver
  ) throws(ReadingFault) {
    guard appointment.participants.count <= Self.most else {
      throw ReadingFault(path: "participant", reason: .tooManyParticipants(limit: Self.most))
    }
    var roleAlone: String?
    for (position, participant) in appointment.participants.enumerated() {
      guard let reference = participant.actor else { continue }
      let path = "participant[\(position)].actor"
      let isEngaged = status.engages(participant)
      switch try resolver.actor(reference, isEngaged: isEngaged, in: holder, at: path) {
      case .client(let new):
        guard client == nil || client == new else { throw ReadingFault(path: path, reason: .severalPatients) }
        client = new
      case .worker(let worker): if isEngaged, !workers.contains(worker) { workers.append(worker) }
      case .role: if isEngaged { roleAlone = roleAlone ?? path }
      case .location(let location):
        address = try location.line(at: path) ?? address
        zone = location.extensions.zone ?? zone
      case .place(let identity): place = identity
      case .other: break
      case .nowhere:
        // Without its worker a visit would seem to be open.
        guard !isEngaged || reference.namesNobody else { throw ReadingFault(path: path, reason: .unresolvable) }
        resolver.passOver(reference, in: holder, at: path)
      }
    }
    // A visit whose worker is not known would seem to be open, and be given to somebody else.
    if client != nil, workers.isEmpty, let roleAlone { throw ReadingFault(path: roleAlone, reason: .roleAlone) }
  }
}

extension Location {
  /// The address in one line, else the name.
  func line(at path: String) throws(ReadingFault) -> String? {
    try PlainText.line(address?.line(of: name), limit: 500, at: path)
  }
}
