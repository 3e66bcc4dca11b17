import Synchronization

/// A loop that runs as long as the daemon does.
package enum DaemonLoop: String, Sendable, Hashable, CaseIterable {
  /// Raises alerts, and takes them back.
  case alerts
  /// Pages in an emergency.
  case paging
  /// Keeps what was paged.
  case pageRecords
  /// Does what is done once a day.
  case housekeeping
  /// Lets announced facts of people take effect.
  case announcements
  /// Writes when devices were heard from.
  case contacts
  /// Forgets uploads that are given up.
  case uploads
  /// Keeps in step with upstream.
  case sync
}

/// Knows of every loop whether it works or waits, and until when: one that does not turn any more is noticed, whether
/// it is stuck in its work or oversleeps.
package final class LoopWatch: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let deadlines = Mutex<[DaemonLoop: Duration]>([:])

  /// A watch by that clock.
  package init(_ clock: any Clock<Duration>) { elapsed = clock.sinceNow() }

  /// A loop turns to a piece of work.
  package func works(_ loop: DaemonLoop) { set(loop, elapsed()) }

  /// A loop has nothing to do for so long.
  ///
  /// - Parameter span: `nil`: until something happens, however long that takes.
  package func waits(_ loop: DaemonLoop, for span: Duration?) { set(loop, span.map { elapsed() + max(.zero, $0) }) }

  /// A loop has ended.
  package func ended(_ loop: DaemonLoop) { set(loop, nil) }

  /// The loops that should have gone on longer ago than that.
  package func late(by patience: Duration) -> [DaemonLoop] {
    let latest = elapsed() - patience
    return deadlines.withLock { $0.filter { $0.value < latest }.keys.sorted { $0.rawValue < $1.rawValue } }
  }

  private func set(_ loop: DaemonLoop, _ deadline: Duration?) { deadlines.withLock { $0[loop] = deadline } }
}
