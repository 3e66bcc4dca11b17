/// What a clock on the wall shows, without saying where: a date and a time of day.
package struct LocalTime: Sendable, Hashable {
  /// The date.
  package var day: CareDay
  /// Seconds since the wall clock's midnight, 0 to 86,399.
  package var secondOfDay: Int

  /// A date and a time of day.
  package init(day: CareDay, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    self.day = day
    secondOfDay = hour * 3600 + minute * 60 + second
  }

  /// 0 to 23.
  package var hour: Int { secondOfDay / 3600 }
  /// 0 to 59.
  package var minute: Int { secondOfDay / 60 % 60 }
  /// 0 to 59.
  package var second: Int { secondOfDay % 60 }

  /// The time of day as a person types it: `10:30`; seconds where there are any.
  package var typed: String {
    let parts = [hour, minute] + (second == 0 ? [] : [second])
    return parts.map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: ":")
  }

  /// Seconds from 1970-01-01T00:00:00 on the same wall clock.
  var wallSeconds: Int64 { Int64(day.daysSince1970) * 86_400 + Int64(secondOfDay) }

  /// What the same clock shows so many seconds later, if it is not changed meanwhile.
  package func adding(seconds: Int64) -> LocalTime { LocalTime(wallSeconds: wallSeconds + seconds) }

  /// Seconds to a later time on the same clock; negative when it is earlier.
  package func seconds(to other: LocalTime) -> Int64 { other.wallSeconds - wallSeconds }

  init(wallSeconds: Int64) {
    let (days, second) = wallSeconds.flooredDivision(by: 86_400)
    day = CareDay(daysSince1970: Int(days))
    secondOfDay = Int(second)
  }
}

extension Int64 {
  /// Quotient and remainder with a remainder that is never negative.
  func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
