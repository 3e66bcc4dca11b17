import Catalog
import CommandCatalog

/// Numbers as a person reads them, in their language.
enum Amount {
  /// `12304` is "12,304".
  static func count(_ number: Int64) -> String { CommandLanguage.current.written(number) }

  /// Seconds in the two largest units: "3 d 4 h".
  static func duration(_ seconds: Int64) -> String {
    guard let first = units.firstIndex(where: { seconds >= $0.size }) else { return written(0, .seconds) }
    let (size, unit) = units[first]
    let larger = written(seconds / size, unit)
    let rest = seconds % size
    guard first + 1 < units.count, rest / units[first + 1].size > 0 else { return larger }
    let smaller = written(rest / units[first + 1].size, units[first + 1].unit)
    return StatusPhrase.two([.before: larger, .after: smaller])
  }

  /// Seconds in the largest unit: "3 d".
  static func roughly(_ seconds: Int64) -> String {
    let (size, unit) = units.first { seconds >= $0.size } ?? (1, .seconds)
    return written(seconds / size, unit)
  }

  /// Milliseconds as seconds: "0.5 s".
  static func seconds(milliseconds: Int) -> String {
    guard milliseconds % 1000 != 0 else { return written(Int64(milliseconds / 1000), .seconds) }
    let parts = "\(Double(milliseconds) / 1000)".split(separator: ".")
    return StatusPhrase.seconds([.count: parts.joined(separator: CommandLanguage.current.decimalSign)])
  }

  /// Bytes in the unit that fits: "1.2 MB".
  static func bytes(_ bytes: Int64) -> String { CommandLanguage.current.written(bytes: bytes) }

  private static let units: [(size: Int64, unit: StatusPhrase)] = [
    (86_400, .days), (3600, .hours), (60, .minutes), (1, .seconds),
  ]

  private static func written(_ number: Int64, _ unit: StatusPhrase) -> String { unit([.count: count(number)]) }
}
