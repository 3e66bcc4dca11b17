import FHIR
import VisitsModel

extension BundleReading {
  /// Plans the worker or client of an entry, if it is one.
  mutating func readPerson(_ entry: FHIR.Bundle.Entry, _ identities: [UpstreamIdentity]) {
    guard let kind = entry.resource.content.personKind else { return }
    do {
      let planned = try plan(entry.resource, id: entry.resource.id, identities, place: place(of: entry))
      people[Person(kind: kind, identity: identities[0])] = .planned(planned)
      noteOddities(of: entry, planned)
    } catch {
      people[Person(kind: kind, identity: identities[0])] = .refused(place: place(of: entry))
      refuse(error, in: entry)
    }
  }

  /// Adds a Practitioner or Patient to the plan; returns the position in its list.
  mutating func plan(
    _ resource: Resource, id: String?, _ identities: [UpstreamIdentity], place: String
  ) throws(ReadingFault) -> Int {
    try resource.requireNoModifier()
    switch resource.content {
    case .practitioner(let practitioner):
      plan.workers.append(
        try PlannedWorker(practitioner, id: id, identities: identities, place: place, now: now, zone: zone))
      for identity in identities { bearers[Person(kind: .worker, identity: identity)] = identities[0] }
      return plan.workers.count - 1
    case .patient(let patient):
      plan.clients.append(
        try PlannedClient(patient, id: id, identities: identities, place: place, now: now, zone: zone))
      for identity in identities { bearers[Person(kind: .client, identity: identity)] = identities[0] }
      return plan.clients.count - 1
    default:
      throw ReadingFault(reason: .wrongActor(expected: "Patient/Practitioner", found: resource.type))
    }
  }

  private mutating func noteOddities(of entry: FHIR.Bundle.Entry, _ planned: Int) {
    for identity in identities.sharedIdentifiers(of: entry.resource) {
      note(.sharedIdentifier(identity.value), in: entry, path: "identifier")
    }
    switch entry.resource.content {
    case .practitioner(let practitioner):
      noteZone(practitioner.extensions.zoneName, in: entry)
      let moment = PlacedMoment(now, on: practitioner.extensions.zone ?? zone)
      if practitioner.names.chosen(at: moment) == nil { noteNamelessness(of: entry) }
    case .patient(let patient):
      let moment = PlacedMoment(now, on: patient.extensions.zone ?? zone)
      noteZone(patient.extensions.zoneName ?? patient.homeZoneName(at: moment), in: entry)
      if patient.names.chosen(at: moment) == nil { noteNamelessness(of: entry) }
      let place = patient.extensions.zone ?? zone
      let changes = Timeline(patient.addresses.map(\.period), on: place, around: now).future
      let doubtful = ([now] + changes).compactMap { instant in
        patient.addresses.doubtfulHome(at: PlacedMoment(instant, on: place))?.words
      }.first
      if let doubtful { note(.doubtfulAddress(doubtful), in: entry, path: "address") }
      if let (position, link) = patient.replacement {
        if let other = link.other, let identity = identity(of: other, in: entry) {
          plan.clients[planned].replacedBy = identity
        }
        note(.replaced, in: entry, path: "link[\(position)]")
      }
      if let birth = patient.birthDate, birth.day == nil {
        note(.notWholeDate(birth.description), in: entry, path: "birthDate")
      }
    default: break
    }
  }

  private mutating func noteNamelessness(of entry: FHIR.Bundle.Entry) {
    note(.nameless, in: entry, path: "name")
  }

  mutating func noteZone(_ name: String?, in entry: FHIR.Bundle.Entry) {
    guard let name, Zone(name) == nil else { return }
    note(.noZone(name), in: entry, path: "extension")
  }
}
