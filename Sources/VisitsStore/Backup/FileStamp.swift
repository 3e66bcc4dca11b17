import VisitsModel

/// A moment as text in file names of copies: `20261120T150000Z`, so that names sort by time.
enum FileStamp {
  static func text(_ instant: Instant) -> String {
    let seconds = instant.milliseconds.flooringQuotient(1000)
    let days = seconds.flooringQuotient(86_400)
    let time = seconds - days * 86_400
    let date = CareDay(daysSince1970: Int(days)).text.filter { $0 != "-" }
    return "\(date)T\(two(time / 3600))\(two(time / 60 % 60))\(two(time % 60))Z"
  }

  /// Returns a file name with the time. Adds a number if a file with that name already exists.
  static func freeName(_ beginning: String, at instant: Instant, _ end: String = "") -> String {
    let stem = beginning + text(instant)
    var (name, number) = (stem + end, 1)
    while DatabaseFile(path: name).exists {
      number += 1
      name = "\(stem)-\(number)\(end)"
    }
    return name
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Int64 {
  fileprivate func flooringQuotient(_ divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
