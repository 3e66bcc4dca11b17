import Synchronization
import Systemd
import VisitsStore

/// Opens the database. A check or a migration of millions of visits takes longer than a service may take to start, so
/// the service manager is told, as long as one goes on, that it does.
struct DatabaseOpening {
  /// How often it is told so.
  static let pulse = Duration.seconds(10)
  /// For how long that holds.
  static let patience = Duration.seconds(60)

  let notifier: Notifier
  let clock: any Clock<Duration>

  /// Opens it.
  ///
  /// - Parameter report: Told of what takes its time, before it does.
  /// - Throws: ``StoreRefusal``.
  func open(_ options: Store.Options, report: @escaping @Sendable (OpeningStep) -> Void) async throws -> Store {
    try await whileTold { tell in
      try await Store.openAside(options) { step in
        report(step)
        if let words = step.words { tell(words) }
      }
    }
  }

  /// Runs work that calls its argument, with words for it, whenever something begins that may take its time. From the
  /// first on the service manager hears how long it goes on.
  func whileTold<Result: Sendable>(
    _ work: (_ tell: @escaping @Sendable (String) -> Void) async throws -> Result
  ) async throws -> Result {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let latest = LatestWords()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in begun { return await pulse(by: clock, latest) }
      }
      defer { group.cancelAll() }
      return try await work { words in
        latest.text.withLock { $0 = words }
        notifier.extendStart(by: Self.patience, status: "\(words).")
        begin.yield()
      }
    }
  }

  private func pulse<Watch: Clock<Duration>>(by clock: Watch, _ latest: LatestWords) async {
    let start = clock.now
    while (try? await clock.sleep(for: Self.pulse)) != nil {
      let seconds = start.duration(to: clock.now).components.seconds
      let words = latest.text.withLock { $0 }
      notifier.extendStart(by: Self.patience, status: "\(words), for \(seconds) s so far.")
    }
  }
}

/// What goes on, in words that are changed by one task and read by another.
private final class LatestWords: Sendable {
  let text = Mutex("")
}

extension OpeningStep {
  /// What begins that may take long; `nil`: nothing.
  fileprivate var words: String? {
    switch self {
    case .migrating(let version): "Copying the database, before it is migrated to version \(version)"
    case .migration(let number, let count): "Migrating the database, step \(number) of \(count)"
    case .checkingAfterUncleanStop: "Checking the database after a stop that was not in order"
    case .checkingAfterMigration: "Checking the database after its migration"
    case .checkingOnFailingDisk: "Checking the database, since the disk takes no changes"
    case .migrated, .restored, .noSpool, .spoolDamaged: nil
    }
  }
}
