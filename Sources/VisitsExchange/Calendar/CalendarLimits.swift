/// How much of somebody else's calendar is read before it is refused.
package struct CalendarLimits: Sendable, Hashable {
  /// The largest text, in bytes.
  package var bytes: Int
  /// How much of one line is kept, in bytes; only a picture or an attachment is longer.
  package var lineBytes: Int
  /// The deepest nesting of components: an alarm in an event is two.
  package var depth: Int
  /// The most properties of one event.
  package var properties: Int
  /// The most events, those outside the window included.
  package var events: Int
  /// The most visits that they give.
  package var visits: Int
  /// The most days that are looked at to find the occurrences of one event: two centuries, day by day.
  package var daysOfEvent: Int
  /// The same of all events: less than a second of work.
  package var days: Int

  /// Limits; the defaults leave room for any office and stop what would fill the memory.
  package init(
    bytes: Int = 32 << 20, lineBytes: Int = 64 << 10, depth: Int = 4, properties: Int = 10_000,
    events: Int = 100_000, visits: Int = 100_000, daysOfEvent: Int = 80_000, days: Int = 5_000_000
  ) {
    self.bytes = bytes
    self.lineBytes = lineBytes
    self.depth = depth
    self.properties = properties
    self.events = events
    self.visits = visits
    self.daysOfEvent = daysOfEvent
    self.days = days
  }
}
