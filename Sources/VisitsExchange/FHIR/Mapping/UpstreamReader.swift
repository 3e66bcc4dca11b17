package import FHIR
package import VisitsModel

/// A record of upstream's as far as it concerns visits.
package enum UpstreamRecord: Sendable, Hashable {
  case worker(PlannedWorker)
  case client(PlannedClient)
  /// A Location: its address in one line.
  case place(String?)
  case appointment(MappedAppointment)
  case encounter(ReadEncounter)
  /// Of a type that sync does not read.
  case other
}

/// Reads single records of one upstream. Unlike the reading of a Bundle it finds out nothing of what a record refers to:
/// that is in the store.
package struct UpstreamReader: Sendable, Hashable {
  /// The server's base address, without a slash at its end.
  package let source: String

  /// A reader for a server.
  package init(source: String) { self.source = source }

  /// Reads a record.
  ///
  /// - Parameter now: The moment at which names, addresses and numbers must be valid.
  package func record(_ resource: Resource, at now: Instant) throws(RecordFault) -> UpstreamRecord {
    do {
      switch resource.content {
      case .appointment(let appointment): return .appointment(try read(appointment, in: resource))
      case .encounter(let encounter): return .encounter(try read(encounter, in: resource, at: now))
      case .practitioner(let practitioner):
        return .worker(
          try PlannedWorker(
            practitioner, id: resource.id, identities: identities(of: resource), place: resource.name, now: now))
      case .patient(let patient):
        var client = try PlannedClient(
          patient, id: resource.id, identities: identities(of: resource), place: resource.name, now: now)
        let successor = patient.links.first { $0.type == "replaced-by" }?.other
        client.replacedBy = successor.flatMap { identity(of: $0) }
        return .client(client)
      case .location(let location):
        return .place(try PlainText.line(location.address?.line(of: location.name), limit: 500, at: "address"))
      case .practitionerRole, .other: return .other
      }
    } catch {
      throw RecordFault(error)
    }
  }

  /// The identity of a record of this server.
  package func identity(of address: RecordAddress) -> UpstreamIdentity {
    UpstreamIdentity(system: source, value: "\(address.type)/\(address.id)")
  }

  /// Where a record of that identity stands on this server; `nil`: elsewhere, or known by an identifier alone.
  package func address(of identity: UpstreamIdentity) -> RecordAddress? {
    guard identity.system == source, let address = ResourceAddress(identity.value) else { return nil }
    return RecordAddress(type: address.type, id: address.id)
  }

  /// Whom or what a reference means.
  func identity(of reference: Reference) -> UpstreamIdentity? {
    if let text = reference.reference, let identity = identity(in: text) { return identity }
    guard let system = reference.identifier?.system, let value = reference.identifier?.value else { return nil }
    return UpstreamIdentity(system: system, value: value)
  }

  /// The same of a reference as it stands in a record.
  func identity(of reference: JSONDocument) -> UpstreamIdentity? {
    if let text = reference["reference"]?.string, let identity = identity(in: text) { return identity }
    guard let system = reference["identifier"]?["system"]?.string,
      let value = reference["identifier"]?["value"]?.string
    else { return nil }
    return UpstreamIdentity(system: system, value: value)
  }

  /// What the text of a reference means.
  package func identity(in text: String) -> UpstreamIdentity? {
    if text.hasPrefix("urn:") { return UpstreamIdentity(system: OwnIdentifier.system, value: text) }
    guard let address = ResourceAddress(text) else { return nil }
    return UpstreamIdentity(system: address.base ?? source, value: "\(address.type)/\(address.id)")
  }

  /// The identities of a record of its own, its address first.
  package func identities(of resource: Resource) -> [UpstreamIdentity] {
    let address = resource.id.map { identity(of: RecordAddress(type: resource.type, id: $0)) }
    return [address].compactMap(\.self) + identifiers(of: resource)
  }

  private func identifiers(of resource: Resource) -> [UpstreamIdentity] {
    resource.identifiers.compactMap { identifier in
      guard let system = identifier.system, let value = identifier.value else { return nil }
      return UpstreamIdentity(system: system, value: value)
    }
  }

  private func read(_ appointment: Appointment, in resource: Resource) throws(ReadingFault) -> MappedAppointment {
    let status = try AppointmentStatus(appointment)
    let time = try appointment.plannedTime
    let attendance = try attendance(of: appointment, status, in: resource)
    let isCalledOff = status == .cancelled || status == .noshow
    return MappedAppointment(
      status: status, plan: SyncedVisit.Plan(start: time.lowerBound, end: time.upperBound),
      client: attendance.client, workers: attendance.workers, place: attendance.place, address: attendance.address,
      service: try PlainText.line(
        appointment.serviceType.lazy.compactMap(\.words).first ?? appointment.description, at: "serviceType"),
      note: try PlainText.paragraphs(appointment.comment, at: "comment"),
      reason: isCalledOff ? try appointment.reason : nil, missedBy: status == .noshow ? appointment.missedBy : nil)
  }

  private typealias RecordAttendance = (
    client: UpstreamIdentity, workers: [UpstreamIdentity], place: UpstreamIdentity?, address: String?
  )

  private func attendance(
    of appointment: Appointment, _ status: AppointmentStatus, in resource: Resource
  ) throws(ReadingFault) -> RecordAttendance {
    var attendance = try Attendance(of: appointment)
    var place: UpstreamIdentity?
    var role: String?
    for (position, participant) in appointment.participants.enumerated() {
      guard let actor = participant.actor else { continue }
      let path = "participant[\(position)].actor"
      let contained = actor.reference.flatMap { text in resource.contained.first { $0.id.map { "#\($0)" } == text } }
      if case .location(let location) = contained?.content {
        attendance.address = try PlainText.line(location.address?.line(of: location.name), limit: 500, at: path)
        continue
      }
      guard let identity = contained.map({ identifiers(of: $0).first }) ?? identity(of: actor) else {
        // Without its worker a visit would seem to be open.
        guard !status.engages(participant) || actor.namesNobody else {
          throw ReadingFault(path: path, reason: .unresolvable)
        }
        continue
      }
      let named = actor.reference.flatMap { ResourceAddress($0) }?.type
      switch contained?.type ?? named ?? actor.type {
      case "Patient": try attendance.add(client: identity, at: path)
      case "Practitioner": if status.engages(participant) { attendance.add(worker: identity) }
      case "PractitionerRole": if status.engages(participant) { role = role ?? path }
      case "Location": place = identity
      default: break
      }
    }
    guard let client = attendance.client else { throw ReadingFault(path: "participant", reason: .noPatient) }
    // It would seem to be open, and be given to somebody else.
    if attendance.workers.isEmpty, let role { throw ReadingFault(path: role, reason: .roleAlone) }
    return (client, attendance.workers, place, attendance.address)
  }

  private func read(
    _ encounter: Encounter, in resource: Resource, at now: Instant
  ) throws(ReadingFault) -> ReadEncounter {
    let reported = try ReportedEncounter(encounter, now: now)
    let state: MappedEncounter.State =
      switch reported?.state {
      case .inProgress: .inProgress
      case .finished: .finished
      case nil: .none
      }
    return ReadEncounter(
      fields: MappedEncounter(
        state: state, checkIn: reported?.checkIn?.at.toTheSecond, checkOut: reported?.checkOut?.at.toTheSecond,
        workers: encounter.individuals.compactMap { identity(of: $0) }),
      appointments: encounter.appointments.compactMap { identity(of: $0) },
      subject: encounter.subject.flatMap { identity(of: $0) })
  }
}
