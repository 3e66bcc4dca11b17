import FHIR
import VisitsModel

/// References in a Bundle lead to its own entries, to contained resources, and to people who were imported before.
extension BundleReading: ReferenceResolver {
  /// The first identity of the resource that a reference leads to, whether or not that was refused.
  func identity(of reference: Reference, in entry: FHIR.Bundle.Entry) -> UpstreamIdentity? {
    switch references.target(of: reference, in: entry) {
    case .entry(let target):
      // A role means its Practitioner, unless it refers to another role.
      if case .practitionerRole(let role) = target.resource.content, let practitioner = role.practitioner,
        case .entry(let person) = references.target(of: practitioner, in: target),
        person.resource.content.personKind == .worker
      {
        try? identities.identities(of: person).first
      } else {
        try? identities.identities(of: target).first
      }
    case .outside(let address): UpstreamIdentity(address, on: identities.source)
    case .named(let name): UpstreamIdentity(name)
    case .contained, .several, .nothing: nil
    }
  }

  mutating func actor(
    _ reference: Reference, isEngaged: Bool, in entry: FHIR.Bundle.Entry, at path: String
  ) throws(ReadingFault) -> Actor {
    switch references.target(of: reference, in: entry) {
    case .entry(let target):
      used.insert(target.index)
      return try actor(target.resource, of: target, isContained: false, isEngaged: isEngaged, at: path)
    case .contained(let resource):
      return try actor(resource, of: entry, isContained: true, isEngaged: isEngaged, at: path)
    case .outside(let address):
      let identity = UpstreamIdentity(address, on: identities.source)
      let isFirst = named.insert("\(address.type)/\(address.id)").inserted
      if address.type == "Location" {
        let name = try PlainText.line(PlainText.shortened(reference.display, limit: 200), at: path)
        let reason: ReadingFault.Reason =
          if let name { .placeByName(address.text, name: name) } else { .placeElsewhere(address.text) }
        note(reason, in: entry, path: path)
        return .place(identity)
      }
      if let actor = try known(identity, address.type, isEngaged, else: missing(address, at: path)) { return actor }
      if isFirst { plan.passOver(String(address.type.prefix(64)), .notRead) }
      return address.type == "HealthcareService" ? .offer(identity) : .other
    case .named(let name):
      let missing = ReadingFault(path: path, reason: .notInBundle(name.text))
      if let type = name.type { return try known(UpstreamIdentity(name), type, isEngaged, else: missing) ?? .nowhere }
      return try known(UpstreamIdentity(name), else: missing, at: path)
    case .several(let entries): throw ReadingFault(path: path, reason: .ambiguous(entries: entries.map(\.index)))
    case .nothing: return .nowhere
    }
  }

  /// - Parameter entry: The entry that the resource is, or stands in.
  private mutating func actor(
    _ resource: Resource, of entry: FHIR.Bundle.Entry, isContained: Bool, isEngaged: Bool, at path: String
  ) throws(ReadingFault) -> Actor {
    switch resource.content {
    case .patient where isContained: return .client(try contained(resource, .client, in: entry, at: path))
    case .patient: return .client(successor(of: try person(.client, entry, at: path)))
    case .practitioner where isEngaged && isContained:
      return .worker(try contained(resource, .worker, in: entry, at: path))
    case .practitioner where isEngaged: return .worker(try person(.worker, entry, at: path))
    case .practitionerRole(let role) where isEngaged: return .worker(try worker(of: role, in: entry, at: path))
    case .location(let location):
      do {
        try resource.requireNoModifier()
      } catch {
        throw ReadingFault(path: path, reason: error.reason)
      }
      return .location(location)
    case .other where resource.type == "HealthcareService": return .service(try? resource.healthcareService())
    case .other where isContained:
      plan.passOver(String(resource.type.prefix(64)), .notRead)
      return .other
    case .practitioner, .practitionerRole, .appointment, .encounter, .other: return .other
    }
  }

  /// The person whom an earlier import brought; `nil` for a type that is not a person's.
  private func known(
    _ identity: UpstreamIdentity, _ type: String, _ isEngaged: Bool, else missing: ReadingFault
  ) throws(ReadingFault) -> Actor? {
    switch type {
    case "Patient":
      guard isKnown(.client, identity) else { throw missing }
      return .client(identity)
    case "Practitioner", "PractitionerRole":
      guard isEngaged else { return .other }
      guard type == "Practitioner", isKnown(.worker, identity) else { throw missing }
      return .worker(identity)
    default: return nil
    }
  }

  /// A person who was imported before, where the reference tells no type.
  private func known(
    _ identity: UpstreamIdentity, else missing: ReadingFault, at path: String
  ) throws(ReadingFault) -> Actor {
    switch (isKnown(.client, identity), isKnown(.worker, identity)) {
    case (true, false): return .client(identity)
    case (false, true): return .worker(identity)
    case (true, true): throw ReadingFault(path: path, reason: .unresolvable)
    case (false, false): throw missing
    }
  }

  private mutating func worker(
    of role: PractitionerRole, in entry: FHIR.Bundle.Entry, at path: String
  ) throws(ReadingFault) -> UpstreamIdentity {
    let target = role.practitioner.map { references.target(of: $0, in: entry) }
    if case .entry(let target) = target, target.resource.content.personKind != .worker {
      throw ReadingFault(path: path, reason: .wrongActor(expected: "Practitioner", found: target.resource.type))
    }
    guard let practitioner = role.practitioner, target?.isRole != true,
      case .worker(let worker) = try actor(practitioner, isEngaged: true, in: entry, at: path)
    else { throw ReadingFault(path: path, reason: .roleWithoutPractitioner) }
    return worker
  }
}

extension BundleReferences.Target {
  /// Whether it is a contained PractitionerRole, which might refer to itself.
  fileprivate var isRole: Bool {
    if case .contained(let resource) = self, case .practitionerRole = resource.content { true } else { false }
  }
}
