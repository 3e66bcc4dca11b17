import Foundation
import VisitsModel

/// How a locale writes times and dates.
protocol TextFormats: Sendable {
  /// "8:00 AM".
  func time(_ local: LocalTime) -> String
  /// A date in one of its forms.
  func date(_ day: CareDay, _ form: DateForm) -> String
  /// "MST", at that moment.
  func abbreviation(of zone: Zone, at instant: Instant) -> String
}

/// The forms of a date.
enum DateForm: String, Sendable, Hashable, CaseIterable {
  /// "Friday, November 20".
  case heading = "EEEEMMMMd"
  /// "Friday, November 20, 2026".
  case headingWithYear = "EEEEMMMMdy"
  /// "November 20, 2026".
  case full = "MMMMdy"
  /// "Fri".
  case weekday = "EEE"
  /// "Friday".
  case weekdaySpoken = "EEEE"
  /// "Nov 20".
  case short = "MMMd"
  /// "Nov 20, 2026".
  case shortWithYear = "MMMdy"
  /// "November 20".
  case shortSpoken = "MMMMd"
}

extension TextFormats {
  /// A day as a heading: with the year when it is not this one.
  func heading(_ day: CareDay, today: CareDay) -> String {
    date(day, day.year == today.year ? .heading : .headingWithYear)
  }
}

extension Zone {
  /// The zone's abbreviation as people of a locale know it: "MST", or "GMT-7" where they do not.
  func abbreviation(at instant: Instant, locale: Locale) -> String {
    let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
    let style: NSTimeZone.NameStyle =
      timeZone.isDaylightSavingTime(for: date) ? .shortDaylightSaving : .shortStandard
    return timeZone.localizedName(for: style, locale: locale) ?? identifier
  }
}
