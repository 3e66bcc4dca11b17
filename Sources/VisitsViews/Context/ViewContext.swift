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
  /// When a worker's device was heard from last; `nil`: the worker has none.
  private let heard: @Sendable (WorkerID) -> Instant?
  let formats: any TextFormats

  /// A context.
  ///
  /// - Parameters:
  ///   - locale: The language that the caller names, BCP 47; `nil`: the agency's.
  ///   - agencyLocale: The agency's language.
  ///   - lastHeard: When a worker's device was heard from last; `nil`: the worker has none.
  package init(
    locale: String?, agencyLocale: String, agencyZone: Zone, now: Instant,
    lastHeard: @escaping @Sendable (WorkerID) -> Instant? = { _ in nil }
  ) {
    let name = LocaleName(locale ?? agencyLocale)
    phrases = Phrasebook.named(name)
    formats = LocaleFormats.named(name, in: phrases.language)
    self.agencyZone = agencyZone
    self.now = now
    heard = lastHeard
  }

  /// The languages that there are texts in, BCP 47.
  package static var languages: [String] { Phrasebook.languages.map(\.rawValue) }

  /// When the worker's device was heard from last; `nil`: there is none.
  func lastHeard(from worker: WorkerID?) -> Instant? { worker.flatMap(heard) }

  /// When it is looked again whether a silent device was heard from (`product.md`: at least once a minute).
  var nextLook: Instant { now.adding(minutes: 1) }

  /// The care day in that zone.
  func today(in zone: Zone) -> CareDay { zone.day(of: now) }
}

extension Instant {
  /// As it goes over the wire.
  var timestamp: Timestamp { Timestamp(milliseconds: milliseconds) }
}
