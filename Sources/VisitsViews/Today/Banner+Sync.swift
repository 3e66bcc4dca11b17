import Catalog
import VisitsAPI
import VisitsModel

extension Banner {
  /// What stands above the heading about saving and sync; `nil`: nothing. What is not saved comes first, then what a
  /// person must see to, since no waiting mends that; with the next attempt where it is not only that.
  static func compose(_ facts: SyncFacts, in context: ViewContext) -> Banner? {
    if let unsaved = facts.unsaved {
      return Banner(
        kind: .error, message: context.phrases[unsaved.banner], reason: unsaved.wire, action: nil,
        isDismissible: false, template: nil, retryAt: nil)
    }
    if let parked = facts.parked {
      let words = parked.words(in: context)
      guard facts.isFailing else {
        return Banner(
          kind: .error, message: words, action: nil, isDismissible: true, template: nil, retryAt: nil)
      }
      // All that is not parked waits for the next attempt.
      var banner = failing(facts, after: words, in: context)
      banner.message = "\(words) \(banner.message)"
      banner.template = banner.template.map { "\(words) \($0)" }
      return banner
    }
    if facts.isFailing { return failing(facts, in: context) }
    guard facts.isOffline else { return nil }
    return Banner(
      kind: .offline, message: context.phrases[.bannerOffline], action: nil, isDismissible: true, template: nil,
      retryAt: nil)
  }

  private static func failing(_ facts: SyncFacts, after words: String? = nil, in context: ViewContext) -> Banner {
    let isRefused = facts.standing?.failure?.isSaidAtOnce ?? false
    let plain = SyncFailureWords(isRefused: isRefused, retryAt: facts.retryAt, after: words, in: context)
    let seconds = facts.retryAt.map { context.seconds(until: $0) } ?? 0
    guard seconds > 0 else {
      return Banner(
        kind: .error, message: context.phrases[isRefused ? .bannerNoAccess : .bannerFailed], action: "retry",
        isDismissible: true, template: nil, retryAt: nil, statement: plain.text)
    }
    let phrase: Phrase = isRefused ? .bannerNoAccessRetrying : .bannerRetrying
    return Banner(
      kind: .error, message: context.phrases.text(phrase, count: seconds, [.seconds: String(seconds)]), action: "retry",
      isDismissible: true, template: context.phrases[phrase], retryAt: facts.retryAt?.timestamp,
      statement: plain.text, countdown: plain.countdown)
  }
}

extension SyncFacts.Parked {
  /// What is parked: emergencies, then the rest.
  fileprivate func words(in context: ViewContext) -> String {
    [emergencyWords(in: context), changeWords(in: context)].compactMap(\.self).joined(separator: " ")
  }

  /// That emergencies are refused; `nil`: there is none.
  func emergencyWords(in context: ViewContext) -> String? {
    guard emergencies > 0 else { return nil }
    return context.phrases.text(.syncEmergencyRefused, count: emergencies, [.count: String(emergencies)])
  }

  /// What the first of the other changes is about, and how many there are; `nil`: there is none.
  private func changeWords(in context: ViewContext) -> String? {
    let count = count - emergencies
    guard count > 0 else { return nil }
    guard let client, let start else {
      return context.phrases.text(.bannerParkedUnnamed, count: count, [.count: String(count)])
    }
    let zone = zone ?? context.agencyZone
    let time = TimeWords(
      context: context, zone: zone, readerZone: context.agencyZone, day: context.today(in: zone)
    ).moment(start)
    return context.phrases.text(
      .bannerParked, count: count, [.name: client, .time: time.written, .count: String(count)])
  }
}
