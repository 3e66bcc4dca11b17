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
  /// When visits are late.
  let lateRule: LateRule
  /// When a worker's device was heard from last; `nil`: the worker has none.
  private let heard: @Sendable (WorkerID) -> Instant?
  let formats: any TextFormats

  /// A context.
  ///
  /// - Parameters:
  ///   - locale: The language that the caller names, BCP 47; `nil`: the agency's.
  ///   - agencyLocale: The agency's language.
  ///   - lateRule: When visits are late.
  ///   - lastHeard: When a worker's device was heard from last; `nil`: the worker has none.
  package init(
    locale: String?, agencyLocale: String, agencyZone: Zone, now: Instant, lateRule: LateRule = LateRule(),
    lastHeard: @escaping @Sendable (WorkerID) -> Instant? = { _ in nil }
  ) {
    let name = LocaleName(locale ?? agencyLocale)
    phrases = Phrasebook.named(name)
    formats = LocaleFormats.named(name, in: phrases.language)
    self.agencyZone = agencyZone
    self.now = now
    self.lateRule = lateRule
    heard = lastHeard
  }

  /// The languages that there are texts in, BCP 47.
  package static var languages: [String] { Language.allCases.map(\.rawValue) }

  /// When the worker's device was heard from last, if it has been silent since before a visit was late; `nil`: it was
  /// heard from, or there is none.
  func silence(of worker: WorkerID?, since threshold: Instant) -> Instant? {
    guard let last = worker.flatMap(heard), LateRule.isSilent(since: threshold, lastHeard: last, now: now) else {
      return nil
    }
    return last
  }

  /// Whether what is said of a visit is different once the worker's device is silent, or is heard from.
  func dependsOnSilence(_ kind: AlertKind?, of worker: WorkerID?) -> Bool {
    (kind == .late || kind == .missed || kind == .noNews) && worker.flatMap(heard) != nil
  }

  /// When it is looked again whether a silent device was heard from (`product.md`: at least once a minute).
  var nextLook: Instant { now.adding(minutes: 1) }

  /// The care day in that zone.
  func today(in zone: Zone) -> CareDay { zone.day(of: now) }
}

extension Instant {
  /// As it goes over the wire.
  var timestamp: Timestamp { Timestamp(milliseconds: milliseconds) }
}
