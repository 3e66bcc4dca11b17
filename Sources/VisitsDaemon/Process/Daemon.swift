import JSONRPC
import JSONRPCServer
package import Logging
package import ServiceLifecycle
package import Systemd
package import UnixSignals
package import VisitsModel
package import VisitsService
import VisitsStore
import VisitsSync

/// The composition: settings, store, service and socket, put together. The main runs it, and so do tests.
package struct Daemon: Sendable {
  /// What is outside of the process: clocks and chance.
  package struct Surroundings: Sendable {
    /// The wall clock.
    package var now: @Sendable () -> Instant
    /// 128 bits that nobody can guess.
    package var random: @Sendable () -> (UInt64, UInt64)
    /// What waits are timed with.
    package var clock: any Clock<Duration>
    /// The daemon's own user.
    package var uid: UInt32
    /// What was found wrong with the machine.
    package var warnings: [Warning]
    /// What runs the operator's commands.
    package var commands: any CommandRunning
    /// The folder of the service manager's credentials; `nil`: there are none.
    package var credentials: String?
    /// The socket that the service manager has handed over; `nil`: the daemon makes its own.
    package var handed: HandedSocket?
    /// The group that may connect to the socket for gateways; `nil`: only the daemon's own user and root may connect.
    package var gatewayGroup: UInt32?
    /// Looks up a user or group that the machine did not know; it stays the same if the machine still does not.
    package var resolve: @Sendable (Settings.Principal) -> Settings.Principal

    /// The surroundings that are handed in.
    package init(
      now: @escaping @Sendable () -> Instant, random: @escaping @Sendable () -> (UInt64, UInt64),
      clock: any Clock<Duration>, uid: UInt32, warnings: [Warning] = [], commands: any CommandRunning = CommandRunner(),
      credentials: String? = nil, handed: HandedSocket? = nil, gatewayGroup: UInt32? = nil,
      resolve: @escaping @Sendable (Settings.Principal) -> Settings.Principal = { $0 }
    ) {
      self.now = now
      self.random = random
      self.clock = clock
      self.uid = uid
      self.warnings = warnings
      self.commands = commands
      self.credentials = credentials
      self.handed = handed
      self.gatewayGroup = gatewayGroup
      self.resolve = resolve
    }
  }

  /// The use cases.
  package let service: VisitsService
  private let store: Store
  private let sync: SyncService?
  private let housekeeping: Housekeeping
  private let server: RPCServer
  /// Answers gateways, on a socket of its own.
  private let gatewayServer: RPCServer
  private let gatekeeper: Gatekeeper
  private let running: RunningSettings
  private let surroundings: Surroundings
  private let log: Log
  private let status: UnitStatus
  private let socket: String
  private let gatewaySocket: String
  private let upstream: String?
  private let loops: LoopWatch
  private let stop: UnixSignalsSequence
  private var clock: any Clock<Duration> { surroundings.clock }

  /// Opens the database and the socket. When this returns the socket accepts, and calls are answered once
  /// ``group(logger:notifier:watchdog:reload:)`` runs. The notifier hears of what takes its time until then.
  ///
  /// - Parameter signals: Signals that stop the daemon in good order. They are trapped before the socket exists.
  /// - Throws: ``StoreRefusal``, `FHIRClientSettingsFault` or ``RPCServerError``; nothing is left open then.
  package static func open(
    _ settings: Settings, version: String, stopping signals: [UnixSignal] = [], log: Log, notifier: Notifier,
    in surroundings: Surroundings
  ) async throws -> Daemon {
    let identities = IdentitySource(now: surroundings.now, random: surroundings.random)
    let store = try await DatabaseOpening(notifier: notifier, clock: surroundings.clock).open(
      Store.Options(
        path: settings.database, now: surroundings.now, identities: identities,
        elapsed: surroundings.clock.sinceNow(), hasUpstream: settings.upstream.url != nil)
    ) { step in log(step) }
    let status = UnitStatus(of: store, notifier: notifier, now: surroundings.now)
    let loops = LoopWatch(surroundings.clock)
    var sync: SyncService?
    do {
      sync = try SyncService.make(
        settings, version: version, store: store, identities: identities, loops: loops, in: surroundings
      ) { notice in
        log(notice)
        status.take(notice)
      }
      status.follow(sync)
      let service = VisitsService(
        store: store, sync: sync,
        settings: ServiceSettings(
          settings, version: version, warnings: surroundings.warnings,
          pager: Pager(settings.emergency, runner: surroundings.commands),
          alertCommand: AlertCommand(settings.alerts, runner: surroundings.commands)),
        now: surroundings.now, identities: identities, random: surroundings.random, clock: surroundings.clock,
        loops: loops
      ) { log($0) }
      do {
        try service.load()
      } catch Refusal.unavailable(.databaseDamaged) {
        // Without the devices and the open emergencies nothing can be answered.
        throw StoreRefusal.damaged(path: settings.database, findings: [store.fault?.words ?? "it cannot be read"])
      }
      var configuration = RPCServerConfiguration(
        endpoint: surroundings.handed.map { .descriptor($0.descriptor) }
          ?? .path(settings.socket, mode: settings.socketMode))
      configuration.limits = RPCLimits(settings.limits)
      let gatekeeper = Gatekeeper(
        service: service, roles: .configured(settings.roles, own: surroundings.uid), log: log)
      let running = RunningSettings(settings, in: surroundings, log: log)
      await running.begin()
      // A client that sees the socket may send a stop signal at once.
      let stop = await UnixSignalsSequence(trapping: signals)
      let server = try await RPCServer.start(configuration, handler: gatekeeper)
      let socket = surroundings.handed?.path ?? settings.socket
      let gatewaySocket = settings.gatewaySocket(beside: socket)
      let gatewayServer: RPCServer
      do {
        gatewayServer = try await startGatewayServer(at: gatewaySocket, settings, service, surroundings, log)
      } catch {
        await server.shutdown(within: .zero)
        throw error
      }
      service.look(at: ProcessView([server, gatewayServer], log, running))
      return Daemon(
        service: service, store: store, sync: sync,
        housekeeping: Housekeeping(of: service), server: server, gatewayServer: gatewayServer, gatekeeper: gatekeeper,
        running: running, surroundings: surroundings, log: log, status: status,
        socket: socket, gatewaySocket: gatewaySocket, upstream: settings.upstream.url,
        loops: loops, stop: stop)
    } catch {
      await sync?.close()
      await store.close()
      throw error
    }
  }

  /// Starts the server that answers gateways. It has connections and buffers of its own, so that devices do not take
  /// those of the office, and no refusal budget: one device with a wrong token must not slow all others down.
  private static func startGatewayServer(
    at path: String, _ settings: Settings, _ service: VisitsService, _ surroundings: Surroundings, _ log: Log
  ) async throws -> RPCServer {
    var configuration = RPCServerConfiguration(
      endpoint: .path(path, mode: 0o600, group: surroundings.gatewayGroup))
    configuration.limits = RPCLimits(settings.limits).ofGatewaySocket
    return try await RPCServer.start(
      configuration, handler: Gatekeeper(service: service, roles: .gateways, log: log))
  }

  /// Takes settings that were read anew, as far as they can change while it runs.
  @Sendable private func take(_ settings: Settings) {
    log.write(from: settings.log.level)
    service.take(
      ServiceSettings(
        settings, version: service.settings.version, warnings: surroundings.warnings,
        pager: Pager(settings.emergency, runner: surroundings.commands),
        alertCommand: AlertCommand(settings.alerts, runner: surroundings.commands)))
    server.close(of: gatekeeper.take(.configured(settings.roles, own: surroundings.uid)))
  }

  /// The daemon's parts, to be run until told to stop, or until one fails.
  ///
  /// - Parameters:
  ///   - watchdog: What the service manager asks; `nil`: it does not watch.
  ///   - reload: What has the settings read anew; `nil`: nothing does.
  package func group(
    logger: Logger, notifier: Notifier, watchdog: WatchdogRequest? = nil, reload: Reload? = nil
  ) -> ServiceGroup {
    // Ended in the reverse order: the socket first, then what answers, then the store.
    ServiceGroup(
      configuration: .init(
        services: [
          .init(
            service: StoreService(service: service, store: store, log: log, status: status, clock: clock),
            serviceName: "store"),
          .init(
            service: UpstreamService(sync: sync, log: log, upstream: upstream), serviceName: "sync"),
          .init(service: HousekeepingService(housekeeping: housekeeping), serviceName: "housekeeping"),
          .init(
            service: PagingService(escalation: EscalationService(service: service)), serviceName: "escalation"),
          .init(service: ContactService(service: service), serviceName: "contacts"),
          .init(service: AlertService(service: service), serviceName: "alerts"),
          .init(
            service: ReloadService(
              reload: reload, running: running, notifier: notifier, status: status, log: log, take: take,
              syncAtOnce: { [sync] in _ = sync?.ask() }),
            serviceName: "reload"),
          .init(service: StatusService(status: status, clock: clock), serviceName: "status"),
          .init(service: AnswerService(service: service), serviceName: "answers"),
          .init(
            service: SocketService(
              servers: [server, gatewayServer], log: log, socket: socket, gatewaySocket: gatewaySocket,
              isOpenToGroup: gatewayServer.isOpenToGroup, notifier: notifier, status: status
            ) { [store, service] in
              store.stopLongWork()
              service.stopPreparing()
            },
            serviceName: "socket"),
          .init(
            service: WatchdogService(
              request: watchdog, server: server, store: store, loops: loops, notifier: notifier, log: log, clock: clock),
            serviceName: "watchdog"),
          .init(
            service: StopService(signals: stop), successTerminationBehavior: .gracefullyShutdownGroup,
            serviceName: "stop"),
        ], logger: logger))
  }
}
