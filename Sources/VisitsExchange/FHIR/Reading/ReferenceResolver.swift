import FHIR
import VisitsModel

/// Resolves the references of the resources that are read. The reading of a Bundle and of a server's single records differ
/// in nothing else.
protocol ReferenceResolver {
  /// A resource that references stand in, with what they are relative to.
  associatedtype Holder

  /// The identity of the resource that a reference leads to; `nil`: it leads nowhere.
  func identity(of reference: Reference, in holder: Holder) -> UpstreamIdentity?

  /// Finds the actor of a participant.
  ///
  /// - Parameters:
  ///   - isEngaged: Whether a Practitioner with this participation makes the visit. Otherwise it is of no interest which
  ///     worker is meant.
  ///   - path: The way to the reference.
  /// - Throws: The reason why the whole Appointment is refused.
  mutating func actor(
    _ reference: Reference, isEngaged: Bool, in holder: Holder, at path: String
  ) throws(ReadingFault) -> Actor
}

/// The actor of a participant, as far as a visit is concerned.
enum Actor {
  /// A Patient.
  case client(UpstreamIdentity)
  /// A Practitioner, named directly or by a PractitionerRole.
  case worker(UpstreamIdentity)
  /// A PractitionerRole whose Practitioner is not known.
  case role
  /// A Location that is at hand.
  case location(Location)
  /// A Location that stands elsewhere.
  case place(UpstreamIdentity)
  /// A HealthcareService that is at hand; `nil`: it cannot be read.
  case service(HealthcareService?)
  /// A HealthcareService that stands elsewhere.
  case offer(UpstreamIdentity)
  /// A group, a device, …
  case other
  /// The reference leads nowhere.
  case nowhere
}

extension UpstreamIdentity {
  /// The identity of a resource at an address.
  ///
  /// - Parameter source: The server of relative addresses.
  init(_ address: ResourceAddress, on source: String) {
    self.init(system: address.base ?? source, value: "\(address.type)/\(address.id)")
  }

  /// The identity of a resource that is known by an identifier.
  init(_ name: ResourceName) { self.init(system: name.system, value: name.value) }

  /// An identifier as an identity; `nil`: without a system it tells nobody apart.
  init?(_ identifier: Identifier) {
    guard let system = identifier.system, let value = identifier.value else { return nil }
    self.init(system: system, value: value)
  }

  /// The same of an identifier in a record that is written.
  init?(_ identifier: JSONDocument) {
    guard let system = identifier["system"]?.string, let value = identifier["value"]?.string else { return nil }
    self.init(system: system, value: value)
  }
}

extension Resource {
  /// Refuses a resource that says something which changes its meaning. None of that is known here.
  func requireNoModifier() throws(ReadingFault) {
    if let modifier { throw ReadingFault(path: modifier.path, reason: .modified(url: modifier.url)) }
  }

  /// The identities that its identifiers give it.
  var identifierIdentities: [UpstreamIdentity] {
    let former = identifiers.filter { $0.use == "old" }
    return (identifiers.filter { $0.use != "old" } + former).compactMap { UpstreamIdentity($0) }
  }
}

extension Reference {
  /// Whether it certainly refers to no client and no worker: it means a room or a device, or is just words.
  var namesNobody: Bool {
    let leadsSomewhere = type == nil && (reference != nil || identifier != nil)
    return !mayBePerson && !leadsSomewhere
  }

  /// Whether it says that it means a person who matters.
  var mayBePerson: Bool { ["Patient", "Practitioner", "PractitionerRole"].contains(type) }

  /// Whether it may mean a worker, as far as it tells.
  var mayBeWorker: Bool {
    let told = reference.flatMap { ResourceAddress($0) }?.type ?? type
    return told.map { ["Practitioner", "PractitionerRole"].contains($0) } ?? true
  }
}
