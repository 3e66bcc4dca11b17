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
        try PlannedWorker(practitioner, id: id, identities: identities, place: place, now: now))
      for identity in identities { bearers[Person(kind: .worker, identity: identity)] = identities[0] }
      return plan.workers.count - 1
    case .patient(let patient):
      plan.clients.append(try PlannedClient(patient, id: id, identities: identities, place: place, now: now))
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
      if practitioner.names.chosen(at: now.milliseconds) == nil { noteNamelessness(of: entry) }
    case .patient(let patient):
      noteZone(patient.extensions.zoneName ?? patient.homeZoneName(at: now.milliseconds), in: entry)
      if patient.names.chosen(at: now.milliseconds) == nil { noteNamelessness(of: entry) }
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
