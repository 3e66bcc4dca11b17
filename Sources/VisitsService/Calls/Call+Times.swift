import VisitsAPI
import VisitsModel

/// What callers send as times and days, as instants.
extension Call {
  /// The zone of that name.
  static func zone(named name: String) throws -> Zone {
    guard let zone = Zone(name) else { throw Refusal.invalid(field: "timeZone", .unknownTimeZone(name)) }
    return zone
  }

  /// The zone in which typed times are read: the caller's, else the one given, else the agency's.
  func zone(_ typed: TypedTimeContext, or other: Zone?) throws -> Zone {
    try typed.timeZone.map { try Self.zone(named: $0) } ?? other ?? service.settings.agencyZone
  }

  /// A moment, typed or not. A typed time of day is of `day`, or of today.
  func instant(
    _ moment: Moment, field: String, in zone: Zone, day: CareDay? = nil, offset: String?
  ) throws -> Instant {
    switch moment {
    case .instant(let timestamp): return timestamp.instant
    case .typed(let text):
      let field = Self.twin(field)
      guard let typed = TypedMoment.parse(text) else { throw Refusal.invalid(field: field, .unreadableTime(text)) }
      let instant = try typed.resolve(now: now, zone: zone, on: day, offset: offset, field: field)
      guard Instant.writable.contains(instant) else { throw Refusal.invalid(field: field, .undatable) }
      return instant
    }
  }

  /// The end of a plan. A typed time of day that is not after the start is of the next day: a night visit.
  func end(_ moment: Moment, after start: Instant, in zone: Zone, offset: String?) throws -> Instant {
    let day = zone.day(of: start)
    let end = try instant(moment, field: "end", in: zone, day: day, offset: offset)
    guard case .typed(let text) = moment, end <= start, let typed = TypedTime.parse(text), typed.day == nil else {
      return end
    }
    let next = try instant(moment, field: "end", in: zone, day: day.adding(days: 1), offset: offset)
    return start.milliseconds(to: next) <= Visit.longestNight ? next : end
  }

  /// A care day, typed or not; today when none is given.
  func day(_ input: DayInput?, field: String, today: CareDay) throws -> CareDay {
    switch input {
    case nil: return today
    case .day(let day): return day.careDay
    case .typed(let text):
      guard let day = TypedDay.parse(text)?.resolve(today: today) else {
        throw Refusal.invalid(field: Self.twin(field), .unreadableDate(text))
      }
      return day
    }
  }

  /// A bound of a window: an instant, or the first moment of a day.
  func bound(_ bound: Bound?, field: String, in zone: Zone) throws -> Instant? {
    switch bound {
    case nil: return nil
    case .instant(let timestamp): return timestamp.instant
    case .day(let day): return zone.start(of: day.careDay)
    case .typed(let text):
      if let day = TypedDay.parse(text) { return zone.start(of: day.resolve(today: zone.day(of: now))) }
      // 10.11 may as well be a day without its year.
      guard text.contains(where: { $0 != "." && !$0.isNumber && !$0.isWhitespace }) || !text.contains(".") else {
        throw Refusal.invalid(field: Self.twin(field), .unreadableTime(text))
      }
      return try instant(.typed(text), field: field, in: zone, offset: nil)
    }
  }

  /// A date of birth, which cannot lie ahead.
  func birthDate(_ day: Day) throws -> CareDay {
    let birth = day.careDay
    guard birth <= service.settings.agencyZone.day(of: now) else {
      throw Refusal.invalid(field: "birthDate", .ahead(service.settings.agencyZone.start(of: birth)))
    }
    return birth
  }

  /// `localStart` of `start`: what the caller really sent.
  private static func twin(_ field: String) -> String { "local" + field.prefix(1).uppercased() + field.dropFirst() }
}
