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
  /// The days of events that refused changes replace, by UID. They are not planned at their old time.
  private(set) var replaced: [String: [Replaced]] = [:]
  /// The place of a change whose day cannot be determined, by the UID of its event.
  private(set) var unplaced: [String: String] = [:]

  /// A day of an event that a refused change replaces.
  struct Replaced {
    let original: CalendarTime
    /// Whether all days after it are too (RANGE=THISANDFUTURE).
    let isRange: Bool
    let place: String
  }

  init(zones: CalendarZones) {
    self.zones = zones
  }

  /// A calendar nested in this one. It inherits the zones, the default zone and the method.
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

  /// Records that an unreadable event replaces a day of another event.
  mutating func replace(_ component: CalendarComponent, of uid: String, place: String) {
    guard let line = component.first("RECURRENCE-ID") else { return }
    guard let original = try? CalendarTime(line) else {
      unplaced[uid] = unplaced[uid] ?? place
      return
    }
    replaced[uid, default: []].append(
      Replaced(original: original, isRange: line.parameter("RANGE") != nil, place: place))
  }

  /// Records that an event replaces a day whose zone is unknown.
  mutating func replace(_ original: CalendarTime, with event: CalendarEvent) {
    guard let uid = event.uid else { return }
    replaced[uid, default: []].append(Replaced(original: original, isRange: false, place: event.place))
  }
}
