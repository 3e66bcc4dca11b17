import VisitsModel

/// What is known of a calendar while it is being read.
struct OneCalendar {
  var zones: CalendarZones
  /// Where times without a zone are meant, if the calendar says so (X-WR-TIMEZONE).
  var zoneName: String?
  /// The clocks there, once all its zones are known; `nil`: the calendar does not say, or nobody knows the zone.
  var ownClock: (any WallClock)?
  var events: [CalendarEvent] = []
  /// What the calendar is sent for (RFC 5546, 3.2); empty where it does not say.
  var method = ""
  /// Nothing of the calendar takes place.
  var isCancellation: Bool { method == "CANCEL" }
  /// Days of events, by UID, of which something is told that cannot be taken: they are not planned at their old time.
  private(set) var replaced: [String: [Replaced]] = [:]
  /// Where a change of a day of an event stands, by UID, of which nothing tells the day.
  private(set) var unplaced: [String: String] = [:]

  /// A day of an event that is told otherwise.
  struct Replaced {
    let original: CalendarTime
    /// Whether all days after it are too (RANGE=THISANDFUTURE).
    let isRange: Bool
    let place: String
  }

  init(zones: CalendarZones) {
    self.zones = zones
  }

  /// A calendar that stands in this one: what it does not say otherwise is as it is around it.
  var inside: OneCalendar {
    var inner = OneCalendar(zones: zones)
    inner.zoneName = zoneName
    inner.method = method
    return inner
  }

  /// Whether a time has no zone at all, so that it is the client's.
  func isFloating(_ time: CalendarTime) -> Bool {
    if case .floating = time { ownClock == nil } else { false }
  }

  /// Takes note of an event that cannot be read and takes the place of a day of another.
  mutating func replace(_ component: CalendarComponent, of uid: String, place: String) {
    guard let line = component.first("RECURRENCE-ID") else { return }
    guard let original = try? CalendarTime(line) else {
      unplaced[uid] = unplaced[uid] ?? place
      return
    }
    replaced[uid, default: []].append(
      Replaced(original: original, isRange: line.parameter("RANGE") != nil, place: place))
  }

  /// Takes note of an event that takes the place of a day in a zone that is not known.
  mutating func replace(_ original: CalendarTime, with event: CalendarEvent) {
    guard let uid = event.uid else { return }
    replaced[uid, default: []].append(Replaced(original: original, isRange: false, place: event.place))
  }
}
