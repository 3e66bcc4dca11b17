package import JSONRPC

/// All that the commands need of the machine they run on. Tests hand in one of their own.
package protocol Machine {
  /// The environment's variables.
  var environment: [String: String] { get }
  /// Milliseconds on a clock that never jumps.
  var milliseconds: Int64 { get }
  /// Does nothing for so long.
  func sleep(milliseconds: Int)
  /// Bytes that nobody can guess.
  func randomBytes(_ count: Int) -> [UInt8]
  /// A connection to the socket at that path, made within so many milliseconds.
  func connect(to path: String, milliseconds: Int) throws(RPCClientError) -> any Connection
  /// Whether there is anything at the path.
  func exists(_ path: String) -> Bool
  /// The group of the file, or of the nearest folder above it that this user can see.
  func group(of path: String) -> String?
  /// What another program prints; `nil` when there is none of that name, or it takes longer than so many milliseconds.
  func output(of command: [String], milliseconds: Int) -> String?
  /// The bytes of a file, or of standard input.
  func read(_ source: InputSource) throws(SystemError) -> [UInt8]
}

/// Where a command reads from.
package enum InputSource: Sendable, Hashable {
  case standardInput
  case file(String)
}

/// A conversation with the daemon.
package protocol Connection: AnyObject {
  /// How long an answer may take, in milliseconds.
  var timeout: Int { get set }
  /// Calls a method and waits for its result.
  func ask(_ method: String, _ params: JSONValue) throws -> JSONValue
}

extension RPCClient: Connection {
  /// Calls a method and waits for its result.
  package func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
    try call(method, params: params)
  }
}
