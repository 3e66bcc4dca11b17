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
    if let worker {
      self.worker = worker
    } else if let own = try component.line(OwnProperty.worker, limit: 200) {
      self.worker = own
    } else {
      self.worker = try Self.worker(component)
    }
    address = try component.text("LOCATION") { text throws(ReadingFault) in
      try PlainText.address(text, limit: 500, at: "LOCATION")
    }
    service = try component.list("CATEGORIES")
    note = try component.text("DESCRIPTION") { text throws(ReadingFault) in
      try PlainText.paragraphs(text, at: "DESCRIPTION")
    }
  }

  /// The one person who comes: an attendee, else whoever organizes it.
  private static func worker(_ component: CalendarComponent) throws(CalendarFault) -> String? {
    let organizer = component.first("ORGANIZER").flatMap(Person.init)
    var attendees: [Person] = []
    var known: Set<String> = []
    for line in component.all("ATTENDEE") where line.comes {
      if let person = Person(line), known.insert(person.identity).inserted { attendees.append(person) }
    }
    // Who organizes it is on the list too where a program keeps one.
    if attendees.count > 1 { attendees.removeAll { $0.identity == organizer?.identity } }
    guard attendees.count <= 1 else {
      throw CalendarFault(property: "ATTENDEE", reason: .severalPeople(attendees.map(\.name)))
    }
    guard let person = attendees.first ?? organizer else { return nil }
    do {
      return try PlainText.line(person.name, limit: 200, at: "ATTENDEE")
    } catch {
      throw CalendarFault(property: "ATTENDEE", reason: .tooLong(limit: 200))
    }
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
}

extension ContentLine {
  /// Whether an attendee is a person who may come.
  fileprivate var comes: Bool {
    parameter("PARTSTAT")?.uppercased() != "DECLINED" && parameter("ROLE")?.uppercased() != "NON-PARTICIPANT"
      && ["INDIVIDUAL", "UNKNOWN"].contains(parameter("CUTYPE")?.uppercased() ?? "INDIVIDUAL")
  }
}

extension CalendarComponent {
  /// A property's text in one line; `nil` when there is none.
  fileprivate func line(_ name: String, limit: Int = 300) throws(CalendarFault) -> String? {
    try text(name) { text throws(ReadingFault) in try PlainText.line(text, limit: limit, at: name) }
  }

  /// All of a property's items in one line.
  fileprivate func list(_ name: String) throws(CalendarFault) -> String? {
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
    guard !property.isCutOff else { throw CalendarFault(property: name, reason: .tooLong(limit: 4000)) }
    do throws(ReadingFault) {
      return try fit(CalendarText.unescaped(property.value))
    } catch {
      guard case .tooLong(let limit) = error.reason else { return nil }
      throw CalendarFault(property: name, reason: .tooLong(limit: limit))
    }
  }
}
