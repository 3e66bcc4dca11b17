import JSONRPCServer
import ServiceLifecycle
import Systemd
package import UnixSignals
import VisitsService

/// How the daemon is told to read its settings anew, and where it finds them.
package struct Reload: Sendable {
  let signals: UnixSignalsSequence
  let load: @Sendable () throws(SettingsError) -> Settings
  let monotonic: @Sendable () -> Duration

  /// - Parameters:
  ///   - signals: The signals that tell it. They are to be trapped before the daemon says that it is up: until then
  ///     such a signal would end it.
  ///   - load: Reads the settings.
  ///   - monotonic: The system's monotonic clock.
  package init(
    on signals: UnixSignalsSequence, load: @escaping @Sendable () throws(SettingsError) -> Settings,
    monotonic: @escaping @Sendable () -> Duration
  ) {
    self.signals = signals
    self.load = load
    self.monotonic = monotonic
  }
}

/// Reads the settings anew when it is told to. Wrong ones change nothing.
struct ReloadService: Service {
  /// `nil`: it never is.
  let reload: Reload?
  let settings: Settings
  let notifier: Notifier
  let status: UnitStatus
  let log: Log
  /// Takes the settings that hold from then on.
  let take: @Sendable (Settings) -> Void

  func run() async throws {
    if let reload { await cancelWhenGracefulShutdown { await listen(reload) } }
    try? await gracefulShutdown()
  }

  private func listen(_ reload: Reload) async {
    var settings = settings
    for await _ in reload.signals {
      notifier.reloading(at: reload.monotonic())
      do throws(SettingsError) {
        let outcome = settings.reloaded(try reload.load())
        // Where less is logged from now on, this is still said.
        let isQuieter = outcome.settings.log.level < settings.log.level
        settings = outcome.settings
        if isQuieter { tell(outcome) }
        take(settings)
        if !isQuieter { tell(outcome) }
      } catch {
        for problem in error.problems {
          log(.reloadRefused, ["VISITS_PROBLEM": Configured(problem.description)])
        }
      }
      notifier.ready(status: await status.line())
    }
  }

  private func tell(_ outcome: ReloadedSettings) {
    let keys = outcome.taken.isEmpty ? "nothing" : outcome.taken.joined(separator: ", ")
    log(.reloaded, ["VISITS_KEYS": Configured(keys)])
    if !outcome.waiting.isEmpty {
      log(.reloadIncomplete, ["VISITS_KEYS": Configured(outcome.waiting.joined(separator: ", "))])
    }
  }
}
