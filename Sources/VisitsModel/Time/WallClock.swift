/// Clocks on walls that know how far they are ahead of UTC: those of a ``Zone``, or of a zone that a calendar brings along.
package protocol WallClock: Sendable {
  /// Seconds that the clocks are ahead of UTC at that moment.
  func offset(at instant: Instant) -> Int64
}

extension Zone: WallClock {}

/// The moment that a local time means, where it must mean one.
package struct WallMoment: Sendable, Hashable {
  /// The moment.
  package let instant: Instant
  /// Whether the clocks skip the local time, so that this is another: as much later as the clocks are turned forward.
  package let isMoved: Bool
}

extension WallClock {
  /// The moment of a local time: the first of two where clocks are turned back, and where they are turned forward over
  /// it the time by the clocks before the change (RFC 5545, 3.3.5).
  package func moment(of local: LocalTime) -> WallMoment {
    let wall = local.wallSeconds
    // As in ``Zone/resolve(_:)``: the offsets a day before and a day after are the only two that can hold.
    let before = offset(at: Instant(milliseconds: (wall - 86_400) * 1000))
    let after = offset(at: Instant(milliseconds: (wall + 86_400) * 1000))
    let early = Instant(milliseconds: (wall - before) * 1000)
    guard before != after else { return WallMoment(instant: early, isMoved: false) }
    // Turned back, the time by the old clocks is the earlier one; turned forward, it is either right or skipped.
    if offset(at: early) == before { return WallMoment(instant: early, isMoved: false) }
    let late = Instant(milliseconds: (wall - after) * 1000)
    let holds = offset(at: late) == after
    return WallMoment(instant: holds ? late : early, isMoved: !holds)
  }

  /// The end of a visit that starts at a local time and lasts so many seconds on the clocks: a night from 22:00 to 8:00
  /// ends at 8:00 also when the clocks change during it. No visit becomes longer than a day by that. If the clocks skip
  /// the start, the visit keeps its length.
  package func end(from start: LocalTime, lasting seconds: Int64) -> Instant {
    let begin = moment(of: start)
    let end = moment(of: start.adding(seconds: seconds)).instant
    guard !begin.isMoved, end > begin.instant else { return begin.instant.adding(seconds: seconds) }
    return min(end, Instant(milliseconds: begin.instant.milliseconds + max(Visit.longest, seconds * 1000)))
  }

  /// What the clocks show at that moment, to the second.
  package func wallTime(_ instant: Instant) -> LocalTime {
    LocalTime(wallSeconds: instant.milliseconds.flooredDivision(by: 1000).quotient + offset(at: instant))
  }
}
