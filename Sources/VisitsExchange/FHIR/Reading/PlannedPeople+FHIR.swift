import FHIR
import VisitsModel

extension PlannedWorker {
  /// A Practitioner as a worker.
  ///
  /// - Parameters:
  ///   - now: The moment whose names and numbers count. The record's later ones are ``later``.
  ///   - zone: On whose clocks dates begin, if the record names no zone.
  init(
    _ practitioner: Practitioner, id: String?, identities: [UpstreamIdentity], place: String, now: Instant, zone: Zone
  ) throws(ReadingFault) {
    let zone = practitioner.extensions.zone ?? zone
    func reading(_ instant: Instant) throws(ReadingFault) -> PlannedWorker {
      try PlannedWorker(practitioner, id: id, identities: identities, place: place, at: PlacedMoment(instant, on: zone))
    }
    self = try reading(now)
    let timeline = Timeline(
      practitioner.names.map(\.period) + practitioner.telecom.map(\.period), on: zone, around: now)
    earlier = timeline.past.compactMap { until in
      (try? reading(until.adding(seconds: -1))).map { EarlierReading(until: until, record: $0) }
    }
    var before = self
    for instant in timeline.future {
      var next = try reading(instant)
      // A name that ends without another one stays, so that the person is not called by a number.
      if practitioner.names.chosen(at: PlacedMoment(instant, on: zone)) == nil {
        (next.name, next.nameParts) = (before.name, before.nameParts)
      }
      if let facts = LaterFacts(from: instant, before, next) { later.append(facts) }
      before = next
    }
  }

  private init(
    _ practitioner: Practitioner, id: String?, identities: [UpstreamIdentity], place: String, at now: PlacedMoment
  ) throws(ReadingFault) {
    let chosen = practitioner.names.chosen(at: now)
    let name = try PlainText.line(chosen?.spoken, limit: 200, at: "name")
    let slug = Slug.base(id: id, name: name, otherwise: "worker")
    self.init(
      identities: identities, slug: slug, name: name ?? Nameless.name("Worker", id: id, identities),
      nameParts: try chosen?.parts ?? NameParts(), zone: practitioner.extensions.zone,
      phone: try PlainText.line(practitioner.telecom.phone(at: now), limit: 64, at: "telecom"),
      locale: practitioner.communication.lazy.flatMap(\.coding).compactMap(\.code).first(where: isLanguage),
      isActive: practitioner.active ?? true, place: place)
  }
}

extension PlannedClient {
  /// A Patient as a client.
  ///
  /// - Parameters:
  ///   - now: The moment whose names, addresses and numbers count. The record's later ones are ``later``.
  ///   - zone: On whose clocks dates begin, if the record names no zone.
  init(
    _ patient: Patient, id: String?, identities: [UpstreamIdentity], place: String, now: Instant, zone: Zone
  ) throws(ReadingFault) {
    let zone = patient.extensions.zone ?? zone
    func reading(_ instant: Instant) throws(ReadingFault) -> PlannedClient {
      try PlannedClient(patient, id: id, identities: identities, place: place, at: PlacedMoment(instant, on: zone))
    }
    self = try reading(now)
    let telecom = patient.telecom + patient.contacts.flatMap(\.telecom)
    let timeline = Timeline(
      patient.names.map(\.period) + patient.addresses.map(\.period) + telecom.map(\.period)
        + patient.contacts.map(\.period), on: zone, around: now)
    earlier = timeline.past.compactMap { until in
      (try? reading(until.adding(seconds: -1))).map { EarlierReading(until: until, record: $0) }
    }
    var before = self
    for instant in timeline.future {
      var next = try reading(instant)
      // A name that ends without another one stays, so that the person is not called by a number.
      if patient.names.chosen(at: PlacedMoment(instant, on: zone)) == nil {
        (next.name, next.nameParts) = (before.name, before.nameParts)
      }
      if let facts = LaterFacts(from: instant, before, next) { later.append(facts) }
      before = next
    }
  }

