import FHIR
import VisitsModel

/// The participants of an Appointment.
struct Attendance {
  /// The most participants: far more than ever come to one person's home. Each worker among them would be a visit.
  static let most = 100

  private(set) var client: UpstreamIdentity?
  /// In the order of the participants, each once.
  private(set) var workers: [UpstreamIdentity] = []
  /// The Location that stands elsewhere.
  private(set) var place: UpstreamIdentity?
  /// The place as a Location at hand tells it; of one that stands elsewhere, the name that the Appointment gives it.
  private(set) var location = PlaceReading()
  private var hasPlace = false
  /// The place as earlier versions read it.
  private(set) var former = PlaceReading()
  /// The HealthcareService that stands elsewhere.
  private(set) var offer: UpstreamIdentity?
  private(set) var virtual: VirtualReading
  private(set) var zone: Zone?
  private(set) var notes: [ReadingFault] = []

  private let status: AppointmentStatus
  private var patients: [(identity: UpstreamIdentity, participant: Appointment.Participant, path: String)] = []
  private var roleAlone: String?
  /// The workers who have just a name, and the others who have one and may be anybody.
  private var named: (workers: [ReadingFault], others: [(path: String, name: String)]) = ([], [])

  init<Resolver: ReferenceResolver>(
    of appointment: Appointment, _ status: AppointmentStatus, contained: [Resource], in holder: Resolver.Holder,
    resolving resolver: inout Resolver
  ) throws(ReadingFault) {
    self.status = status
    virtual = VirtualReading(appointment, contained: contained)
    guard appointment.participants.count <= Self.most else {
      throw ReadingFault(path: "participant", reason: .tooManyParticipants(limit: Self.most))
    }
    for (position, participant) in appointment.participants.enumerated() {
      let path = "participant[\(position)]"
      if let modifier = participant.modifier {
        throw ReadingFault(path: "\(path).modifierExtension", reason: .modified(url: modifier))
      }
      guard let reference = participant.actor else { continue }
      try read(participant, reference, at: "\(path).actor", in: holder, resolving: &resolver)
      notePart(of: participant, in: appointment, at: "\(path).period")
    }
    client = try chosenClient()
    // A visit whose worker is not known would seem to be open, and be given to somebody else.
    if client != nil, workers.isEmpty {
      if let roleAlone { throw ReadingFault(path: roleAlone, reason: .roleAlone) }
      if let named = named.workers.first { throw named }
    }
    notes += named.workers
    let isOpen = workers.isEmpty
    notes += named.others.map { ReadingFault(path: $0.path, reason: .namedOnly($0.name, isOpen: isOpen)) }
  }

  private mutating func read<Resolver: ReferenceResolver>(
    _ participant: Appointment.Participant, _ reference: Reference, at path: String, in holder: Resolver.Holder,
    resolving resolver: inout Resolver
  ) throws(ReadingFault) {
    let isEngaged = status.engages(participant)
    switch try Self.actor(reference, isEngaged, in: holder, at: path, resolving: &resolver) {
    case .client(let new): patients.append((new, participant, path))
    case .worker(let worker): if isEngaged, !workers.contains(worker) { workers.append(worker) }
    case .role: if isEngaged { roleAlone = roleAlone ?? path }
    case .location(let location):
      zone = location.extensions.zone ?? zone
      guard !virtual.read(location) else { break }
      let found = try location.place(at: path)
      if let line = try PlainText.line(location.address?.formerWords(of: location.name), limit: 500, at: path) {
        former = PlaceReading(line: line, parts: found.parts)
      }
      if !found.isNowhere { add(found, called: found.name ?? found.line, at: path) }
    case .place(let identity):
      let name = try PlainText.line(PlainText.shortened(reference.display, limit: 200), at: path)
      if hasPlace {
        let called = name ?? reference.reference ?? identity.value
        if identity != place { notes.append(ReadingFault(path: path, reason: .furtherPlace(called))) }
      } else {
        (place, location, hasPlace) = (identity, PlaceReading(name: name), true)
      }
    case .service(let service): virtual.read(service, display: reference.display)
    case .offer(let identity):
      offer = offer ?? identity
      virtual.read(nil, display: reference.display)
    case .other: break
    case .nowhere: try readWords(of: participant, reference, at: path)
    }
  }

