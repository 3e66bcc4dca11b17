import VisitsModel

/// The time stamp in the names of backups and other copies of the database, such as `20261120T150000Z`. Names with
/// these stamps sort by time.
enum FileStamp {
  static func text(_ instant: Instant) -> String {
    let seconds = instant.milliseconds.flooringQuotient(1000)
    let days = seconds.flooringQuotient(86_400)
    let time = seconds - days * 86_400
    let date = CareDay(daysSince1970: Int(days)).text.filter { $0 != "-" }
    return "\(date)T\(two(time / 3600))\(two(time / 60 % 60))\(two(time % 60))Z"
  }

  /// Returns the path of a new file: `beginning`, the time stamp and `end`. If that file already exists, adds a number
  /// after the time stamp.
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
