import FHIRClient
import Foundation
import Glibc
import JSONRPC
import JSONRPCServer
import Logging
import ServiceLifecycle
import Systemd
import UnixSignals
import VisitsExchange
import VisitsModel
import VisitsStore
import VisitsSync

/// The program `visitsd`.
package enum Program {
  /// The version that the program tells.
  package static let version = "0.1.0"

  /// Runs the program with the words behind its name; returns the exit status.
  package static func run(_ words: [String]) async -> Int32 {
    // Without this, something else would be given the number of a standard error that is closed, and get the log.
    StandardDescriptors.occupy()
    // A reader that has gone is an error of one write, not the end of the daemon.
    signal(SIGPIPE, SIG_IGN)
    // Whoever starts us may ignore it, and then nobody is told how a command has ended.
    signal(SIGCHLD, SIG_DFL)
    // A request to reload must not end the daemon that has not begun to listen for it.
    signal(SIGHUP, SIG_IGN)
    raiseDescriptorLimit()
    let machine = Machine.current()
    let log: Log
    let settings: Settings
    let arguments: DaemonArguments
    do {
      arguments = try DaemonArguments.parse(words)
      switch arguments.action {
      case .help: return Output.answer(DaemonArguments.usage)
      case .version: return Output.answer("visitsd \(version)")
      case .run, .sample, .sampleProgress, .restore, .check: break
      }
      if case .check(let database) = arguments.action {
        return Maintenance.check(arguments, database: database, on: machine)
      }
      settings = try Settings.load(arguments, on: machine)
      if case .sample(let time) = arguments.action { return sample(settings, at: time) }
      if case .sampleProgress(let time) = arguments.action { return sampleProgress(settings, since: time) }
      if case .restore(let file) = arguments.action {
        return Maintenance.restore(file, settings, on: machine, now: now())
      }
    } catch let refusal as DaemonArguments.Refusal {
      Output.complain("\(refusal)")
      return EX_USAGE
    } catch {
      let log = Log(to: output(machine), least: .info)
      for problem in (error as? SettingsError)?.problems ?? [] {
        log(.configurationRefused, ["VISITS_PROBLEM": Configured(problem.description)])
      }
      log.output.flush()
      return EX_CONFIG
    }
    log = Log(to: output(machine), least: settings.log.level)
    log(.started, ["VISITS_VERSION": Configured(version)])
    if settings.hasUnknownTimeZone(of: machine) {
      log(.timeZoneUnknown, ["VISITS_ZONE": Configured(machine.timeZone.identifier)])
    }
    let status = await serve(settings, log, machine) { () throws(SettingsError) in
      try Settings.load(arguments, on: machine)
    }
    log.output.flush()
    return status
  }

  private static func serve(
    _ settings: Settings, _ log: Log, _ machine: Machine, load: @escaping @Sendable () throws(SettingsError) -> Settings
  ) async -> Int32 {
    let credentials = machine.environment["CREDENTIALS_DIRECTORY"]
    if let problem = settings.upstream.problem(credentials: credentials) {
      log(.configurationRefused, ["VISITS_PROBLEM": Configured(problem)])
      return EX_CONFIG
    }
    if settings.upstream.url != nil, let (key, file) = settings.upstream.openSecret {
      log(.syncSecretOpen, ["VISITS_SETTING": Configured(key), "VISITS_FILE": Configured(file)])
    }
    let notifier = Notifier.serviceManager()
    notifier.status("Opening the database.")
    let reload = Reload(on: await UnixSignalsSequence(trapping: .sighup), load: load, monotonic: monotonic)
    do {
      let handed = try HandedSocket.all().onlyUnix()
      for variable in HandedSocket.variables { unsetenv(variable) }
      let daemon = try await Daemon.open(
        settings, version: version, stopping: [.sigterm, .sigint], log: log, notifier: notifier,
        in: Daemon.Surroundings(
          now: now,
          random: {
            var generator = SystemRandomNumberGenerator()
            return (generator.next(), generator.next())
          }, clock: ContinuousClock(), uid: getuid(), warnings: settings.warnings(of: machine),
          credentials: credentials, handed: handed, gatewayGroup: machine.gatewayGroup, resolve: machine.resolved))
      let logger = Logger(label: "lifecycle") { label in
        LibraryLogHandler(
          label: label, to: log.output, least: .warning, openKeys: ["sl-service", "sl-services"])
      }
      try await daemon.group(
        logger: logger, notifier: notifier,
        watchdog: WatchdogRequest(), reload: reload
      ).run()
      log(.stopped)
      return EXIT_SUCCESS
    } catch let refusal as StoreRefusal {
      log(.databaseRefused, ["VISITS_PROBLEM": Configured(refusal.sentence)])
      return refusal.exitStatus
    } catch let fault as FHIRClientSettingsFault {
      log(.configurationRefused, ["VISITS_PROBLEM": Configured(settings.upstream.sentence(fault))])
      return EX_CONFIG
    } catch let other as OtherServer {
      log(.configurationRefused, ["VISITS_PROBLEM": Configured(other.sentence)])
      return EX_CONFIG
    } catch let fault as HandedSocket.Fault {
      log(
        .socketRefused,
        ["VISITS_SOCKET": "what systemd has handed over" as StaticString, "VISITS_PROBLEM": Configured(fault.sentence)])
      return EX_UNAVAILABLE
    } catch let refusal as RPCServerError {
      log(
        .socketRefused,
        ["VISITS_SOCKET": Configured(refusal.path), "VISITS_PROBLEM": Configured(refusal.sentence)])
      return EX_UNAVAILABLE
    } catch {
      log(
        .serviceFailed,
        ["VISITS_SERVICE": "daemon" as StaticString, "VISITS_PROBLEM": OpaqueID("\(type(of: error))")])
      return EX_SOFTWARE
    }
  }

  /// 1,024 connections and the database need more descriptors than the usual soft limit of 1,024.
  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// Prints the sample agency, composed for a time of today; `nil`: for the present moment.
  private static func sample(_ settings: Settings, at time: TypedTime?) -> Int32 {
    let zone = Zone(settings.agency.timeZone.identifier) ?? .utc
    let moment = time.map { self.moment($0, in: zone) }
    return Output.answer(SampleAgency.bundle(at: moment ?? now(), in: zone))
  }

  /// Prints what has happened in the sample agency since a time of today.
  private static func sampleProgress(_ settings: Settings, since time: TypedTime) -> Int32 {
    let zone = Zone(settings.agency.timeZone.identifier) ?? .utc
    return Output.answer(SampleAgency.progress(since: moment(time, in: zone), until: now(), in: zone))
  }

  /// The moment of today that a time means.
  private static func moment(_ time: TypedTime, in zone: Zone) -> Instant {
    zone.instant(of: LocalTime(day: zone.day(of: now()), second: time.secondOfDay))
  }

  private static func output(_ machine: Machine) -> LogOutput {
    LogOutput(to: .standardError(environment: machine.environment), identifier: "visitsd") { now().milliseconds }
  }

  @Sendable private static func monotonic() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The wall clock of the whole program: nothing else reads it.
  @Sendable private static func now() -> Instant {
    Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }
}
