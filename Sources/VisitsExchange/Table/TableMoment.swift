import VisitsModel

/// A moment on a clock of which the zone may not be known.
struct TableMoment: Hashable {
  /// The date.
  var day: CareDay
  /// Seconds since the wall clock's midnight, 0 to 86,399.
  var secondOfDay: Int
  /// Seconds ahead of UTC, if said.
  var offset: Int64?

  /// A moment; 24:00 is the next day's 0:00.
  init(day: CareDay, secondOfDay: Int, offset: Int64?) {
    self.day = day.adding(days: secondOfDay / 86_400)
    self.secondOfDay = secondOfDay % 86_400
    self.offset = offset
  }

  /// Seconds on this clock from 1970-01-01T00:00:00 on.
  private var seconds: Int64 { Int64(day.daysSince1970) * 86_400 + Int64(secondOfDay) }

  /// How many seconds later the other is; `nil` where one has an offset and the other has none.
  func seconds(to end: TableMoment) -> Int64? {
    switch (offset, end.offset) {
    case (nil, nil): end.seconds - seconds
    case (let offset?, let other?): (end.seconds - other) - (seconds - offset)
    default: nil
    }
  }

  /// Whether an end that the clock shows before this start, or at it, may follow the start: the clock may go
  /// back by up to an hour in between. Clocks go back at night.
  func mayComeTwice(before end: TableMoment) -> Bool {
    guard offset == nil, end.offset == nil, day == end.day, max(secondOfDay, end.secondOfDay) < 4 * 3600 else {
      return false
    }
    return (-3599...0).contains(end.secondOfDay - secondOfDay)
  }

  /// As the plan has it; `zone` counts where no offset was written.
  func time(zone: Zone?) -> PlannedEntry.Time {
    if let offset { return .instant(Instant(milliseconds: (seconds - offset) * 1000)) }
    return .local(LocalTime(day: day, second: secondOfDay), zone: zone)
  }
}
