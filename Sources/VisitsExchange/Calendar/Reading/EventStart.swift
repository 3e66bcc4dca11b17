import VisitsModel

/// One start of an event.
struct EventStart {
  /// How long a start lasts.
  struct Lasting {
    let length: CalendarEvent.Length
    /// The start that an end belongs to.
    let from: CalendarTime
    /// Where that is told.
    let property: String

    /// Whether clock changes make it longer on some days than on others.
    var dependsOnDay: Bool {
      guard case .lasting(let duration) = length, duration.days != 0 else { return false }
      return duration.usualSeconds * 1000 <= Visit.longest
    }
  }

  /// What the visit is known by within its series: its original start.
  let key: String
  /// On the wall.
  let local: LocalTime
  let instant: Instant
  /// Whether it is the same moment everywhere, and not as the client's clocks show it.
  let isAbsolute: Bool
  /// How long it lasts, where that is not as usual.
  var lasting: Lasting?
  let isCancelled: Bool
}
