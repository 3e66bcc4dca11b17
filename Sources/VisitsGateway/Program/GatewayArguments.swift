import ArgumentParser

/// The command line of `visits-gateway`.
struct GatewayArguments: ParsableArguments {
  static let configuration = CommandConfiguration(commandName: "visits-gateway")

  @Option(
    help: ArgumentHelp(
      "Call visitsd on this UNIX socket; default /run/visitsd/gateway.sock.", valueName: "PATH"))
  var gatewaySocket = "/run/visitsd/gateway.sock"

  @Option(
    help: ArgumentHelp(
      "Answer on this loopback address, repeatable; default 127.0.0.1:8087.", valueName: "ADDRESS:PORT"))
  var listen: [ListenAddress] = []

  @Option(
    help: ArgumentHelp(
      "The address at which browsers reach the gateway; default http:// and the first --listen.", valueName: "URL"))
  var publicURL: PublicURL?

  @Flag(help: "Show the version.")
  var version = false
}

/// A loopback address to listen on.
struct ListenAddress: ExpressibleByArgument, Sendable, Equatable {
  /// The IP address.
  let host: String
  /// The port.
  let port: Int

  /// The default.
  static let standard = ListenAddress(host: "127.0.0.1", port: 8087)

  private init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Reads `127.0.0.1:8087` or `[::1]:8087`; `nil` for any other form or address. Everything else would carry tokens
  /// over a network unencrypted: that is for a proxy with TLS.
  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"), let port = Int(argument[argument.index(after: colon)...]),
      (1...65_535).contains(port)
    else { return nil }
    let host = argument[..<colon]
    switch host {
    case "[::1]": self.init(host: "::1", port: port)
    case "localhost": self.init(host: "127.0.0.1", port: port)
    default:
      let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
      guard parts.count == 4, parts[0] == 127, !parts.contains(nil) else { return nil }
      self.init(host: String(host), port: port)
    }
  }

  /// The address as a URL has it.
  var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension PublicURL: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}
