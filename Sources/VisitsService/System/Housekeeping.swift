package import VisitsModel
package import VisitsStore

/// Forgets what need not be known any more, once a day.
package struct Housekeeping: Sendable {
  /// How long the id of a request is known: a week offline must not matter (`api.md`, `requestId`).
  static let retention: Int64 = 35 * 24 * 3_600_000

  private let store: Store
  private let now: @Sendable () -> Instant
  private let clock: any Clock<Duration>

  /// Of a store, with both clocks handed in.
  package init(store: Store, now: @escaping @Sendable () -> Instant, clock: any Clock<Duration>) {
    self.store = store
    self.now = now
    self.clock = clock
  }

  /// Does it now and every day, until the task is cancelled.
  package func run() async {
    while !Task.isCancelled {
      await forgetRequests()
      do { try await clock.sleep(for: .seconds(86_400)) } catch { return }
    }
  }

  /// A few at a time, so that changes get their turn between two.
  private func forgetRequests() async {
    let oldest = Instant(milliseconds: now().milliseconds - Self.retention)
    // A fault of the disk is told by the changes that meet it; here it costs some space until tomorrow.
    while !Task.isCancelled, let count = try? await store.forgetRequests(before: oldest), count > 0 {}
  }
}
