import Glibc
import JSONRPC
import VisitsCommands

/// A machine whose time, randomness and daemon a test decides.
final class TestMachine: Machine {
  /// What happens to a connection or a call, in order.
  enum Step {
    case answer(JSONValue)
    case refuse(RPCError)
    /// The connection is made, and the call ends so.
    case fail(RPCClientError)
    /// No connection is made.
    case noConnection(RPCClientError)
  }

  /// A call as it reached the daemon.
  struct Call: Equatable {
    let method: String
    let params: JSONValue
  }

  var environment: [String: String]
  var milliseconds: Int64 = 0
  /// How long was slept, each time.
  var naps: [Int] = []
  var calls: [Call] = []
  /// Where connections went.
  var paths: [String] = []
  var existing: Set<String> = ["/run/visitsd", "/run/visitsd/visitsd.sock"]
  var socketGroup: String? = "visits"
  var files: [InputSource: [UInt8]] = [:]
  /// What programs print, by their names.
  var programs: [String: String] = [:]
  private var steps: [Step]
  private var randomByte: UInt8 = 0
  private let state: String

  init(_ steps: [Step], environment: [String: String] = [:]) {
    self.steps = steps
    var template = Array("/tmp/visits-commands-XXXXXX".utf8CString)
    state = mkdtemp(&template).map { String(cString: $0) } ?? "/nowhere"
    self.environment = ["XDG_STATE_HOME": state].merging(environment) { $1 }
  }

  deinit {
    for folder in ["\(state)/visits", state] {
      if let directory = opendir(folder) {
        while let entry = readdir(directory) {
          withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(to: CChar.self, capacity: 256) { _ = unlink("\(folder)/\(String(cString: $0))") }
          }
        }
        closedir(directory)
      }
      rmdir(folder)
    }
  }

  /// What the daemon does next.
  func then(_ steps: Step...) { self.steps += steps }

  func sleep(milliseconds: Int) {
    naps.append(milliseconds)
    self.milliseconds += Int64(milliseconds)
  }

  func randomBytes(_ count: Int) -> [UInt8] {
    defer { randomByte += 1 }
    return [UInt8](repeating: randomByte, count: count)
  }

  func connect(to path: String, milliseconds: Int) throws(RPCClientError) -> any Connection {
    paths.append(path)
    if case .noConnection(let error) = steps.first {
      // The last refusal stays: a daemon that is down is down each time it is asked.
      if steps.count > 1 { steps.removeFirst() }
      throw error
    }
    return TestConnection(self)
  }

  fileprivate func perform(_ method: String, _ params: JSONValue) throws -> JSONValue {
    calls.append(Call(method: method, params: params))
    guard !steps.isEmpty else { throw RPCError(code: -32603, kind: "internalError", message: "nothing was prepared") }
    switch steps.removeFirst() {
    case .answer(let json): return json
    case .refuse(let error): throw error
    case .fail(let error), .noConnection(let error): throw error
    }
  }

  func exists(_ path: String) -> Bool { existing.contains(path) }
  func group(of path: String) -> String? { socketGroup }

  func output(of command: [String], milliseconds: Int) -> String? { command.first.flatMap { programs[$0] } }

  func read(_ source: InputSource) throws(SystemError) -> [UInt8] {
    guard let bytes = files[source] else { throw SystemError(ENOENT) }
    return bytes
  }
}

private final class TestConnection: Connection {
  var timeout = 0
  private let machine: TestMachine

  init(_ machine: TestMachine) {
    self.machine = machine
  }

  func ask(_ method: String, _ params: JSONValue) throws -> JSONValue { try machine.perform(method, params) }
}
