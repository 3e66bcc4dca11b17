import Glibc

/// An instant as RFC 3339 writes it, in UTC with milliseconds: `2026-11-21T08:00:00.123Z`.
func timestamp(_ milliseconds: Int64) -> String {
  let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
  var time = time_t(rest < 0 ? seconds - 1 : seconds)
  var date = tm()
  gmtime_r(&time, &date)
  let day = "\(padded(Int(date.tm_year) + 1900, 4))-\(padded(Int(date.tm_mon) + 1, 2))-\(padded(Int(date.tm_mday), 2))"
  let clock = "\(padded(Int(date.tm_hour), 2)):\(padded(Int(date.tm_min), 2)):\(padded(Int(date.tm_sec), 2))"
  return "\(day)T\(clock).\(padded(Int(rest < 0 ? rest + 1000 : rest), 3))Z"
}

private func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
