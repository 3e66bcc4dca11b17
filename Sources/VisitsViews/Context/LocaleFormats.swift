import Catalog
import Foundation
import Synchronization
import VisitsModel

/// Any locale's formats, by formatters that are made once: making one costs more than a whole Today.
struct LocaleFormats: TextFormats {
  private let locale: Locale
  private let clock: DateFormatter
  private let dates: [DateForm: DateFormatter]

  /// The formats of a locale, in the language that its words are in: who asks for a language that we do not have gets
  /// English words, and English times with them.
  static func named(_ name: LocaleName, in language: Language) -> any TextFormats {
    guard Language(name) == language else { return english }
    if language == .english, [nil, "US", "CA"].contains(name.region) { return english }
    return made.withLock { made in
      if let formats = made[name.tag] { return formats }
      let formats = LocaleFormats(name.tag, isEnglish: language == .english)
      // A caller may name any number of locales; there are far fewer than this in use.
      if made.count >= 256 { made.removeAll() }
      made[name.tag] = formats
      return formats
    }
  }

  private static let english = EnglishFormats()
  private static let made = Mutex<[String: LocaleFormats]>([:])

  private init(_ tag: String, isEnglish: Bool) {
    let locale = Locale(identifier: tag)
    // Local times are formatted as if they were universal, so that one formatter serves every zone.
    func formatter(_ template: String) -> DateFormatter {
      let formatter = DateFormatter()
      formatter.locale = locale
      formatter.timeZone = .gmt
      formatter.setLocalizedDateFormatFromTemplate(template)
      return formatter
    }
    self.locale = locale
    clock = formatter("jmm")
    // English has a plain space before "AM" wherever it is written (seed 002).
    if isEnglish { clock.dateFormat = clock.dateFormat.replacing("\u{202F}", with: " ") }
    dates = Dictionary(uniqueKeysWithValues: DateForm.allCases.map { ($0, formatter($0.rawValue)) })
  }

  func time(_ local: LocalTime) -> String {
    clock.string(from: Self.date(local.day, second: local.secondOfDay))
  }

  func date(_ day: CareDay, _ form: DateForm) -> String {
    dates[form]?.string(from: Self.date(day, second: 0)) ?? day.text
  }

  func abbreviation(of zone: Zone, at instant: Instant) -> String {
    zone.abbreviation(at: instant, locale: locale)
  }

  private static func date(_ day: CareDay, second: Int) -> Date {
    Date(timeIntervalSince1970: Double(day.daysSince1970 * 86_400 + second))
  }
}
