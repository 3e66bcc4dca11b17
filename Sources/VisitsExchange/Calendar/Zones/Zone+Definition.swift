import Foundation
import VisitsModel

extension Zone {
  /// The zone as a VTIMEZONE: an observance for each change of the clocks that matters within a time, and none guessed
  /// for later years.
  func definition(covering window: Range<Instant>) -> [ContentLine] {
    var lines = [ContentLine("BEGIN", value: "VTIMEZONE"), ContentLine("TZID", value: identifier)]
    let start = max(window.lowerBound, Instant.writable.lowerBound)
    let first = offset(at: start)
    // What holds at the beginning is said to hold since long ago: nothing earlier is in the calendar.
    var observances = [Observance(from: first, onset: LocalTime(basic: "19700101T000000"), at: start)]
    var last = Date(timeIntervalSince1970: Double(start.milliseconds) / 1000)
    while let next = timeZone.nextDaylightSavingTimeTransition(after: last), next > last {
      let at = Instant(milliseconds: Int64(next.timeIntervalSince1970 * 1000))
      guard at < window.upperBound else { break }
      let before = offset(at: at.adding(seconds: -1))
      observances.append(
        Observance(from: before, onset: Zone.utc.local(at.adding(seconds: before)), at: at))
      last = next
    }
    if start < Instant(milliseconds: 0) {
      observances[0].onset = Zone.utc.local(start.adding(seconds: first - 86_400))
    }
    for observance in observances { lines += self.lines(of: observance) }
    return lines + [ContentLine("END", value: "VTIMEZONE")]
  }

  private struct Observance {
    /// Seconds ahead of UTC before it.
    let from: Int64
    /// When it begins, by the clocks before it.
    var onset: LocalTime?
    /// A moment at which it holds.
    let at: Instant
  }

  private func lines(of observance: Observance) -> [ContentLine] {
    let date = Date(timeIntervalSince1970: Double(observance.at.milliseconds) / 1000)
    let isDaylight = timeZone.isDaylightSavingTime(for: date)
    let kind = isDaylight ? "DAYLIGHT" : "STANDARD"
    let english = Locale(identifier: "en_US_POSIX")
    let name = timeZone.localizedName(for: isDaylight ? .shortDaylightSaving : .shortStandard, locale: english)
    var lines = [
      ContentLine("BEGIN", value: kind), ContentLine("DTSTART", value: observance.onset?.basicText ?? ""),
      ContentLine("TZOFFSETFROM", value: Self.text(ofOffset: observance.from)),
      ContentLine("TZOFFSETTO", value: Self.text(ofOffset: offset(at: observance.at))),
    ]
    if let name { lines.append(ContentLine("TZNAME", text: name)) }
    return lines + [ContentLine("END", value: kind)]
  }

  /// `-0700`; with seconds where there are some, as before railways.
  private static func text(ofOffset seconds: Int64) -> String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : String(number) }
    let size = abs(seconds)
    let text = (seconds < 0 ? "-" : "+") + two(size / 3600) + two(size / 60 % 60)
    return size % 60 == 0 ? text : text + two(size % 60)
  }
}
