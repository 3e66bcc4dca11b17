import Foundation
import GRDB
import Synchronization
import VisitsModel
import VisitsTestSupport

@testable import VisitsStore

/// A store in a folder of its own, with a clock that stands still until it is set and ids that repeat in every run.
final class TestStore: Sendable {
  let folder: TestFolder
  let clock = TestClock()
  let store: Store

  /// A new store, or the one in that folder. In an empty folder the store creates its database, migration by migration.
  init(
    in folder: TestFolder? = nil, migrations: [Migration] = Migration.all, seed: UInt64 = 1, hasUpstream: Bool = false,
    report: (OpeningStep) -> Void = { _ in }, elapsed: @escaping @Sendable () -> Duration = { .zero }
  ) throws {
    let clock = clock
    if let folder {
      self.folder = folder
    } else {
      self.folder = try TestFolder()
      try DatabaseTemplate.copy(to: self.folder.database, now: clock.now)
    }
    let numbers = Mutex(seed << 32)
    let random: @Sendable () -> (UInt64, UInt64) = {
      let number = numbers.withLock { number in
        number += 1
        return number
      }
      return (number &* 0x9E37_79B9_7F4A_7C15, number &* 0xBF58_476D_1CE4_E5B9)
    }
    store = try Store.open(
      Store.Options(
        path: self.folder.database, readers: 2, now: { clock.now },
        identities: IdentitySource(now: { clock.now }, random: random), elapsed: elapsed,
        hasUpstream: hasUpstream),
      migrations: migrations, report)
  }

  /// Makes a change as `root` on the socket.
  @discardableResult
  func change(
    _ requestId: String = UUID().uuidString, _ method: String = "visit.change", parameters: String = "{}",
    scope: String = "uid:0", _ body: @escaping @Sendable (ChangeTransaction) throws -> ChangeOutcome
  ) async throws -> ChangeOutcome {
    try await store.change(
      request(requestId, method, parameters: parameters, scope: scope), body)
  }

  func request(
    _ requestId: String, _ method: String = "visit.change", parameters: String = "{}", scope: String = "uid:0"
  ) -> ChangeRequest {
    ChangeRequest(
      caller: Caller(by: "root", origin: .socket, scope: scope), method: method, requestId: requestId,
      fingerprint: Array(parameters.utf8), receivedAt: clock.now)
  }

  /// Statements on the writer, past everything.
  func sql(_ statements: String) throws {
    try store.pool.writeWithoutTransaction { try $0.execute(sql: statements) }
  }

  /// The first value that a statement answers.
  func answer(_ statement: String) throws -> String? {
    try store.pool.writeWithoutTransaction { try String.fetchOne($0, sql: statement) }
  }

  /// Keeps visits, as they are, and says how they were kept.
  @discardableResult
  func put(_ visits: Visit...) async throws -> [Visit] {
    let outcome = try await change { transaction in .visits(try visits.map { try transaction.put($0) }) }
    guard case .visits(let kept) = outcome else { return [] }
    return kept
  }

  /// Keeps Sarah and Margaret Chen, whom every visit of these tests is about unless it says otherwise.
  @discardableResult
  func addPeople() async throws -> TestStore {
    try await change { transaction in
      _ = try transaction.put(Worker(id: .sarah, key: transaction.newPersonKey(), name: "Sarah Miller"))
      _ = try transaction.put(Worker(id: .james, key: transaction.newPersonKey(), name: "James Okafor"))
      _ = try transaction.put(
        Client(id: .margaret, key: transaction.newPersonKey(), name: "Margaret Chen", address: "123 Oak St, Edmonton"))
      _ = try transaction.put(
        Client(id: .john, key: transaction.newPersonKey(), name: "John Smith", address: "456 Maple Ave, Edmonton"))
      return .imported(ImportSummary())
    }
    return self
  }
}

/// A wall clock that stands at 2026-11-20T15:00:00Z until it is set.
final class TestClock: Sendable {
  private let instant = Mutex(Instant.noon)

  var now: Instant { instant.withLock { $0 } }

  func set(_ now: Instant) { instant.withLock { $0 = now } }
}

/// A folder that goes with the last reference.
final class TestFolder: Sendable {
  let path: String
  var database: String { path + "/visits.db" }

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/visits-store-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension Instant {
  /// 2026-11-20T15:00:00Z, 8:00 in Edmonton.
  static let noon = Instant(milliseconds: 1_795_186_800_000)
}

extension WorkerID {
  static let sarah = id("sarah")
  static let james = id("james")

  static func id(_ text: String) -> WorkerID {
    guard let id = WorkerID(rawValue: text) else { preconditionFailure("no slug: \(text)") }
    return id
  }
}

extension ClientID {
  static let margaret = id("margaret-chen")
  static let john = id("john-smith")

  static func id(_ text: String) -> ClientID {
    guard let id = ClientID(rawValue: text) else { preconditionFailure("no slug: \(text)") }
    return id
  }
}

extension VisitID {
  /// `018f3b2e-7c1a-7b3d-9f00-` and twelve digits.
  static func number(_ number: Int) -> VisitID {
    VisitID(rawValue: "018f3b2e-7c1a-7b3d-9f00-" + String(format: "%012x", number))
  }
}

extension Visit {
  /// Sarah at Margaret Chen's, an hour from so many minutes after 15:00 UTC.
  static func test(
    _ number: Int, from minutes: Int64 = 0, lasting length: Int64 = 60, worker: WorkerID? = .sarah,
    client: ClientID = .margaret, life: Life = .scheduled
  ) -> Visit {
    let start = Instant.noon.adding(minutes: minutes)
    return Visit(
      id: .number(number), worker: worker, client: client, start: start, end: start.adding(minutes: length), life: life)
  }
}

extension Check {
  /// As plain as a check can be.
  static func test(_ at: Instant = .noon) -> Check { Check(at: at, receivedAt: at, method: .office) }
}
