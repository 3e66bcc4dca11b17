package import JSON
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
  /// The bytes of a file, or of standard input, of which there must not be more than so many.
  func read(_ source: InputSource, atMost limit: Int) throws(SystemError) -> [UInt8]
  /// Whether standard input is a terminal, with a keyboard.
  var hasKeyboard: Bool { get }
  /// The next line of standard input, without its end; `nil`: the input has ended.
  func nextLine() -> String?
  /// Begins a file, or another in the place of one that is there.
  func draft(of path: String) throws(SystemError) -> any Draft
  /// Milliseconds since 1970 on this machine's clock.
  var millisecondsSince1970: Int64 { get }
  /// Begins to listen for what concerns a program that stays open.
  ///
  /// - Parameter readsKeys: whether the person's keys are wanted, each as it is pressed.
  func stayOpen(readsKeys: Bool) throws(SystemError) -> any Waiting
  /// Sets what is said on standard error when a signal ends the program: Ctrl-C, SIGTERM, or the terminal has gone.
  /// `nil`: nothing.
  func setLastWords(_ text: String?)
}

extension Machine {
  /// The bytes of a file, or of standard input.
  func read(_ source: InputSource) throws(SystemError) -> [UInt8] { try read(source, atMost: .max) }

  /// Seconds since 1970 on this machine's clock.
  var secondsSince1970: Int64 { millisecondsSince1970 / 1000 }
}

/// What a program that stays open waits with: for several things at once, and for whichever comes first.
package protocol Waiting: AnyObject {
  /// Waits until the connection has something to read, the person or the system wants something, or so many
  /// milliseconds have passed.
  func wait(for connection: (any Connection)?, milliseconds: Int) -> Wake
  /// Stops the program as Ctrl-Z does, and returns when it goes on.
  func suspend()
  /// Puts terminal and signals back as they were.
  func end()
}

/// What ended a wait.
package enum Wake: Sendable, Hashable {
  /// The connection has something to read.
  case message
  /// The person has pressed keys.
  case keys([UInt8])
  /// The terminal has another size.
  case resized
  /// The program is to stop for a while: Ctrl-Z.
  case suspended
  /// The program is to end: Ctrl-C, SIGTERM, or the terminal has gone.
  case ended
  /// Time has passed.
  case time
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
  /// What the system polls.
  var descriptor: Int32 { get }
  /// Calls a method and does not wait; returns the call's id.
  func begin(_ method: String, params: JSONValue) throws(RPCClientError) -> JSONValue
  /// The next message that has come; `nil`: none yet.
  func received() throws(RPCClientError) -> RPCIncoming?
}

extension RPCClient: Connection {
  /// Calls a method and waits for its result.
  package func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
    try call(method, params: params)
  }
}
