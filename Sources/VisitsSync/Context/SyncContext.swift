import Synchronization
import VisitsExchange
package import VisitsModel
package import VisitsStore

/// The store and the settings that the runs of sync use for one upstream server. The methods block the caller's thread.
package struct SyncContext: Sendable {
  /// An agency's settings for its upstream server.
  package struct Settings: Sendable, Hashable {
    /// The server's base address, without a slash at its end.
    package var base: String
    /// The time zone in which the days before and after today are counted.
    package var zone: Zone
    /// The number of days before today whose visits are stored here.
    package var daysBack: Int
    /// The number of days after today whose visits are stored here.
    package var daysAhead: Int
    /// The titles under which the preset tasks are sent upstream, in the agency's language.
    package var titles: [TaskPreset: String]
    /// The shortest time between two syncs that users request, in milliseconds.
    package var askedGap: Int64
    /// The time between two comparisons with upstream of today and the next two days, in milliseconds.
    package var comparisonGap: Int64

    /// Creates the settings for an upstream server.
    package init(
      base: String, zone: Zone, daysBack: Int = 7, daysAhead: Int = 28, titles: [TaskPreset: String] = [:],
      askedGap: Int64 = 0, comparisonGap: Int64 = 900_000
    ) {
      self.base = base
      self.zone = zone
      self.titles = titles
      self.daysBack = daysBack
      self.daysAhead = daysAhead
      self.askedGap = askedGap
      self.comparisonGap = comparisonGap
    }
  }

  let store: Store
  let settings: Settings
  let reader: UpstreamReader
  /// The wall clock.
  let now: @Sendable () -> Instant
  private let identities: IdentitySource

  /// Creates the context for the runs of sync with one server.
  ///
  /// - Parameters:
  ///   - now: The wall clock.
  ///   - identities: The source of ids for the change requests of sync.
  package init(
    _ store: Store, _ settings: Settings, now: @escaping @Sendable () -> Instant, identities: IdentitySource
  ) {
    self.store = store
    self.now = now
    self.identities = identities
    self.settings = settings
    reader = UpstreamReader(source: settings.base, zone: settings.zone)
  }

  /// Returns the window: the days around today whose visits are stored here.
  package func window(at now: Instant) -> ClosedRange<CareDay> {
    let today = settings.zone.day(of: now).daysSince1970
    return CareDay(daysSince1970: today - settings.daysBack)...CareDay(daysSince1970: today + settings.daysAhead)
  }

  /// Runs `body` in one transaction, as a change on behalf of upstream. The values and their sync state are stored
  /// together or not at all.
  func change<Value: Sendable>(_ body: @escaping @Sendable (ChangeTransaction) throws -> Value) throws -> Value {
    let request = ChangeRequest(
      caller: Caller(by: "upstream", origin: .upstream, scope: "upstream"), method: "sync.pull",
      requestId: identities.next(), fingerprint: [], receivedAt: now())
    let made = Made<Value>()
    _ = try store.changeNow(request) { transaction in
      let value = try body(transaction)
      made.value.withLock { $0 = value }
      return .imported(ImportSummary())
    }
    guard let value = made.value.withLock({ $0 }) else { throw StoreFault.foreignOutcome }
    return value
  }

  /// A box that hands the result of a change from the writer's thread to the caller.
  private final class Made<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
