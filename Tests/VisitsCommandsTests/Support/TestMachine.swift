import Glibc
import JSON
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
    /// The daemon tells something of itself, to a program that stays open.
    case tell(String, JSONValue)
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
  /// Whether standard input is a terminal, and the lines that are typed there.
  var hasKeyboard = false
  var lines: [String] = []
  /// What programs print, by their names, or by all their words.
  var programs: [String: String] = [:]
  /// What ends the waits of a program that stays open, in order; then it is to end.
  var wakes: [Wake] = []
  /// How each wait was meant to be bounded.
  var waits: [Int] = []
  /// How often the terminal was given back.
  var ends = 0
  /// What would have been said had a signal ended the program, each time that changed.
  var lastWords: [String?] = []
  /// What was written to files, by their paths.
  var written: [String: [UInt8]] = [:]
  /// What keeps files from being written.
  var writeError: SystemError?
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
    case .tell: throw RPCError(code: -32603, kind: "internalError", message: "nobody listens")
    }
  }

  /// A call's answer or what the daemon tells; `nil` when nothing was prepared that could come now.
  fileprivate func next(_ unanswered: inout [JSONValue]) throws(RPCClientError) -> RPCIncoming? {
    switch steps.first {
    case .answer(let json):
      guard !unanswered.isEmpty else { return nil }
      steps.removeFirst()
      return .answer(id: unanswered.removeFirst(), .success(json))
    case .refuse(let error):
      guard !unanswered.isEmpty else { return nil }
      steps.removeFirst()
      return .answer(id: unanswered.removeFirst(), .failure(error))
    case .tell(let name, let params):
      steps.removeFirst()
      return .notification(name: name, params: params)
    case .fail(let error):
      steps.removeFirst()
      throw error
    case .noConnection, nil: return nil
    }
  }

  func exists(_ path: String) -> Bool { existing.contains(path) }
  func group(of path: String) -> String? { socketGroup }

  func output(of command: [String], milliseconds: Int) -> String? {
    programs[command.joined(separator: " ")] ?? command.first.flatMap { programs[$0] }
  }

  /// From 15:00 UTC on November 20, 2026.
  var millisecondsSince1970: Int64 { 1_795_186_800_000 + milliseconds }

  func setLastWords(_ text: String?) { lastWords.append(text) }

  func nextLine() -> String? { lines.isEmpty ? nil : lines.removeFirst() }

  func stayOpen(readsKeys: Bool) throws(SystemError) -> any Waiting { TestWaiting(self) }

  func read(_ source: InputSource, atMost limit: Int) throws(SystemError) -> [UInt8] {
    guard let bytes = files[source] else { throw SystemError(ENOENT) }
    return bytes
  }
}

extension TestMachine {
  func draft(of path: String) throws(SystemError) -> any Draft {
    if let writeError { throw writeError }
    return TestDraft(self, path)
  }
}

private final class TestDraft: Draft {
  private let machine: TestMachine
  private let path: String
  private var bytes: [UInt8] = []

  init(_ machine: TestMachine, _ path: String) {
    (self.machine, self.path) = (machine, path)
  }

  func write(_ bytes: [UInt8]) { self.bytes += bytes }
  func publish() { machine.written[path] = bytes }
  func discard() {}
}

private final class TestConnection: Connection {
  var timeout = 0
  private let machine: TestMachine

  private var unanswered: [JSONValue] = []
  private var lastID: Int64 = 0
  let descriptor: Int32 = -1

  init(_ machine: TestMachine) {
    self.machine = machine
  }

  func begin(_ method: String, params: JSONValue) throws(RPCClientError) -> JSONValue {
    machine.calls.append(TestMachine.Call(method: method, params: params))
    lastID += 1
    unanswered.append(.integer(lastID))
    return .integer(lastID)
  }

  func received() throws(RPCClientError) -> RPCIncoming? { try machine.next(&unanswered) }

  func ask(_ method: String, _ params: JSONValue) throws -> JSONValue { try machine.perform(method, params) }
}

/// Time passes as a test has written it down.
private final class TestWaiting: Waiting {
  private let machine: TestMachine

  init(_ machine: TestMachine) {
    self.machine = machine
  }

  func wait(for connection: (any Connection)?, milliseconds: Int) -> Wake {
    machine.waits.append(milliseconds)
    guard !machine.wakes.isEmpty else { return .ended }
    let wake = machine.wakes.removeFirst()
    if wake == .time { machine.milliseconds += Int64(milliseconds) }
    return wake
  }

  func suspend() {}
  func end() { machine.ends += 1 }
}
