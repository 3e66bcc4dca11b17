import Synchronization
import Systemd
import VisitsModel
import VisitsStore
import VisitsSync

/// Keeps the line of `systemctl status` true: it is told anew when something happens, and now and then, since it says how
/// long ago things were.
final class UnitStatus: Sendable {
  /// How often it is told when nothing happens.
  static let pulse = Duration.seconds(20)

  private let store: Store
  private let notifier: Notifier
  private let now: @Sendable () -> Instant
  private let told = Mutex(Told())
  private let happened: AsyncStream<Void>
  private let happens: AsyncStream<Void>.Continuation

  private struct Told {
    var sync: SyncService?
    var condition = SyncLoop.Condition.working
  }

  init(of store: Store, notifier: Notifier, now: @escaping @Sendable () -> Instant) {
    self.store = store
    self.notifier = notifier
    self.now = now
    (happened, happens) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// There is an upstream.
  func follow(_ sync: SyncService?) { told.withLock { $0.sync = sync } }

  /// Something has happened that the line may tell.
  func tell() { happens.yield() }

  /// Takes what sync tells the operator.
  func take(_ notice: SyncNotice) {
    guard case .condition(let condition, _) = notice else { return }
    told.withLock { $0.condition = condition }
    tell()
  }

  /// The line as it is now.
  func line() async -> String {
    let (sync, condition) = told.withLock { ($0.sync, $0.condition) }
    let found = try? await store.read { reader in
      (visits: try reader.counts().visits.values.reduce(0, +), rows: try sync.map { _ in try reader.rows() })
    }
    let rows = found?.rows ?? SyncStanding.Rows()
    let facts = UnitFacts(
      visits: found?.visits,
      sync: sync.map { sync in
        UnitFacts.Sync(
          syncedAt: sync.report.standing(of: rows).lastSyncedAt, pending: rows.pending, parked: rows.parked,
          condition: condition)
      }, fault: store.fault?.reason)
    return facts.line(at: now())
  }

  /// Tells the service manager until the task is cancelled; nothing where there is none.
  func run<Watch: Clock<Duration>>(by clock: Watch) async {
    guard notifier.isHeard else { return }
    await withDiscardingTaskGroup { group in
      group.addTask { [happens] in
        while (try? await clock.sleep(for: Self.pulse)) != nil { happens.yield() }
      }
      for await _ in happened {
        let line = await line()
        // A read that was given up says nothing.
        if !Task.isCancelled { notifier.status(line) }
      }
      group.cancelAll()
    }
  }
}
