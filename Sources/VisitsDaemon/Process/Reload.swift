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

/// Reads the settings again at a signal, and tries each minute the users, groups and secrets that are lacking. Wrong
/// settings change nothing.
struct ReloadService: Service {
  /// `nil`: it never is.
  let reload: Reload?
  let running: RunningSettings
  let notifier: Notifier
  let status: UnitStatus
  let log: Log
  /// Takes the settings that hold from then on.
  let take: @Sendable (Settings) -> Void
  /// Starts a sync, because its token or key can be read now.
  let syncAtOnce: @Sendable () -> Void

  func run() async throws {
    await cancelWhenGracefulShutdown {
      async let trying: Void = running.keepTrying(take: take, syncAtOnce: syncAtOnce)
      if let reload { await listen(reload) }
      await trying
    }
    try? await gracefulShutdown()
  }

  private func listen(_ reload: Reload) async {
    for await _ in reload.signals {
      notifier.reloading(at: reload.monotonic())
      do throws(SettingsError) {
        let settings = try reload.load()
        await running.reload(settings, take: take, syncAtOnce: syncAtOnce)
      } catch {
        for problem in error.problems {
          log(.reloadRefused, ["VISITS_PROBLEM": Configured(problem.description)])
        }
      }
      notifier.ready(status: await status.line())
    }
  }
}
