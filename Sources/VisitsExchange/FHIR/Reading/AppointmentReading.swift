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
    // Words before a code that says nothing to a person.
    let types = appointment.serviceType
    let service = try PlainText.line(
      types.lazy.filter(\.isWorded).compactMap(\.words).first ?? appointment.description
        ?? types.lazy.compactMap(\.words).first, at: "serviceType")
    let note = try PlainText.paragraphs(appointment.comment, at: "comment")
    let reasons = appointment.reasonCode.compactMap(\.words).joined(separator: "; ")
    let purpose = PlainText.shortened(reasons, limit: 1000)
    let instruction = PlainText.shortened(appointment.patientInstruction, limit: 4000)
    let attendance = try Attendance(of: appointment, status, in: holder, resolving: &resolver)
    guard let client = attendance.client else { throw ReadingFault(path: "participant", reason: .noPatient) }
    let isCalledOff = status == .cancelled || status == .noshow
    fields = MappedAppointment(
      status: status, plan: SyncedVisit.Plan(start: time.lowerBound, end: time.upperBound), client: client,
      workers: attendance.workers, place: attendance.place, address: attendance.address,
      addressParts: attendance.addressParts, virtual: attendance.virtual.place, service: service, purpose: purpose,
      instruction: instruction, note: note,
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
  private(set) var addressParts: PostalAddress?
  private(set) var virtual: VirtualReading
  private(set) var zone: Zone?

  init<Resolver: ReferenceResolver>(
    of appointment: Appointment, _ status: AppointmentStatus, in holder: Resolver.Holder,
    resolving resolver: inout Resolver
  ) throws(ReadingFault) {
    virtual = VirtualReading(appointment)
    guard appointment.participants.count <= Self.most else {
      throw ReadingFault(path: "participant", reason: .tooManyParticipants(limit: Self.most))
    }
    var roleAlone: String?
    for (position, participant) in appointment.participants.enumerated() {
      guard let reference = participant.actor else { continue }
      let path = "participant[\(position)].actor"
      let isEngaged = status.engages(participant)
      switch try Self.actor(reference, isEngaged, in: holder, at: path, resolving: &resolver) {
      case .client(let new):
        guard client == nil || client == new else { throw ReadingFault(path: path, reason: .severalPatients) }
        client = new
      case .worker(let worker): if isEngaged, !workers.contains(worker) { workers.append(worker) }
      case .role: if isEngaged { roleAlone = roleAlone ?? path }
      case .location(let location):
        zone = location.extensions.zone ?? zone
        guard !virtual.read(location), let line = try location.line(at: path) else { break }
        address = line
        addressParts = try location.parts
      case .service(let service): virtual.read(service, display: reference.display)
      case .place(let identity): place = identity
      case .other: break
      case .nowhere:
        // Without its worker a visit would seem to be open.
        guard !isEngaged || reference.namesNobody else {
          throw ReadingFault(path: path, reason: .unresolvable).naming(reference)
        }
        resolver.passOver(reference, in: holder, at: path)
      }
    }
    // Without its worker the visit would seem to be open, and the office would give it to another worker.
    if client != nil, workers.isEmpty, let roleAlone { throw ReadingFault(path: roleAlone, reason: .roleAlone) }
  }
}

extension Attendance {
  /// The actor of a participant. A fault names the reference and its display, since an id alone says little to a reader.
  private static func actor<Resolver: ReferenceResolver>(
    _ reference: Reference, _ isEngaged: Bool, in holder: Resolver.Holder, at path: String,
    resolving resolver: inout Resolver
  ) throws(ReadingFault) -> Actor {
    do {
      return try resolver.actor(reference, isEngaged: isEngaged, in: holder, at: path)
    } catch {
      throw error.naming(reference)
    }
  }
}

extension ReadingFault {
  /// The fault, completed with the text and the display of a reference.
  fileprivate func naming(_ reference: Reference) -> ReadingFault {
    var named = self
    switch reason {
    case .notInBundle(let text, nil): named.reason = .notInBundle(text, display: reference.display)
    case .unresolvable:
      if let text = reference.reference ?? reference.identifier?.value {
        named.reason = .leadsNowhere(text, display: reference.display)
      }
    default: break
    }
    return named
  }
}

extension Location {
  /// The parts of the address; `nil`: none is known.
  var parts: PostalAddress? {
    get throws(ReadingFault) {
      guard let parts = try address?.parts, !parts.isEmpty else { return nil }
      return parts
    }
  }

  /// The address in one line, else the name.
  func line(at path: String) throws(ReadingFault) -> String? {
    try PlainText.line(address?.line(of: name), limit: 500, at: path)
  }
}
