package import VisitsModel

/// Writes visits as an iCalendar text (RFC 5545) that a phone subscribes to: a header, one event after the other, a
/// footer, so that a long calendar is sent in parts and never held.
///
/// A visit keeps its UID and counts its SEQUENCE up, so that a calendar that has it already changes it; one that is
/// cancelled stays in the text as cancelled.
package struct ScheduleCalendar: Sendable {
  /// A visit in a calendar.
  package struct Event: Sendable, Hashable {
    /// The visit.
    package var id: VisitID
    /// Grows with each change of the visit: its version.
    package var sequence: Int
    /// What a person reads first.
    package var title: String
    /// The client's id, with which the text can be read back.
    package var client: String?
    /// The worker's id; `nil`: open.
    package var worker: String?
    /// The address.
    package var location: String?
    /// What is done.
    package var service: String?
    /// What else a person reads.
    package var description: String?
    /// The planned start.
    package var start: Instant
    /// The planned end.
    package var end: Instant
    /// Whose clocks the visit goes by.
    package var zone: Zone
    /// Whether it does not take place.
    package var isCancelled: Bool
    /// The last change.
    package var modified: Instant

    /// A visit in a calendar.
    package init(
      id: VisitID, sequence: Int, title: String, client: String? = nil, worker: String? = nil,
      location: String? = nil, service: String? = nil, description: String? = nil, start: Instant, end: Instant,
      zone: Zone, isCancelled: Bool = false, modified: Instant
    ) {
      self.id = id
      self.sequence = sequence
      self.title = title
      self.client = client
      self.worker = worker
      self.location = location
      self.service = service
      self.description = description
      self.start = start
      self.end = end
      self.zone = zone
      self.isCancelled = isCancelled
      self.modified = modified
    }
  }

  private let name: String
  private let zones: [Zone]
  private let covering: Range<Instant>
  private let refreshMinutes: Int

  /// A calendar.
  ///
  /// - Parameters:
  ///   - name: What a calendar program shows.
  ///   - zones: Those of the visits. A visit of another zone is written in UTC.
  ///   - covering: From the first visit's start to the last one's end, 50 years at most; what lies outside is
  ///     written in UTC.
  ///   - refreshMinutes: How often a program that subscribes to it may ask again.
  package init(name: String, zones: [Zone], covering: Range<Instant>, refreshMinutes: Int = 15) {
    self.name = name
    // UTC needs no definition, and has none.
    self.zones = Set(zones).filter { $0 != .utc }.sorted { $0.identifier < $1.identifier }
    // Clocks in half a century are anybody's guess, and every change of them takes a few lines.
    let latest = covering.lowerBound.adding(minutes: 50 * 366 * 24 * 60)
    self.covering = covering.lowerBound..<max(covering.lowerBound, min(covering.upperBound, latest))
    self.refreshMinutes = max(1, refreshMinutes)
  }

  /// What stands before the events: about the calendar, and its time zones.
  package var header: String {
    let refresh = "PT\(refreshMinutes)M"
    let lines = [
      ContentLine("BEGIN", value: "VCALENDAR"), ContentLine("VERSION", value: "2.0"),
      ContentLine("PRODID", value: "-//visits//visits//EN"), ContentLine("CALSCALE", value: "GREGORIAN"),
      ContentLine("METHOD", value: "PUBLISH"), ContentLine("NAME", text: name), ContentLine("X-WR-CALNAME", text: name),
      ContentLine("REFRESH-INTERVAL", [.init(name: "VALUE", values: ["DURATION"])], value: refresh),
      ContentLine("X-PUBLISHED-TTL", value: refresh),
    ]
    return Self.text(lines) + zones.map { Self.text($0.definition(covering: covering)) }.joined()
  }

  /// A visit.
  package func text(of event: Event) -> String {
    var lines = [
      ContentLine("BEGIN", value: "VEVENT"), ContentLine("UID", text: "\(event.id.rawValue)@visits"),
      // The same as the last change, so that the text of an unchanged schedule is the same whenever it is asked for.
      ContentLine("DTSTAMP", value: Self.utc(event.modified)),
      ContentLine("LAST-MODIFIED", value: Self.utc(event.modified)),
      ContentLine("SEQUENCE", value: String(max(0, event.sequence))),
      time("DTSTART", event.start, event.zone), time("DTEND", event.end, event.zone),
      ContentLine("SUMMARY", text: event.title),
      ContentLine("STATUS", value: event.isCancelled ? "CANCELLED" : "CONFIRMED"),
    ]
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { lines.append(ContentLine(name, text: text)) }
    }
    add("LOCATION", event.location)
    add("DESCRIPTION", event.description)
    add("CATEGORIES", event.service)
    add(OwnProperty.client, event.client)
    add(OwnProperty.worker, event.worker)
    return Self.text(lines + [ContentLine("END", value: "VEVENT")])
  }

  /// What stands behind the events.
  package var footer: String { ContentLine("END", value: "VCALENDAR").text }

  /// A moment by the clocks of a zone, or in UTC where those cannot say it: the second of two times that a clock change
  /// repeats.
  private func time(_ name: String, _ instant: Instant, _ zone: Zone) -> ContentLine {
    let second = Instant(milliseconds: instant.milliseconds - (instant.milliseconds % 1000 + 1000) % 1000)
    let local = zone.local(second)
    guard zones.contains(zone), covering.contains(instant) || covering.upperBound == instant,
      zone.moment(of: local).instant == second
    else { return ContentLine(name, value: Self.utc(instant)) }
    return ContentLine(name, [.init(name: "TZID", values: [zone.identifier])], value: local.basicText)
  }

  private static func utc(_ instant: Instant) -> String { Zone.utc.local(instant).basicText + "Z" }

  private static func text(_ lines: [ContentLine]) -> String { lines.map(\.text).joined() }
}
