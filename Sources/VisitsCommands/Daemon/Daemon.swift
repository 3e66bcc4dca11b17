import Catalog
import CommandCatalog
import JSON
import JSONRPC
import VisitsAPI

/// The daemon as the commands know it: asked a question, it answers, even when it is just being restarted.
final class Daemon {
  /// How long a daemon that is being restarted is waited for, in milliseconds.
  static let patience: Int64 = 5000
  /// The pause between two attempts, in milliseconds.
  static let pause = 100

  private let machine: any Machine
  private let socket: SocketPath
  private let timeout: Int
  private let notice: (String) -> Void
  private var connection: (any Connection)?

  /// A daemon that is connected to when first asked.
  ///
  /// - Parameters:
  ///   - socket: the path of its socket, if the person names one.
  ///   - timeout: how long an answer may take, in milliseconds.
  ///   - notice: told when there is something to wait for.
  init(socket: String?, timeout: Int, on machine: any Machine, notice: @escaping (String) -> Void) {
    self.socket = SocketPath(option: socket, environment: machine.environment)
    self.timeout = timeout
    self.machine = machine
    self.notice = notice
  }

  /// Where it listens. Asked anew each time: a restart may make the system's socket appear.
  var path: String { socket.choice(on: machine) }

  /// The result of a method. A call that found no daemon, or lost it before the answer, is made again with the same
  /// parameters until ``patience`` is over: a change carries its `requestId`, so that it takes effect once.
  ///
  /// - Parameter times: By how much the answer may take longer than others.
  func call(_ method: String, _ params: JSONValue, times: Int = 1) throws -> JSONValue {
    let timeout = timeout * times
    let begun = machine.milliseconds
    var hasToldOfWaiting = false
    var wasSent = false
    var found: (any Error)?
    while true {
      let path = path
      let left = max(1, timeout - Int(machine.milliseconds - begun))
      do {
        return try attempt(method, params, path: path, milliseconds: left)
      } catch let latest {
        // The last try may have had no time left: what was found before it says more.
        let error = if case RPCClientError.timeout(.connecting) = latest, let found { found } else { latest }
        found = error
        if error is RPCClientError {
          wasSent = wasSent || connection != nil
          connection = nil
        }
        let waited = machine.milliseconds - begun
        guard isPassing(error), waited + Int64(Self.pause) <= min(Self.patience, Int64(timeout)) else {
          let failure = failure(error, method: method, path: path, timeout: timeout)
          guard failure is Failure || wasSent && isPassing(error) else { throw failure }
          throw Failure(failure).unconfirmed(method, params, wasSent: wasSent)
        }
        if !hasToldOfWaiting {
          notice(DaemonPhrase.waiting([.path: path]))
          hasToldOfWaiting = true
        }
        machine.sleep(milliseconds: Self.pause)
      }
    }
  }

  /// The version of the daemon that answered last, if it tells.
  ///
  /// - Parameter method: what it has just failed to answer.
  func version(besides method: String? = nil) -> String? {
    guard method != SystemStatus.name, let connection else { return nil }
    connection.timeout = min(timeout, 1000)
    return (try? connection.ask(SystemStatus.name, [:]))?["version"]?.string?.onOneLine
  }

  /// Ends the conversation; the next call begins another.
  func hangUp() {
    connection = nil
  }

  private func attempt(_ method: String, _ params: JSONValue, path: String, milliseconds: Int) throws -> JSONValue {
    let connection = try connection ?? machine.connect(to: path, milliseconds: milliseconds)
    self.connection = connection
    connection.timeout = milliseconds
    return try connection.ask(method, params)
  }

  /// Whether a daemon that is being restarted looks like this.
  private func isPassing(_ error: any Error) -> Bool {
    switch error {
    case RPCClientError.nobodyListening, RPCClientError.closed: true
    case RPCClientError.noSocket: socket.mayAppear(on: machine)
    case let error as RPCError: error.kind == "unavailable" && error.data["reason"] == "shuttingDown"
    default: false
    }
  }

  private func failure(_ error: any Error, method: String, path: String, timeout: Int) -> any Error {
    switch error {
    case let error as RPCClientError:
      ConnectionTrouble(path: path, candidates: socket.candidates, timeout: timeout, machine: machine).failure(error)
    case let error as RPCError where error.code == -32601:
      VersionTrouble.unknownMethod(method, daemon: version(besides: method))
    default: error
    }
  }
}
