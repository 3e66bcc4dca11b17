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
    try await whileTold { begin in
      try await Store.openAside(options) { step in
        report(step)
        if step.takesTime { begin() }
      }
    }
  }

  /// Runs work that calls its argument when it begins to take its time.
  func whileTold<Result: Sendable>(
    _ work: (_ begin: @escaping @Sendable () -> Void) async throws -> Result
  ) async throws -> Result {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in begun { return await tell(by: clock) }
      }
      defer { group.cancelAll() }
      return try await work { begin.yield() }
    }
  }

  private func tell<Watch: Clock<Duration>>(by clock: Watch) async {
    while (try? await clock.sleep(for: Self.pulse)) != nil { notifier.extendStart(by: Self.patience) }
  }
}

extension OpeningStep {
  /// Whether it says that something begins that may take long.
  fileprivate var takesTime: Bool {
    switch self {
    case .migrating, .checkingAfterUncleanStop, .checkingAfterMigration, .checkingOnFailingDisk: true
    case .migrated, .noSpool, .spoolDamaged: false
    }
  }
}
