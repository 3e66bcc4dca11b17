import FHIR
import VisitsModel

extension BundleReading {
  /// Finds out who takes part in an Appointment, and where.
  mutating func attendance(
    of appointment: Appointment, _ status: AppointmentStatus, in entry: FHIR.Bundle.Entry
  ) throws(ReadingFault) -> Attendance {
    var attendance = try Attendance(of: appointment)
    for (position, participant) in appointment.participants.enumerated() {
      guard let actor = participant.actor else { continue }
      let path = "participant[\(position)].actor"
      switch references.target(of: actor, in: entry) {
      case .entry(let target):
        try add(target, engaged: status.engages(participant), to: &attendance, at: path)
      case .contained(let resource):
        try add(resource, containedIn: entry, engaged: status.engages(participant), to: &attendance, at: path)
      case .outside(let address):
        try add(address, engaged: status.engages(participant), to: &attendance, in: entry, at: path)
      case .named(let name):
        try add(name, by: actor, engaged: status.engages(participant), to: &attendance, in: entry, at: path)
      case .several(let entries):
        throw ReadingFault(path: path, reason: .ambiguous(entries: entries.map(\.index)))
      case .nothing:
        try pass(actor, in: entry, at: path)
      }
    }
    guard attendance.client != nil else { throw ReadingFault(path: "participant", reason: .noPatient) }
    return attendance
  }

  private mutating func add(
    _ target: FHIR.Bundle.Entry, engaged: Bool, to attendance: inout Attendance, at path: String
  ) throws(ReadingFault) {
    switch target.resource.content {
    case .patient:
      try attendance.add(client: successor(of: try person(.client, target, at: path)), at: path)
    case .practitioner:
      if engaged { attendance.add(worker: try person(.worker, target, at: path)) }
    case .practitionerRole(let role):
      if engaged { try add(role, of: target, to: &attendance, at: path) }
    case .location(let location):
      try attendance.add(location, at: path)
    case .appointment, .encounter, .other: break
    }
  }

  private mutating func add(
    _ resource: Resource, containedIn entry: FHIR.Bundle.Entry, engaged: Bool, to attendance: inout Attendance,
    at path: String
  ) throws(ReadingFault) {
    switch resource.content {
    case .patient:
      try attendance.add(client: try contained(resource, .client, in: entry, at: path), at: path)
    case .practitioner:
      if engaged { attendance.add(worker: try contained(resource, .worker, in: entry, at: path)) }
    case .location(let location):
      try attendance.add(location, at: path)
    case .practitionerRole(let role):
      if engaged { try add(role, of: entry, to: &attendance, at: path) }
    case .appointment, .encounter, .other: break
    }
  }

  private mutating func add(
    _ address: ResourceAddress, engaged: Bool, to attendance: inout Attendance, in entry: FHIR.Bundle.Entry,
    at path: String
  ) throws(ReadingFault) {
    let identity = identities.identity(at: address)
    switch address.type {
    case "Patient":
      guard isKnown(.client, identity) else { throw missing(address, at: path) }
      try attendance.add(client: identity, at: path)
    case "Practitioner" where engaged:
      guard isKnown(.worker, identity) else { throw missing(address, at: path) }
      attendance.add(worker: identity)
    case "PractitionerRole" where engaged:
      throw missing(address, at: path)
    case "Location":
      note("\(Quotation(address.text)) is not in this Bundle, so the client's address is taken", in: entry, path: path)
    default: break
    }
  }

  /// Adds somebody who was imported before and is told by an identifier, of whichever kind where the type is not told.
  private mutating func add(
    _ name: ResourceName, by actor: Reference, engaged: Bool, to attendance: inout Attendance,
    in entry: FHIR.Bundle.Entry, at path: String
  ) throws(ReadingFault) {
    let identity = UpstreamIdentity(name)
    let missing = ReadingFault(path: path, reason: .notInBundle(name.text))
    switch name.type {
    case "Patient":
      guard isKnown(.client, identity) else { throw missing }
      try attendance.add(client: identity, at: path)
    case "Practitioner" where engaged:
      guard isKnown(.worker, identity) else { throw missing }
      attendance.add(worker: identity)
    case "PractitionerRole" where engaged: throw missing
    case "Practitioner", "PractitionerRole": break
    case nil:
      switch (isKnown(.client, identity), isKnown(.worker, identity)) {
      case (true, false): try attendance.add(client: identity, at: path)
      case (false, true): if engaged { attendance.add(worker: identity) }
      case (true, true): throw ReadingFault(path: path, reason: .unresolvable)
      case (false, false): throw missing
      }
    default: try pass(actor, in: entry, at: path)
    }
  }

  private mutating func add(
    _ role: PractitionerRole, of entry: FHIR.Bundle.Entry, to attendance: inout Attendance, at path: String
  ) throws(ReadingFault) {
    guard let practitioner = role.practitioner else {
      throw ReadingFault(path: path, reason: .roleWithoutPractitioner)
    }
    switch references.target(of: practitioner, in: entry) {
    case .entry(let target):
      guard case .practitioner = target.resource.content else {
        throw ReadingFault(path: path, reason: .wrongActor(expected: "Practitioner", found: target.resource.type))
      }
      attendance.add(worker: try person(.worker, target, at: path))
    case .outside(let address):
      guard isKnown(.worker, identities.identity(at: address)) else { throw missing(address, at: path) }
      attendance.add(worker: identities.identity(at: address))
    case .named(let name):
      guard isKnown(.worker, UpstreamIdentity(name)) else {
        throw ReadingFault(path: path, reason: .notInBundle(name.text))
      }
      attendance.add(worker: UpstreamIdentity(name))
    case .several(let entries): throw ReadingFault(path: path, reason: .ambiguous(entries: entries.map(\.index)))
    case .contained, .nothing: throw ReadingFault(path: path, reason: .roleWithoutPractitioner)
    }
  }

  /// Passes over an actor that leads nowhere when it cannot be a person who matters: a room, a device, words.
  private mutating func pass(
    _ actor: Reference, in entry: FHIR.Bundle.Entry, at path: String
  ) throws(ReadingFault) {
    guard actor.namesNobody else { throw ReadingFault(path: path, reason: .unresolvable) }
    note("names nothing that is in this Bundle and is passed over", in: entry, path: path)
  }
}

extension Reference {
  /// Whether it cannot be meant for a person who matters, wherever it leads: a room, a device, words.
  var namesNobody: Bool {
    let mayBePerson = ["Patient", "Practitioner", "PractitionerRole"].contains(type)
    let leadsSomewhere = type == nil && (reference != nil || identifier != nil)
    return !mayBePerson && !leadsSomewhere
  }
}

extension UpstreamIdentity {
  /// The identity of a resource that is told by its identifier.
  init(_ name: ResourceName) { self.init(system: name.system, value: name.value) }
}

extension Attendance {
  /// Takes the visit's place from a Location.
  fileprivate mutating func add(_ location: Location, at path: String) throws(ReadingFault) {
    address = try PlainText.line(location.address?.line(of: location.name), limit: 500, at: path) ?? address
    zone = location.extensions.zone ?? zone
  }
}