  /// Takes in a place. The first one counts.
  private mutating func add(_ found: PlaceReading, called name: String?, at path: String) {
    guard hasPlace else {
      (location, hasPlace) = (found, true)
      return
    }
    if found != location, let name { notes.append(ReadingFault(path: path, reason: .furtherPlace(name))) }
  }

  /// Takes in a participant who leads to no record: in words, or by mistake.
  private mutating func readWords(
    of participant: Appointment.Participant, _ reference: Reference, at path: String
  ) throws(ReadingFault) {
    let isEngaged = status.engages(participant)
    let name = try PlainText.line(PlainText.shortened(reference.display, limit: 200), at: path)
    if reference.reference == nil, reference.identifier == nil, let name {
      if reference.type == "Location" || participant.isPlace {
        return add(PlaceReading(name: name), called: name, at: path)
      }
      if !reference.mayBePerson {
        if virtual.read(words: name) { return }
        guard isEngaged else { return }
        if participant.isOfWorker {
          named.workers.append(ReadingFault(path: path, reason: .workerNamedOnly(name)))
        } else if reference.type == nil {
          named.others.append((path, name))
        }
        return
      }
    }
    // Without its worker a visit would seem to be open.
    guard !isEngaged || reference.namesNobody else {
      throw ReadingFault(path: path, reason: .unresolvable).naming(reference)
    }
    notes.append(ReadingFault(path: path, reason: .namesNothing))
  }

  /// The one Patient who is visited. Somebody who has declined, or is only informed, is not, if another one is.
  private mutating func chosenClient() throws(ReadingFault) -> UpstreamIdentity? {
    let attending = patients.filter { $0.participant.required != "information-only" }
    let coming = attending.filter { $0.participant.status != "declined" }
    let chosen = coming.isEmpty ? attending : coming
    guard let first = chosen.first else {
      if let informed = patients.first { throw ReadingFault(path: informed.path, reason: .patientInformed) }
      return nil
    }
    if let other = chosen.first(where: { $0.identity != first.identity }) {
      throw ReadingFault(path: other.path, reason: .severalPatients)
    }
    if coming.isEmpty, status.isAhead { notes.append(ReadingFault(path: first.path, reason: .clientDeclined)) }
    return first.identity
  }

  /// Notes that somebody is there for a part of the time alone.
  private mutating func notePart(of participant: Appointment.Participant, in appointment: Appointment, at path: String)
  {
    guard status.isAhead, status.engages(participant), participant.actor?.mayBeWorker == true,
      let period = participant.period, let start = appointment.start
    else { return }
    let end =
      appointment.end?.milliseconds ?? appointment.minutesDuration.map { start.milliseconds + Int64($0) * 60_000 }
    let (from, to) = (period.start?.moment, period.end?.moment)
    let isLater = from.map { $0.milliseconds > start.milliseconds } ?? false
    let isEarlier = both(to, end).map { $0.milliseconds < $1 } ?? false
    guard isLater || isEarlier else { return }
    let words = [from ?? start, to ?? appointment.end].map { $0?.description ?? "…" }
    notes.append(ReadingFault(path: path, reason: .partOfTime(from: words[0], to: words[1])))
  }
}

/// Both values, if both are there.
private func both<First, Second>(_ first: First?, _ second: Second?) -> (First, Second)? {
  guard let first, let second else { return nil }
  return (first, second)
}

extension Attendance {
  /// The actor of a participant; what is wrong with it is told with its words, since an id says little to a person.
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
  /// The same with what a reference says, and how it calls who is meant.
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

extension Appointment.Participant {
  private static let system = "http://terminology.hl7.org/CodeSystem/v3-ParticipationType"

  /// Whether its role is that of a place.
  var isPlace: Bool { type.contains { $0.has(code: "LOC", system: Self.system) } }

  /// Whether its role is that of somebody who gives care.
  var isOfWorker: Bool {
    let roles = ["ADM", "ATND", "CALLBCK", "CON", "DIS", "ESC", "PART", "PRF", "PPRF", "REF", "SPRF"]
    return type.contains { type in roles.contains { type.has(code: $0, system: Self.system) } }
  }
}

extension FHIRDateTime {
  /// The moment; `nil`: it is a day.
  fileprivate var moment: FHIRInstant? {
    if case .instant(let instant) = self { instant } else { nil }
  }
}
