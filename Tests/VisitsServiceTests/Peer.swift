import JSON
import JSONRPC
import Synchronization
import Testing
import VisitsAPI
import VisitsModel
import VisitsService

/// A caller of any role: one process comes through the socket as one user only.
struct Peer: Sendable {
  let service: VisitsService
  let session: Session
  let listener = Ears()
  /// A device's, when it is one that calls.
  private let token: String?

  /// A caller who has just connected.
  init(service: VisitsService, role: Role?) {
    self.service = service
    let name = role?.rawValue ?? "nobody"
    session = Session(role: role, caller: Caller(by: name, origin: .socket, scope: "uid:\(name)"))
    token = nil
  }

  /// A device that calls through the gateway.
  init(service: VisitsService, token: String) {
    self.service = service
    session = Session(role: .gateway, caller: Caller(by: "gateway", origin: .socket, scope: "uid:gateway"))
    self.token = token
  }

  /// What the caller hears behind an answer.
  final class Ears: Listener {
    private let heard = Mutex<[UInt8]>([])
    private let isTold: AsyncStream<Void>.Continuation
    private let told: AsyncStream<Void>

    init() { (told, isTold) = AsyncStream.makeStream(of: Void.self) }

    func whenGone(_ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void { {} }

    let lackOfRoom: RPCError? = nil

    /// Takes what is told first, and then goes.
    func tell(_ lines: [UInt8]) async -> Bool {
      heard.withLock { $0 += lines }
      isTold.finish()
      return false
    }

    let following = Following()

    /// What was told, once something was.
    func lines() async -> String {
      for await _ in told {}
      return heard.withLock { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The answer to a call.
  func reply(_ method: String, _ params: JSONValue) async -> RPCReply { await send(method, params).reply }

  /// Calls, and does not wait.
  func send(_ method: String, _ params: JSONValue) -> Sent {
    var params = params
    if let token, case .object(var object) = params {
      object["auth"] = .string(token)
      params = .object(object)
    }
    let (answers, continuation) = AsyncStream.makeStream(of: RPCReply.self)
    @Sendable func answer(_ reply: RPCReply) {
      continuation.yield(reply)
      continuation.finish()
    }
    if let atOnce = service.handle(method, params, session, from: listener, answer: answer) { answer(atOnce) }
    return Sent(answers: answers)
  }

  /// A call that is under way.
  struct Sent: Sendable {
    let answers: AsyncStream<RPCReply>

    /// What it is answered with.
    var reply: RPCReply {
      get async {
        for await answer in answers { return answer }
        return .failure(RPCError(code: 0, kind: "none", message: "never answered"))
      }
    }
  }
}

extension RPCReply {
  /// The error, if it is one.
  var error: RPCError? {
    guard case .failure(let error) = self else { return nil }
    return error
  }

  /// The result, if it is one.
  var result: JSONValue? {
    guard case .result(let bytes) = self else { return nil }
    return try? JSONScanner.parse(bytes)
  }

  /// All of it, as it goes over the wire.
  var text: String {
    switch self {
    case .result(let bytes): String(decoding: bytes, as: UTF8.self)
    case .failure(let error): String(decoding: error.bytes, as: UTF8.self)
    }
  }
}
