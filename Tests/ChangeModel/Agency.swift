import Dispatch
import Foundation
import Glibc
import JSON
import JSONRPC
import Synchronization
import VisitsAPI
import VisitsModel
import VisitsService
import VisitsStore

/// A service over a store of its own, at a time that its user sets. Nothing happens in it by the clock.
final class Agency: Sendable {
  /// What the clock shows and what went wrong inside: what the service's closures share with this.
  private final class State: Sendable {
    let now = Mutex(Agency.start)
    let count: Mutex<UInt64>
    let faults = Mutex<[String]>([])

    init(firstID: UInt64) { count = Mutex(firstID) }
  }

  /// When every agency begins: a Friday, 9:30 in the morning where it is.
  static let start = Instant(milliseconds: 1_795_192_200_000)
  private static let patience = DispatchTimeInterval.seconds(60)

  let store: Store
  let service: VisitsService
  private let folder: String
  private let state: State
  private let isOver = DispatchSemaphore(value: 0)

  /// The database in an agency's folder.
  static func database(in folder: String) -> String { folder + "/visits.db" }

  /// A new folder, in memory where the machine has a file system for that.
  static func makeFolder() throws -> String {
    let memory = "/dev/shm"
    let parent = access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
    var template = Array("\(parent)/visits-changes-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Opens the agency of a folder.
  ///
  /// - Parameter firstID: Where the numbers begin of which ids are made: agencies that share a history must not share them.
  init(in folder: String, firstID: UInt64) throws {
    let state = State(firstID: firstID)
    let now = { @Sendable in state.now.withLock { $0 } }
    let identities = IdentitySource(now: now) {
      let next = state.count.withLock { count in
        count += 1
        return count
      }
      return (next &* 0x9E37_79B9_7F4A_7C15, next &* 0xBF58_476D_1CE4_E5B9)
    }
    guard let zone = Zone("America/Edmonton") else { throw CocoaError(.fileReadUnknown) }
    store = try Store.open(
      Store.Options(
        path: Self.database(in: folder), readers: 2, now: now, identities: identities, elapsed: { .zero }))
    service = VisitsService(
      store: store,
      settings: ServiceSettings(
        agencyZone: zone, horizonWeeks: 2, longestImport: .seconds(3600), version: "test"), now: now,
      identities: identities,
      // The same key for all: a token that one has given holds in those that go on with its database.
      random: { (1, 2) }, clock: StandingClock(),
      report: { notice in
        if case .internalFault(_, let error) = notice { state.faults.withLock { $0.append(error) } }
      })
    self.folder = folder
    self.state = state
    try service.load()
    // On a thread of its own: its caller waits, and so may callers on every thread that tasks have.
    Task.detached(executorPreference: OwnThread()) { [service, isOver] in
      await service.run()
      isOver.signal()
    }
  }

  /// What the clock shows.
  var now: Instant {
    get { state.now.withLock { $0 } }
    set { state.now.withLock { $0 = newValue } }
  }

  /// What went wrong inside since this was asked last.
  func takeFaults() -> [String] {
    state.faults.withLock { faults in
      defer { faults = [] }
      return faults
    }
  }

  /// Closes it. Its folder stays.
  func close() throws {
    service.stop()
    try demand(isOver.wait(timeout: .now() + Self.patience) == .success, "a service that is stopped comes to its end")
    let isClosed = DispatchSemaphore(value: 0)
    Task.detached(executorPreference: OwnThread()) { [store] in
      await store.close()
      isClosed.signal()
    }
    try demand(isClosed.wait(timeout: .now() + Self.patience) == .success, "a store closes")
  }
}

extension Agency {
  /// The answers to a call that is sent so many times at once.
  func answers(_ method: String, _ params: JSONObject, by peer: Peer, times: Int = 1) throws -> [RPCReply] {
    var params = params
    if let token = peer.token { params["auth"] = .string(token) }
    let session = Session(role: peer.role, caller: peer.caller)
    let inbox = Inbox()
    for place in 0..<times {
      let atOnce = service.handle(method, .object(params), session, from: Ears()) { inbox.take($0, at: place) }
      if let atOnce { inbox.take(atOnce, at: place) }
    }
    return try (0..<times).map { place in
      guard let reply = inbox.wait(for: place, Self.patience) else {
        throw BrokenPromise(description: "\(method) is answered")
      }
      return reply
    }
  }

  /// The result of a call that must not be refused.
  func result(_ method: String, _ params: JSONValue, by peer: Peer = .admin) throws -> JSONValue {
    switch try answers(method, params.object ?? JSONObject(), by: peer)[0] {
    case .result(let bytes): return try JSONScanner.parse(bytes)
    case .failure(let error): throw BrokenPromise(description: "\(method) is taken: \(error)")
    }
  }

  /// Answers as they come in.
  private final class Inbox: Sendable {
    private let replies = Mutex<[Int: RPCReply]>([:])
    private let hasMore = DispatchSemaphore(value: 0)

    func take(_ reply: RPCReply, at place: Int) {
      replies.withLock { $0[place] = reply }
      hasMore.signal()
    }

    func wait(for place: Int, _ patience: DispatchTimeInterval) -> RPCReply? {
      let deadline = DispatchTime.now() + patience
      while true {
        if let reply = replies.withLock({ $0[place] }) { return reply }
        guard hasMore.wait(timeout: deadline) == .success else { return nil }
      }
    }
  }

  /// A caller that hears nothing but answers.
  private struct Ears: Listener {
    let following = Following()
    let lackOfRoom: RPCError? = nil

    func whenGone(_ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void { {} }

    func tell(_ lines: [UInt8]) async -> Bool { false }
  }
}

/// Runs a task on a thread of its own.
private final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "agency")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
