package import FHIR
package import VisitsModel

/// A record of the server, as far as it concerns visits.
package enum UpstreamRecord: Sendable, Hashable {
  case worker(PlannedWorker)
  case client(PlannedClient)
  /// A Location, or a HealthcareService, of which just the call is of interest.
  case place(PlaceReading)
  case appointment(MappedAppointment)
  /// An Appointment that was entered in error, and says nothing else that could be read.
  case withdrawal
  case encounter(EncounterReading)
  /// A record of a type that sync does not read.
  case other
}

/// Reads single records of one server. The records that they refer to are in the store, so that a reference becomes just
/// an identity.
package struct UpstreamReader: Sendable, Hashable {
  /// The server's base address, without a slash at its end.
  package let source: String
  /// The agency's zone. Dates begin on its clocks if a record names no zone.
  package let zone: Zone

  /// A reader for a server.
  package init(source: String, zone: Zone = .utc) {
    self.source = source
    self.zone = zone
  }

  /// Reads a record.
  ///
  /// - Parameter now: The moment at which names, addresses and numbers must be valid.
  package func record(_ resource: Resource, at now: Instant) throws(RecordFault) -> UpstreamRecord {
    try read(resource, at: now).record
  }

  /// Reads a record.
  ///
  /// - Parameter now: The moment at which names, addresses and numbers must be valid.
  /// - Returns: The record, and what the office must look at if it is a visit.
  package func read(
    _ resource: Resource, at now: Instant
  ) throws(RecordFault) -> (record: UpstreamRecord, notes: [TextFault]) {
    do {
      try resource.requireNoModifier()
      if case .appointment(let appointment) = resource.content { return try read(appointment, in: resource) }
      return (try other(resource, at: now), [])
    } catch {
      throw RecordFault(error)
    }
  }

  private func other(_ resource: Resource, at now: Instant) throws(ReadingFault) -> UpstreamRecord {
    switch resource.content {
    case .encounter(let encounter):
      var reading = EncounterReading(encounter, in: resource, resolving: self)
      reading.fields = try reading.fields.checked.toTheSecond
      return .encounter(reading)
    case .practitioner(let practitioner):
      return .worker(
        try PlannedWorker(
          practitioner, id: resource.id, identities: identities(of: resource), place: resource.name, now: now,
          zone: zone))
    case .patient(let patient):
      var client = try PlannedClient(
        patient, id: resource.id, identities: identities(of: resource), place: resource.name, now: now, zone: zone)
      client.replacedBy = (patient.replacement?.link.other).flatMap { identity(of: $0, in: resource) }
      return .client(client)
    case .location(let location):
      if let call = VirtualReading(location).place { return .place(PlaceReading(virtual: call)) }
      return .place(try location.place(at: "address"))
    case .other where resource.type == "HealthcareService":
      let service = try? resource.healthcareService()
      return .place(PlaceReading(virtual: service.flatMap { VirtualReading($0).place }))
    case .appointment, .practitionerRole, .other: return .other
    }
  }

  private func read(
    _ appointment: Appointment, in resource: Resource
  ) throws(ReadingFault) -> (record: UpstreamRecord, notes: [TextFault]) {
    var resolver = self
    do {
      let reading = try AppointmentReading(
        appointment, contained: resource.contained, in: resource, resolving: &resolver)
      let notes = reading.notes.filter(\.reason.concernsOffice).map { note in
        var fault = note.reason.fault
        fault.path = note.path
        return fault
      }
      return (.appointment(reading.fields), notes)
    } catch {
      guard try AppointmentStatus(appointment) == .enteredInError else { throw error }
      return (.withdrawal, [])
    }
  }

  /// The identity of a record of this server.
  package func identity(of address: RecordAddress) -> UpstreamIdentity {
    UpstreamIdentity(system: source, value: "\(address.type)/\(address.id)")
  }

  /// The address of a record on this server; `nil`: it stands elsewhere, or is known by an identifier alone.
  package func address(of identity: UpstreamIdentity) -> RecordAddress? {
    guard identity.system == source, let address = ResourceAddress(identity.value) else { return nil }
    return RecordAddress(type: address.type, id: address.id)
  }

  /// The identity of the record that a reference means, as it stands in a record that is written.
  package func identity(of reference: JSONDocument) -> UpstreamIdentity? {
    (reference["reference"]?.string).flatMap(identity(in:)) ?? reference["identifier"].flatMap { UpstreamIdentity($0) }
  }

  /// The identity of the record that the text of a reference means.
  package func identity(in text: String) -> UpstreamIdentity? {
    if text.hasPrefix("urn:") { return UpstreamIdentity(system: OwnIdentifier.system, value: text) }
    guard let address = ResourceAddress(text) else { return nil }
    return UpstreamIdentity(address, on: source)
  }

  /// The identities of a record, its address first.
  package func identities(of resource: Resource) -> [UpstreamIdentity] {
    let address = resource.id.map { identity(of: RecordAddress(type: resource.type, id: $0)) }
    return [address].compactMap(\.self) + resource.identifierIdentities
  }
}

extension UpstreamReader: ReferenceResolver {
  func identity(of reference: Reference, in resource: Resource) -> UpstreamIdentity? {
    reference.reference.flatMap(identity(in:)) ?? reference.identifier.flatMap { UpstreamIdentity($0) }
  }

  func actor(
    _ reference: Reference, isEngaged: Bool, in resource: Resource, at path: String
  ) throws(ReadingFault) -> Actor {
    let text = reference.reference
    if let text, text.hasPrefix("#"),
      let contained = resource.contained.first(where: { $0.id.map { $0 == text.dropFirst() } ?? false })
    {
      switch contained.content {
      case .location(let location): return .location(location)
      case .practitionerRole(let role):
        // The role's own identifier means no person; the Practitioner that it names does.
        let practitioner = role.practitioner.flatMap { identity(of: $0, in: resource) }
        return practitioner.map(Actor.worker) ?? .role
      case .other where contained.type == "HealthcareService": return .service(try? contained.healthcareService())
      default:
        guard let identity = contained.identifierIdentities.first else { return .nowhere }
        return Actor(contained.type, identity)
      }
    }
    guard let identity = identity(of: reference, in: resource) else { return .nowhere }
    return Actor(text.flatMap { ResourceAddress($0) }?.type ?? reference.type, identity)
  }

}

extension Actor {
  fileprivate init(_ type: String?, _ identity: UpstreamIdentity) {
    self =
      switch type {
      case "Patient": .client(identity)
      case "Practitioner": .worker(identity)
      case "PractitionerRole": .role
      case "Location": .place(identity)
      case "HealthcareService": .offer(identity)
      default: .other
      }
  }
}
