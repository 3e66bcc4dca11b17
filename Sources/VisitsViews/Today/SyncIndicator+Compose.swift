import Catalog
package import VisitsAPI
package import VisitsModel

extension SyncIndicator {
  /// The indicator in the navigation bar (seed 002). Without an upstream all that there is stands here: "Synced". While
  /// changes are not even saved here, whatever upstream has confirmed says little.
  package static func compose(_ facts: SyncFacts, in context: ViewContext) -> SyncIndicator {
    let state: State = facts.unsaved == nil ? facts.standing?.state.wire ?? .synced : .failed
    let (phrase, symbol): (Phrase, Symbol) =
      switch state {
      case .synced: (.synced, .check)
      case .syncing: (.syncing, .sync)
      case .savedLocally: (.savedLocally, .cloud)
      case .failed: (facts.unsaved == nil ? .syncFailed : .notSaved, .warning)
      }
    let rows = facts.standing?.rows
    return SyncIndicator(
      state: state, label: context.phrases[phrase], symbol: symbol.rawValue,
      pendingChanges: rows.map { $0.pending + $0.parked } ?? 0,
      lastSyncedAt: facts.standing?.lastSyncedAt?.timestamp, retryAt: facts.retryAt?.timestamp,
      retryInSeconds: facts.retryAt.map { context.seconds(until: $0) })
  }
}

extension SyncStanding.State {
  /// As it goes over the wire.
  package var wire: SyncIndicator.State {
    switch self {
    case .synced: .synced
    case .syncing: .syncing
    case .savedLocally: .savedLocally
    case .failed: .failed
    }
  }
}

extension ViewContext {
  /// When the seconds until a moment are fewer by one, or the moment has come; `nil` when it has passed.
  func nextSecond(until instant: Instant) -> Instant? {
    let left = now.milliseconds(to: instant)
    return left > 0 ? Instant(milliseconds: now.milliseconds + (left % 1000 == 0 ? 1000 : left % 1000)) : nil
  }

  /// Whole seconds from now, rounded up; 0 when the moment has passed.
  func seconds(until instant: Instant) -> Int {
    max(0, Int((now.milliseconds(to: instant) + 999) / 1000))
  }
}
