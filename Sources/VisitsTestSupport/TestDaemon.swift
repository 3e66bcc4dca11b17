import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import Systemd
package import VisitsDaemon
package import VisitsModel
package import VisitsService

/// The whole daemon on a real socket in a folder of its own, at a time that the test sets.
package struct TestDaemon: Sendable {
  /// The clock.
  package let time: ManualTime
  /// The socket's path.
  package let socket: String
  /// The folder of database and socket.
  package let folder: String
  /// The use cases, for calls of somebody who could not come through this process's socket.
  package let service: VisitsService

  /// Runs the daemon for the length of a test, then stops it and takes its folder away.
  ///
  /// - Parameters:
  ///   - time: What the wall clock shows, RFC 3339.
  ///   - zone: The agency's zone.
  ///   - change: What else the operator has set.
  ///   - clock: What waits are timed with.
  ///   - warnings: What was found wrong with the machine.
  ///   - commands: What runs the operator's commands.
  ///   - body: The test.
  package static func run<Result: Sendable>(
    at time: String = "2026-11-20T16:30:00Z", zone: String = "America/Edmonton",
    settings change: @Sendable (inout Settings) -> Void = { _ in },
    clock: any Clock<Duration> = ContinuousClock(), warnings: [Warning] = [],
    commands: any CommandRunning = CommandRunner(),
    _ body: @Sendable (TestDaemon, CheckedClient) async throws -> Result
  ) async throws -> Result {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var settings = Settings(on: Machine.current())
    settings.state = folder
    try DatabaseTemplate.copy(to: settings.database, now: ManualTime(time).now)
    return try await run(
      in: folder, at: time, zone: zone, settings: change, clock: clock, warnings: warnings,
      commands: commands, body)
  }

  /// The same in a folder that the test keeps, for a second start.
  ///
  /// - Parameter seed: Where chance begins: another one for a start that must not meet the same again.
  package static func run<Result: Sendable>(
    in folder: String, at time: String = "2026-11-20T16:30:00Z", zone: String = "America/Edmonton",
    settings change: @Sendable (inout Settings) -> Void = { _ in },
    clock: any Clock<Duration> = ContinuousClock(), warnings: [Warning] = [], seed: UInt64 = 0,
    commands: any CommandRunning = CommandRunner(),
    _ body: @Sendable (TestDaemon, CheckedClient) async throws -> Result
  ) async throws -> Result {
    let time = ManualTime(time)
    var settings = Settings(on: Machine.current())
    settings.state = folder
    settings.socket = "\(folder)/s"
    // However busy the machine is, no import is given up.
    settings.limits.importSeconds = 3600
    if let zone = TimeZone(identifier: zone) { settings.agency.timeZone = zone }
    change(&settings)
    let output = LogOutput(to: .stream(descriptor: STDERR_FILENO, colour: false), identifier: "visitsd") { 0 }
    let count = Mutex(seed)
    let daemon = try await Daemon.open(
      settings, version: "test", log: Log(to: output, least: .warning), notifier: Notifier(),
      in: Daemon.Surroundings(
        now: { time.now },
        random: {
          let next = count.withLock { count in
            count += 1
            return count
          }
          return (next &* 0x9E37_79B9_7F4A_7C15, next &* 0xBF58_476D_1CE4_E5B9)
        }, clock: clock, uid: getuid(), warnings: warnings, commands: commands))
    let group = daemon.group(
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, notifier: Notifier())
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      let outcome: Swift.Result<Result, any Error>
      do {
        outcome = .success(
          try await body(
            TestDaemon(time: time, socket: settings.socket, folder: folder, service: daemon.service),
            CheckedClient(path: settings.socket)))
      } catch {
        outcome = .failure(error)
      }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      return try outcome.get()
    }
  }

  /// A folder with a short path: a UNIX socket's is limited.
  package static func makeFolder() throws -> String {
    var template = Array("/tmp/visits-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
