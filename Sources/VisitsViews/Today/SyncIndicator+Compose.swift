import Catalog
package import VisitsAPI
import VisitsModel

extension SyncIndicator {
  /// The indicator in the navigation bar (seed 002). Without an upstream all that there is stands here: "Synced".
  package static func compose(_ facts: SyncFacts, in context: ViewContext) -> SyncIndicator {
    let state = state(facts)
    let (phrase, symbol): (Phrase, Symbol) =
      switch state {
      case .synced: (.synced, .check)
      case .syncing: (.syncing, .sync)
      case .savedLocally: (.savedLocally, .cloud)
      case .failed: (facts.unsaved == nil ? .syncFailed : .notSaved, .warning)
      }
    return SyncIndicator(
      state: state, label: context.phrases[phrase], symbol: symbol.rawValue, pendingChanges: facts.pendingChanges,
      lastSyncedAt: facts.lastSyncedAt?.timestamp, retryAt: facts.retryAt?.timestamp,
      retryInSeconds: facts.retryAt.map { context.seconds(until: $0) })
  }

  /// One failure or two are not yet said to be one: what is not confirmed is "saved locally" until it is. While changes
  /// are not even saved here, whatever upstream has confirmed says little.
  private static func state(_ facts: SyncFacts) -> State {
    if facts.unsaved != nil { return .failed }
    if !facts.isConfigured { return .synced }
    if facts.attempt != nil { return .syncing }
    if facts.isFailing { return .failed }
    return facts.outcome == .succeeded && facts.pendingChanges == 0 ? .synced : .savedLocally
  }
}

extension ViewContext {
  /// Whole seconds from now, rounded up; 0 when the moment has passed.
  func seconds(until instant: Instant) -> Int {
    max(0, Int((now.milliseconds(to: instant) + 999) / 1000))
  }
}

extension Banner {
  /// What stands above the heading; `nil`: nothing.
  static func compose(_ facts: SyncFacts, in context: ViewContext) -> Banner? {
    if let unsaved = facts.unsaved {
      return Banner(
        kind: .error, message: context.phrases[unsaved == .diskFull ? .bannerDiskFull : .bannerDiskFailing],
        reason: unsaved.wire, action: nil, isDismissible: false, template: nil, retryAt: nil)
    }
    if facts.isFailing {
      let seconds = facts.retryAt.map { context.seconds(until: $0) } ?? 0
      guard seconds > 0 else {
        return Banner(
          kind: .error, message: context.phrases[.bannerFailed], action: "retry", isDismissible: true, template: nil,
          retryAt: nil)
      }
      return Banner(
        kind: .error,
        message: context.phrases.text(.bannerRetrying, count: seconds, [.seconds: String(seconds)]), action: "retry",
        isDismissible: true, template: context.phrases[.bannerRetrying], retryAt: facts.retryAt?.timestamp)
    }
    guard facts.isOffline else { return nil }
    return Banner(
      kind: .offline, message: context.phrases[.bannerOffline], action: nil, isDismissible: true, template: nil,
      retryAt: nil)
  }
}
