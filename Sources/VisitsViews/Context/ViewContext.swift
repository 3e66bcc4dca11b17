package import Catalog
import VisitsAPI
package import VisitsModel

/// For whom, where and when a view is composed. Making one is cheap: phrases and formats are kept.
package struct ViewContext: Sendable {
  /// The words.
  package let phrases: Phrasebook
  /// The zone of those who have none of their own.
  package let agencyZone: Zone
  /// The moment at which the view is composed.
  package let now: Instant
  let formats: any TextFormats

  /// A context.
  ///
  /// - Parameters:
  ///   - locale: The language that the caller names, BCP 47; `nil`: the agency's.
  ///   - agencyLocale: The agency's language.
  package init(locale: String?, agencyLocale: String, agencyZone: Zone, now: Instant) {
    let name = LocaleName(locale ?? agencyLocale)
    phrases = Phrasebook.named(name)
    formats = LocaleFormats.named(name, in: phrases.language)
    self.agencyZone = agencyZone
    self.now = now
  }

  /// The languages that there are texts in, BCP 47.
  package static var languages: [String] { Phrasebook.languages.map(\.rawValue) }

  /// The care day in that zone.
  func today(in zone: Zone) -> CareDay { zone.day(of: now) }
}

extension Instant {
  /// As it goes over the wire.
  var timestamp: Timestamp { Timestamp(milliseconds: milliseconds) }
}
