import Catalog
import CommandCatalog

/// The time of day, where the daemon cannot be asked for it.
enum ClockWords {
  /// "2:05 PM" in English, "14:05" elsewhere, as the views have it.
  ///
  /// - Parameters:
  ///   - seconds: since 1970.
  ///   - offset: seconds that clocks are ahead of UTC where that is.
  static func time(_ seconds: Int64, offset: Int64) -> String {
    let (hour, minute) = parts(seconds + offset)
    switch CommandLanguage.current {
    case .english: break
    case .spanish: return "\(hour):\(twoDigits(minute))"
    case .indonesian: return "\(twoDigits(hour)).\(twoDigits(minute))"
    default: return "\(twoDigits(hour)):\(twoDigits(minute))"
    }
    return "\(hour % 12 == 0 ? 12 : hour % 12):\(twoDigits(minute)) \(hour < 12 ? "AM" : "PM")"
  }

  /// "14:05 UTC", for those whose lines tell instants.
  static func universal(_ seconds: Int64) -> String {
    let (hour, minute) = parts(seconds)
    return "\(twoDigits(hour)):\(twoDigits(minute)) UTC"
  }

  private static func parts(_ seconds: Int64) -> (hour: Int64, minute: Int64) {
    let day: Int64 = 86_400
    let second = (seconds % day + day) % day
    return (second / 3600, second / 60 % 60)
  }

  private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
