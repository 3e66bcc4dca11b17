import VisitsModel

/// How moments are written in what goes out.
extension Instant {
  /// RFC 3339 in UTC, with milliseconds where there are any: `2026-11-20T15:00:00Z`.
  var utcText: String {
    let rest = (milliseconds % 1000 + 1000) % 1000
    let fraction = rest == 0 ? "" : "." + String(1000 + rest).dropFirst()
    return "\(Zone.utc.local(self).text(between: "T"))\(fraction)Z"
  }
}

extension Zone {
  /// What the clocks here show, to the second, as a spreadsheet takes it: `2026-11-20 08:00`. Where they show it twice,
  /// the second of both has its offset behind it.
  func sheetText(_ instant: Instant) -> String {
    let local = local(instant)
    let whole = Instant(milliseconds: instant.milliseconds - (instant.milliseconds % 1000 + 1000) % 1000)
    let text = local.text(between: " ")
    let isWholeMinute = local.second == 0
    guard moment(of: local).instant != whole else { return isWholeMinute ? String(text.dropLast(3)) : text }
    let minutes = offset(at: instant) / 60
    let sign = minutes < 0 ? "-" : "+"
    return "\(text)\(sign)\(twoDigits(Int(abs(minutes) / 60))):\(twoDigits(Int(abs(minutes) % 60)))"
  }
}

extension Zone {
  /// What the clocks here show, to the minute: `2026-11-20 08:00`.
  func minuteText(_ instant: Instant) -> String { String(local(instant).text(between: " ").dropLast(3)) }
}

extension LocalTime {
  fileprivate func text(between separator: String) -> String {
    "\(day.text)\(separator)\(twoDigits(hour)):\(twoDigits(minute)):\(twoDigits(second))"
  }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
