import JSONRPCServer
import ServiceLifecycle
import Systemd
import UnixSignals
import VisitsService
import VisitsSync

/// Composes the answers that are not at hand.
struct AnswerService: Service {
  let service: VisitsService

  func run() async throws {
    await withGracefulShutdownHandler {
      await service.run()
    } onGracefulShutdown: {
      service.stop()
    }
  }
}

/// Pages in an emergency.
struct PagingService: Service {
  let escalation: EscalationService

  func run() async throws {
    await withGracefulShutdownHandler {
      await escalation.run()
    } onGracefulShutdown: {
      escalation.stop()
    }
  }
}

/// Does what is done once a day.
struct HousekeepingService: Service {
  let housekeeping: Housekeeping

  func run() async throws {
    await cancelWhenGracefulShutdown { await housekeeping.run() }
    try? await gracefulShutdown()
  }
}

/// Writes when the workers' devices were heard from.
struct ContactService: Service {
  let service: VisitsService

  func run() async throws {
    await cancelWhenGracefulShutdown { await service.writeContacts() }
    try? await gracefulShutdown()
    await service.keepContacts()
  }
}

/// Notices what a person should look at.
struct AlertService: Service {
  let service: VisitsService

  func run() async throws {
    await cancelWhenGracefulShutdown { await service.watch() }
    try? await gracefulShutdown()
  }
}

/// Keeps the schedule in step with upstream, if there is one.
struct UpstreamService: Service {
  let sync: SyncService?
  let log: Log
  let upstream: String?

  func run() async throws {
    if let sync, let upstream {
      log(.syncStarted, ["VISITS_UPSTREAM": Configured(upstream)])
      await cancelWhenGracefulShutdown { await sync.run() }
    }
    try? await gracefulShutdown()
  }
}

/// Keeps the unit's status line true.
struct StatusService: Service {
  let status: UnitStatus
  let clock: any Clock<Duration>

  func run() async throws {
    await cancelWhenGracefulShutdown { await tell(by: clock) }
    try? await gracefulShutdown()
  }

  private func tell<Watch: Clock<Duration>>(by clock: Watch) async { await status.run(by: clock) }
}

/// The sockets: reports when they accept, and stops accepting first.
struct SocketService: Service {
  /// How long calls that were begun may take to be answered: a stop takes 10 s at most, and what was begun in the
  /// database is finished after that.
  static let patience = Duration.seconds(5)

  let servers: [RPCServer]
  let log: Log
  let socket: String
  let gatewaySocket: String
  /// Whether the socket for gateways belongs to their group.
  let isOpenToGroup: Bool
  let notifier: Notifier
  let status: UnitStatus
  /// What need not be finished is given up here.
  let onStop: @Sendable () -> Void

  func run() async throws {
    log(.listening, ["VISITS_SOCKET": Configured(socket)])
    log(
      isOpenToGroup ? .listeningForGateways : .listeningWithoutGroup, ["VISITS_SOCKET": Configured(gatewaySocket)])
    notifier.ready(status: await status.line())
    try? await gracefulShutdown()
    log(.stopping)
    onStop()
    notifier.stopping(status: "Answering what was begun.")
    await withDiscardingTaskGroup { group in
      for server in servers { group.addTask { await server.shutdown(within: Self.patience) } }
    }
  }
}

/// Stops the daemon at the first signal.
struct StopService: Service {
  let signals: UnixSignalsSequence

  func run() async throws {
    for await _ in signals.cancelOnGracefulShutdown() { return }
    try? await gracefulShutdown()
  }
}
