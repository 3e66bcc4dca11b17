import ArgumentParser
import Foundation
import Glibc
import Hummingbird
import JSONRPC
import JSONRPCClient
import Logging
import NIOPosix
import ServiceLifecycle
import Systemd
import UnixSignals

/// The program `visits-gateway`.
package enum GatewayProgram {
  /// The program's version.
  package static let version = "0.1.0"

  /// Runs the program with its command-line arguments, and returns the exit status.
  package static func run(_ words: [String]) async -> Int32 {
    StandardDescriptors.occupy()
    signal(SIGPIPE, SIG_IGN)
    let arguments: GatewayArguments
    do {
      arguments = try GatewayArguments.parse(words)
    } catch {
      let isHelp = GatewayArguments.exitCode(for: error).isSuccess
      let text = GatewayArguments.fullMessage(for: error).visibleLines
      (isHelp ? FileHandle.standardOutput : .standardError).write(Data("\(text)\n".utf8))
      return isHelp ? EXIT_SUCCESS : EX_USAGE
    }
    if arguments.version {
      FileHandle.standardOutput.write(Data("visits-gateway \(version)\n".utf8))
      return EXIT_SUCCESS
    }
    let output = LogOutput(
      to: .standardError(environment: ProcessInfo.processInfo.environment), identifier: "visits-gateway", now: now)
    let status = await serve(arguments, Log(to: output, least: .info))
    output.flush()
    return status
  }

  private static func serve(_ arguments: GatewayArguments, _ log: Log) async -> Int32 {
    log(.gatewayStarted, ["VISITS_VERSION": Configured(version)])
    let addresses = arguments.listen.isEmpty ? [.standard] : arguments.listen
    guard let publicURL = arguments.publicURL ?? PublicURL("http://\(addresses[0].text)") else { return EX_USAGE }
    let group = MultiThreadedEventLoopGroup.singleton
    let clock = ContinuousClock()
    let began = clock.now
    let client = RPCClientPool(to: arguments.gatewaySocket, on: group, clock: clock)
    let gateway = Gateway(
      client: client, publicURL: publicURL, time: .init(clock: clock, elapsed: { clock.now - began }))
    let logger = Logger(label: "http") { label in LibraryLogHandler(label: label, to: log.output, least: .warning) }
    let servers = addresses.map { address in
      Application(
        responder: gateway, configuration: .init(address: .hostname(address.host, port: address.port)),
        onServerRunning: { _ in
          log(
            .gatewayListening,
            ["VISITS_ADDRESS": Configured(address.text), "VISITS_URL": Configured(publicURL.origin)])
        }, eventLoopGroupProvider: .shared(group), logger: logger)
    }
    defer { client.close() }
    var configuration = ServiceGroupConfiguration(
      services: servers, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    // A client that never ends its request must not hold up a stop.
    configuration.maximumGracefulShutdownDuration = .seconds(10)
    do {
      try await ServiceGroup(configuration: configuration).run()
      log(.gatewayStopped)
      return EXIT_SUCCESS
    } catch {
      log(.gatewayFailed, ["VISITS_PROBLEM": Configured("\(error)")])
      return EX_UNAVAILABLE
    }
  }

  /// The wall clock of the whole program: nothing else reads it.
  @Sendable private static func now() -> Int64 { Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)) }
}
