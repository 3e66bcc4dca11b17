import VisitsAPI
import VisitsModel
import VisitsStore

/// Conversions of the times and days that callers send to instants and care days.
extension Call {
  /// Returns the zone with the name.
  ///
  /// - Throws: ``Refusal/invalid(field:_:)`` if there is no such zone.
  static func zone(named name: String) throws -> Zone {
    guard let zone = Zone(name) else { throw Refusal.invalid(field: "timeZone", .unknownTimeZone(name)) }
    return zone
  }

  /// Returns the time zone for typed times such as `9:30`. It is the zone that the caller names, else `other`, else the
  /// agency's zone.
  func zone(_ typed: TypedTimeContext, or other: Zone?) throws -> Zone {
    try typed.timeZone.map { try Self.zone(named: $0) } ?? other ?? service.settings.agencyZone
  }

  /// Returns the instant that a caller sent as a timestamp or as typed text. A typed time without a date is on `day`,
  /// by default today. Of two instants at which clocks show a typed time, the first that is not before `start` counts.
  func instant(
    _ moment: Moment, field: String, in zone: Zone, day: CareDay? = nil, after start: Instant? = nil, offset: String?
  ) throws -> Instant {
    switch moment {
    case .instant(let timestamp): return timestamp.instant
    case .typed(let text):
      let field = Self.twin(field)
      guard let typed = TypedMoment.parse(text) else {
        throw Self.unreadable(text, field: field, .unreadableTime(text))
      }
      let instant = try typed.resolve(now: now, zone: zone, on: day, after: start, offset: offset, field: field)
      guard Instant.writable.contains(instant) else { throw Refusal.invalid(field: field, .undatable) }
      return instant
    }
  }

  /// Has the audit keep the time that a device sent, whatever becomes of it: it may be corrected, or not count.
  func tell(_ reported: Instant?, to transaction: ChangeTransaction) {
    guard transaction.request.device != nil, let reported, Instant.writable.contains(reported) else { return }
    transaction.toldAt = reported
  }

  /// Returns the planned end of a visit. A typed time at or before the start means the next day, unless the visit would
  /// then be longer than ``Visit/longestNight``.
  func end(_ moment: Moment, after start: Instant, in zone: Zone, offset: String?) throws -> Instant {
    let day = zone.day(of: start)
    // An end at the start is none, so that the end follows the start by a second at least.
    let end = try instant(moment, field: "end", in: zone, day: day, after: start.adding(seconds: 1), offset: offset)
    guard case .typed(let text) = moment, end <= start, let typed = TypedTime.parse(text), typed.day == nil else {
      return end
    }
    let next = try instant(moment, field: "end", in: zone, day: day.adding(days: 1), offset: offset)
    return start.milliseconds(to: next) <= Visit.longestNight ? next : end
  }

  /// Returns the care day that a caller sent as a date or as typed text; today if the caller sent none.
  func day(_ input: DayInput?, field: String, today: CareDay) throws -> CareDay {
    switch input {
    case nil: return today
    case .day(let day): return day.careDay
    case .typed(let text):
      guard let day = TypedDay.parse(text)?.resolve(today: today) else {
        throw Self.unreadable(text, field: Self.twin(field), .unreadableDate(text))
      }
      return day
    }
  }

  /// Returns the start or end of a time window. The caller sends it as an instant, a day or typed text. A day, a week
  /// or a month stands for the instant at which it begins; `through friday` or `through 2026-11` for the instant at
  /// which it is over. A moment is over when it comes.
  func bound(_ bound: Bound?, field: String, in zone: Zone) throws -> Instant? {
    switch bound {
    case nil: return nil
    case .instant(let timestamp): return timestamp.instant
    case .day(let day): return zone.start(of: day.careDay)
    case .typed(let typed):
      let words = typed.split(whereSeparator: \.isWhitespace)
      let isEnd = words.count > 1 && words[0].lowercased() == "through"
      let text = isEnd ? words.dropFirst().joined(separator: " ") : typed
      if let days = TypedDays.parse(text)?.resolve(today: zone.day(of: now)) {
        return zone.start(of: isEnd ? days.next : days.first)
      }
      try checkTime(text, field: field)
      return try instant(.typed(text), field: field, in: zone, offset: nil)
    }
  }

  /// Refuses a typed time such as 10.11, which may be a day without its year as well.
  func checkTime(_ text: String, field: String) throws {
    guard text.contains(where: { $0 != "." && !$0.isNumber && !$0.isWhitespace }) || !text.contains(".") else {
      throw Refusal.invalid(field: Self.twin(field), .unreadableTime(text))
    }
  }

  /// Returns the refusal of a typed text: that it can be read in two ways, or else the other problem.
  private static func unreadable(_ text: String, field: String, _ problem: Refusal.Problem) -> Refusal {
    .invalid(field: field, TypedTime.isAmbiguous(text) ? .ambiguousDate(text) : problem)
  }

  /// Returns a date of birth.
  ///
  /// - Throws: ``Refusal/invalid(field:_:)`` if it is in the future.
  func birthDate(_ birth: CareDay) throws -> CareDay {
    guard birth <= service.settings.agencyZone.day(of: now) else {
      throw Refusal.invalid(field: "birthDate", .ahead(service.settings.agencyZone.start(of: birth)))
    }
    return birth
  }

  /// Returns the name of the parameter that the caller really sent: `localStart` for `start`.
  private static func twin(_ field: String) -> String { "local" + field.prefix(1).uppercased() + field.dropFirst() }
}
