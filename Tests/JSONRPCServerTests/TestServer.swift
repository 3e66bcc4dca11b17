import Dispatch
import Glibc
import JSON
import JSONRPC
import JSONRPCServer
import Synchronization
import Testing

/// Answers `echo` and the urgent `alarm` with its parameters at once, `size` with so many bytes, and `peer` with who calls; keeps `later`, `large`
/// and `wait` calls until the test answers them. `hold` keeps the event loop until the test lets it go. A line with `poll` is answered as `echo` and known again by its text.
final class TestHandler: RPCHandler, RPCSession {
  private struct State {
    var kept: [RPCCall] = []
    var handled = 0
    var endedWaits = 0
    var finished: [(text: CallLine.Text, result: [UInt8])] = []
    var methods: [String] = []
  }

  private let state = Mutex(State())
  /// Whether every peer that connects may call next to nothing.
  let strangers = Atomic(false)
  /// Whether every peer that connects passes on the calls of many.
  let gateways = Atomic(false)
  /// Whether every peer that connects may read alone.
  let readers = Atomic(false)

  /// Lets a held event loop go.
  let release = DispatchSemaphore(value: 0)
  let urgentMethods = ["alarm"]

  /// The methods that were called, in that order.
  var methods: [String] { state.withLock { $0.methods } }
  /// How many calls have come.
  var handled: Int { state.withLock { $0.handled } }
  /// How many waits were ended by a peer that went or a shutdown.
  var endedWaits: Int { state.withLock { $0.endedWaits } }

  func session(on connection: RPCConnection) -> any RPCSession { self }

  func finished(_ line: CallLine) -> [UInt8]? {
    state.withLock { $0.finished.first { line.says($0.text) }?.result }
  }

  func handle(_ call: RPCCall) -> RPCReply? {
    state.withLock { state in
      state.handled += 1
      state.methods.append(call.method)
    }
    switch call.method {
    case "hold":
      release.wait()
      return .value([])
    case "poll":
      let result = call.params.bytes
      if let text = call.line?.text { state.withLock { $0.finished.append((text, result)) } }
      return .result(result)
    case "echo", "alarm": return .value(call.params)
    case "size": return .value(.string(String(repeating: "x", count: Int(call.params["bytes"]?.integer ?? 0))))
    case "peer":
      let peer = call.peer
      return .value([
        "uid": .integer(Int64(peer.uid)), "gid": .integer(Int64(peer.gid)), "pid": .integer(Int64(peer.pid)),
        "groups": .array(peer.groups.map { .integer(Int64($0)) }),
      ])
    case "later", "large", "wait":
      if call.method == "wait" { call.connection.onClose { self.state.withLock { $0.endedWaits += 1 } } }
      state.withLock { $0.kept.append(call) }
      return nil
    default: return .failure(.methodNotFound(call.method))
    }
  }

  func kind(of method: String) -> RPCCallKind {
    switch method {
    case "alarm": .urgent
    case "wait": .waiting
    case "large": .usual(room: 1 << 20)
    default: .usual(room: 1024)
    }
  }

  func standing(of peer: RPCPeer) -> RPCStanding {
    if strangers.load(ordering: .relaxed) { return .stranger }
    if gateways.load(ordering: .relaxed) { return .gateway }
    return readers.load(ordering: .relaxed) ? .reader : .user
  }

  /// The oldest call that was kept, which is then the test's.
  func take() throws -> RPCCall {
    try state.withLock { state in
      if state.kept.isEmpty { throw NothingKept() }
      return state.kept.removeFirst()
    }
  }

  struct NothingKept: Error {}
}

/// Runs what blocks on a thread of its own: those of tasks are few, and the server may need one meanwhile.
func onThread(_ work: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "peers").async { continuation.resume(with: Result(catching: work)) }
  }
}

/// A folder of its own that is gone with the test.
final class ScratchFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/rpc-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError() }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for name in ["socket", "other", "file"] { unlink(path + "/" + name) }
    rmdir(path)
  }
}

/// A real server on a socket in a scratch folder.
struct TestServer {
  let folder: ScratchFolder
  let path: String
  let handler = TestHandler()
  let server: RPCServer

  static func run<Result>(
    _ change: (inout RPCServerConfiguration) -> Void = { _ in }, _ body: (TestServer) async throws -> Result
  ) async throws -> Result {
    let server = try await TestServer(change)
    do {
      let result = try await body(server)
      await server.server.shutdown(within: .seconds(5))
      return result
    } catch {
      await server.server.shutdown(within: .zero)
      throw error
    }
  }

  private init(_ change: (inout RPCServerConfiguration) -> Void) async throws {
    folder = try ScratchFolder()
    path = folder.path + "/socket"
    var configuration = RPCServerConfiguration(endpoint: .path(path))
    change(&configuration)
    server = try await RPCServer.start(configuration, handler: handler)
  }

  func client(timeout: Int = 10_000) throws -> RPCClient { try RPCClient(path: path, timeout: timeout) }

  /// Comes back when something has happened; fails if it has not within 30 s.
  func until(_ hasHappened: () -> Bool) throws {
    let end = ContinuousClock.now + .seconds(30)
    while !hasHappened() {
      try #require(ContinuousClock.now < end)
      sched_yield()
    }
  }

  /// Comes back when the event loop has turned to everything that was sent before.
  func settle() throws {
    let other = try client()
    for _ in 0..<3 { _ = try other.call("echo") }
  }
}

extension RPCClient {
  func send(_ line: String) throws { try send(Array(line.utf8) + [0x0A]) }

  func line() throws -> String { String(decoding: try receiveLine(), as: UTF8.self) }

  /// The error code of the next line, whose id must be this.
  func errorCode(id: JSONValue = .null) throws -> Int64? {
    let answer = try JSONScanner.parse(try receiveLine())
    return answer["id"] == id ? answer["error"]?["code"]?.integer : nil
  }
}