  private init(
    _ patient: Patient, id: String?, identities: [UpstreamIdentity], place: String, at now: PlacedMoment
  ) throws(ReadingFault) {
    let chosen = patient.names.chosen(at: now)
    let name = try PlainText.line(chosen?.spoken, limit: 200, at: "name")
    let slug = Slug.base(id: id, name: name, otherwise: "client")
    let home = patient.addresses.home(at: now)
    let birthDate = patient.birthDate.flatMap(CareDay.init)
    // The calendar is at most 14 hours ahead of UTC: a birth today is not refused anywhere.
    if let birthDate, birthDate > Zone.utc.day(of: Instant(milliseconds: now.milliseconds).adding(minutes: 14 * 60)) {
      throw ReadingFault(path: "birthDate", reason: .bornAhead)
    }
    self.init(
      identities: identities, slug: slug, name: name ?? Nameless.name("Client", id: id, identities),
      nameParts: try chosen?.parts ?? NameParts(),
      address: try PlainText.line(home?.words, limit: 500, at: "address"),
      addressParts: try home?.parts ?? PostalAddress(), zone: patient.extensions.zone,
      birthDate: birthDate,
      phone: try PlainText.line(patient.telecom.phone(at: now), limit: 64, at: "telecom"),
      emergencyContact: try PlainText.line(patient.contacts.emergency(at: now), limit: 500, at: "contact"),
      photo: try PlainText.line(patient.photos.lazy.compactMap(\.url).first, limit: 2000, at: "photo"),
      isActive: (patient.active ?? true) && !patient.isDeceased && patient.replacement == nil,
      isDeceased: patient.isDeceased, place: place)
    homeZone = patient.homeZoneName(at: now).flatMap(Zone.init)
    wasWithoutAddress = home.map { $0.formerWords(of: nil) == nil } ?? false
  }
}

extension Patient {
  /// The sender's name of the home address's zone, in the extension "timezone" or "tz-code".
  func homeZoneName(at now: PlacedMoment) -> String? {
    let extensions = addresses.home(at: now)?.extensions ?? []
    return extensions.zoneName ?? extensions.value(of: "tz-code")
  }

  /// The link to the record that replaces this one, and its position.
  var replacement: (position: Int, link: Link)? {
    links.firstIndex { $0.type == "replaced-by" }.map { ($0, links[$0]) }
  }
}

/// What a person is called of whom no name is known: two of them must be told apart on a schedule.
private enum Nameless {
  /// "Client 4711": with the identifier by which the office finds them, else with the id of the record.
  static func name(_ word: String, id: String?, _ identities: [UpstreamIdentity]) -> String {
    // Addresses have the type before the id, and a URI is nothing that a person knows somebody by.
    let identifier = identities.first { identity in
      identity.system != OwnIdentifier.system && !identity.value.contains("/") && identity.value.utf8.count <= 40
    }
    let last = identities.first.map { String($0.value.suffix(12)) }
    let text = (identifier?.value ?? id ?? last).flatMap { try? PlainText.line($0, limit: 100, at: "") }
    return text.map { "\(word) \($0)" } ?? word
  }
}

extension Slug {
  /// The id of a new person: upstream's id if it is a slug, else a slug of the name, else the given word.
  package static func base(id: String?, name: String?, otherwise: String) -> String {
    if let id, isValid(id) { return id }
    return name.flatMap(make) ?? otherwise
  }
}

extension CareDay {
  /// A full date; `nil` for a year or a month alone.
  fileprivate init?(_ date: FHIRDate) {
    guard let month = date.month, let day = date.day else { return nil }
    self.init(year: date.year, month: month, day: day)
  }
}

extension [Patient.Contact] {
  /// The emergency contact in one line, else the first contact with a number, else the first.
  fileprivate func emergency(at now: PlacedMoment) -> String? {
    let current = filter { ($0.period?.contains(now) ?? true) && $0.line(at: now) != nil }
    let marked = current.first { contact in
      contact.relationship.contains { $0.has(code: "C", system: "http://terminology.hl7.org/CodeSystem/v2-0131") }
    }
    return (marked ?? current.first { $0.telecom.phone(at: now) != nil } ?? current.first)?.line(at: now)
  }
}

extension Patient.Contact {
  /// "Daniel Chen, son, 780-555-0142".
  fileprivate func line(at now: PlacedMoment) -> String? {
    let kinship = relationship.first { !$0.has(code: "C", system: "http://terminology.hl7.org/CodeSystem/v2-0131") }
    let parts = [name?.spoken, kinship?.words, telecom.phone(at: now)].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// Whether a code looks like a language of BCP 47: "en", "fr-CA". Other code systems share the element.
func isLanguage(_ code: String) -> Bool {
  let parts = code.split(separator: "-", omittingEmptySubsequences: false)
  guard code.utf8.count <= 35, (2...3).contains(parts[0].utf8.count), parts[0].allSatisfy(\.isLowercase) else {
    return false
  }
  return parts.allSatisfy { part in
    (1...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}

extension [Extension] {
  /// The sender's name of the zone.
  var zoneName: String? { value(of: "timezone") }

  /// The value of one of FHIR's own extensions.
  func value(of name: String) -> String? {
    first { $0.url == "http://hl7.org/fhir/StructureDefinition/\(name)" }?.value
  }

  /// The zone, if it is one.
  var zone: Zone? { zoneName.flatMap(Zone.init) }
}
