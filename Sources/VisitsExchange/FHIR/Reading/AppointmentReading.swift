import FHIR
import VisitsModel

/// An Appointment as sync and import read it.
struct AppointmentReading {
  /// What it says of a visit.
  let fields: MappedAppointment
  /// The zone of the place, where a Location at hand tells it.
  let zone: Zone?
  /// What is taken, but deserves a look.
  let notes: [ReadingFault]
  /// What earlier versions read of it.
  let former: PlannedVisit.Former

  /// Reads an Appointment.
  ///
  /// - Parameters:
  ///   - contained: The resources inside it.
  ///   - holder: The resource that it is, for its references.
  ///   - resolver: Finds out who takes part, and where.
  init<Resolver: ReferenceResolver>(
    _ appointment: Appointment, contained: [Resource], in holder: Resolver.Holder, resolving resolver: inout Resolver
  ) throws(ReadingFault) {
    let status = try AppointmentStatus(appointment)
    let time = try appointment.plannedTime
    let formerService = try PlainText.line(appointment.named, at: "serviceType")
    var service = formerService
    if service == nil { service = try PlainText.line(appointment.kind, at: "appointmentType") }
    let note = try PlainText.paragraphs(appointment.comment, at: "comment")
    let purpose = PlainText.shortened(appointment.reasons(beside: service), limit: 1000)
    let instruction = PlainText.shortened(appointment.patientInstruction, limit: 4000)
    let attendance = try Attendance(
      of: appointment, status, contained: contained, in: holder, resolving: &resolver)
    guard let client = attendance.client else { throw ReadingFault(path: "participant", reason: .noPatient) }
    let isCalledOff = status == .cancelled || status == .noshow
    fields = MappedAppointment(
      status: status, plan: SyncedVisit.Plan(start: time.lowerBound, end: time.upperBound), client: client,
      workers: attendance.workers, place: attendance.place, address: attendance.location.line,
      addressParts: attendance.location.parts, placeName: attendance.location.name, offer: attendance.offer,
      virtual: attendance.virtual.place, service: service, purpose: purpose, instruction: instruction, note: note,
      reason: isCalledOff ? try appointment.reason : nil, missedBy: status == .noshow ? appointment.missedBy : nil)
    zone = attendance.zone
    notes = attendance.notes
    former = PlannedVisit.Former(
      address: attendance.former.line, addressParts: attendance.former.parts ?? PostalAddress(),
      virtual: attendance.virtual.formerPlace, service: formerService,
      purpose: PlainText.shortened(appointment.codedReasons.joined(separator: "; "), limit: 1000))
  }
}

extension Appointment {
  /// The service: words before a code that says nothing to a person.
  fileprivate var named: String? {
    serviceType.lazy.filter(\.isWorded).compactMap(\.words).first ?? description
      ?? serviceType.lazy.compactMap(\.words).first
  }

  /// What kind of appointment it is, where it names no service.
  fileprivate var kind: String? {
    let concepts = [appointmentType].compactMap { $0?.isVirtual == true ? nil : $0 } + serviceCategory + specialty
    return concepts.lazy.filter(\.isWorded).compactMap(\.words).first ?? concepts.lazy.compactMap(\.words).first
  }

  fileprivate var codedReasons: [String] { reasonCode.compactMap(\.words) }

  /// Why it takes place and what it is about, each once: its reasons, its further services and its description.
  ///
  /// - Parameter service: The service, which is told already.
  fileprivate func reasons(beside service: String?) -> String {
    var told = Set([service].compactMap { $0.map(FoldedText.fold) })
    let all =
      codedReasons + reasonReference.compactMap(\.display) + serviceType.filter(\.isWorded).compactMap(\.words)
      + [description].compactMap(\.self)
    return all.filter { told.insert(FoldedText.fold($0)).inserted }.joined(separator: "; ")
  }
}
