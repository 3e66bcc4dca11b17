import VisitsModel

extension CalendarEvent.Contents {
  /// Who is visited, where and for what: the client from SUMMARY as it is written, unless the calendar is one of ours.
  ///
  /// - Parameter worker: Whose calendar it is, if that is known.
  init(_ component: CalendarComponent, worker: String?) throws(CalendarFault) {
    var client = try component.line(OwnProperty.client, limit: 200)
    if client == nil { client = try component.line("SUMMARY", limit: 200) }
    guard let client else { throw CalendarFault(property: "SUMMARY", reason: .noClient) }
    self.client = client
    let people = Invitation(component)
    for person in people.declined {
      if let name = try person.line { declined.append(name) }
    }
    comesNobody = people.comesNobody
    if let worker {
      self.worker = worker
    } else if let own = try component.line(OwnProperty.worker, limit: 200) {
      self.worker = own
    } else {
      let person = try people.worker()
      self.worker = try person?.line
      isOpen = person == nil && !(declined.isEmpty && people.delegating.isEmpty)
    }
    if self.worker == nil || worker != nil {
      for person in people.delegating {
        if let name = try person.line { delegating.append(name) }
      }
    }
    address = try component.text("LOCATION") { text throws(ReadingFault) in
      try PlainText.address(text, limit: 500, at: "LOCATION")
    }
    service = try component.list("CATEGORIES")
    let note = try EventNote(component)
    self.note = note.text
    leftOut = note.leftOut
  }
}

/// Who is invited to an event, and comes or not.
private struct Invitation {
  private var coming: [Person] = []
  private let organizer: Person?
  /// Those who have declined.
  private(set) var declined: [Person] = []
  /// Those who have asked somebody else to come.
  private(set) var delegating: [Person] = []

  init(_ component: CalendarComponent) {
    organizer = component.first("ORGANIZER").flatMap(Person.init)
    var known: Set<String> = []
    var delegates: [Person] = []
    for line in component.all("ATTENDEE") where line.isPerson {
      guard let person = Person(line), known.insert(person.identity).inserted else { continue }
      switch line.participation {
      case "DECLINED": declined.append(person)
      case "DELEGATED":
        delegating.append(person)
        delegates += line.delegates.compactMap(Person.init)
      default: coming.append(person)
      }
    }
    // Who was asked to come instead is on the list too, unless a program has lost the line.
    for person in delegates where known.insert(person.identity).inserted { coming.append(person) }
  }

  /// Whether all who were asked have declined.
  var comesNobody: Bool { coming.isEmpty && !declined.isEmpty }

  /// The worker: the attendee who has not declined, else the organizer. If all attendees have declined, the visit has no
  /// worker.
  func worker() throws(CalendarFault) -> Person? {
    var attendees = coming
    // Who organizes it is on the list too where a program keeps one.
    if attendees.count > 1 { attendees.removeAll { $0.identity == organizer?.identity } }
    guard attendees.count <= 1 else {
      throw CalendarFault(property: "ATTENDEE", reason: .severalPeople(attendees.map(\.name)))
    }
    return attendees.first ?? (declined.isEmpty && delegating.isEmpty ? organizer : nil)
  }
}

/// What our own calendars say in ids, where names are not enough.
enum OwnProperty {
  /// The client's id.
  static let client = "X-VISITS-CLIENT"
  /// The worker's id.
  static let worker = "X-VISITS-WORKER"
}

/// Somebody in an event.
private struct Person {
  /// The name, else the address.
  let name: String
  /// The e-mail address in lower case, else the name.
  let identity: String

  /// `nil` for a calendar or a room, which nobody is.
  init?(_ line: ContentLine) {
    let value = line.value.lowercased()
    let address = value.hasPrefix("mailto:") ? String(value.dropFirst(7)) : ""
    guard !address.hasSuffix("calendar.google.com") else { return nil }
    let name = line.parameter("CN") ?? ""
    guard !name.isEmpty || !address.isEmpty else { return nil }
    self.name = name.isEmpty ? address : name
    identity = address.isEmpty ? name : address
  }

  /// The name as it is looked up.
  var line: String? {
    get throws(CalendarFault) {
      do {
        return try PlainText.line(name, limit: 200, at: "ATTENDEE")
      } catch {
        throw CalendarFault(property: "ATTENDEE", reason: .tooLong(limit: 200))
      }
    }
  }
}

extension ContentLine {
  /// Whether an attendee is a person who may come.
  fileprivate var isPerson: Bool {
    parameter("ROLE")?.trimmingBlanks.uppercased() != "NON-PARTICIPANT"
      && ["INDIVIDUAL", "UNKNOWN"].contains(parameter("CUTYPE")?.trimmingBlanks.uppercased() ?? "INDIVIDUAL")
  }

  /// Whether an attendee comes, in capitals (RFC 5545, 3.2.12).
  fileprivate var participation: String { parameter("PARTSTAT")?.trimmingBlanks.uppercased() ?? "" }

  /// Whom an attendee has asked to come instead, as attendees of their own (RFC 5545, 3.2.5).
  fileprivate var delegates: [ContentLine] {
    let addresses = parameters.first { $0.name == "DELEGATED-TO" }?.values ?? []
    return addresses.map { ContentLine("ATTENDEE", value: $0) }
  }
}

extension CalendarComponent {
  /// A property's text in one line; `nil` when there is none.
  fileprivate func line(_ name: String, limit: Int = 300) throws(CalendarFault) -> String? {
    try text(name) { text throws(ReadingFault) in try PlainText.line(text, limit: limit, at: name) }
  }

  /// All of a property's items in one line.
  fileprivate func list(_ name: String) throws(CalendarFault) -> String? {
    for line in all(name) { try line.demandPlain() }
    let items = all(name).flatMap { CalendarText.list($0.value) }.filter { !$0.isEmpty }
    do {
      return try PlainText.line(items.joined(separator: ", "), at: name)
    } catch {
      throw CalendarFault(property: name, reason: .tooLong(limit: 300))
    }
  }

  fileprivate func text(
    _ name: String, _ fit: (String) throws(ReadingFault) -> String?
  ) throws(CalendarFault) -> String? {
    guard let property = first(name) else { return nil }
    try property.demandPlain()
    do throws(ReadingFault) {
      return try fit(CalendarText.unescaped(property.value))
    } catch {
      guard case .tooLong(let limit) = error.reason else { return nil }
      throw CalendarFault(property: name, reason: .tooLong(limit: limit))
    }
  }
}

extension ContentLine {
  /// Refuses a text that was cut off or is encoded (RFC 5545, 3.2.7: BASE64 is for attachments). Without a sign of equality QUOTED-PRINTABLE is the text itself (RFC 2045, 6.7).
  func demandPlain() throws(CalendarFault) {
    guard !isCutOff else { throw CalendarFault(property: name, reason: .tooLong(limit: 4000)) }
    let encoding = parameter("ENCODING")?.trimmingBlanks.uppercased() ?? "8BIT"
    let isPlain = encoding == "8BIT" || encoding == "QUOTED-PRINTABLE" && !value.contains("=")
    guard isPlain else { throw CalendarFault(property: name, reason: .encoded(encoding)) }
  }
}
