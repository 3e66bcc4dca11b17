import Foundation
import Testing
import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import VisitsService

/// A service over a store of its own, at a time that the test sets: the sweep looks when the test says so.
final class SweepOffice: Sendable {
  let time: ManualTime
  let store: Store
  let service: VisitsService
  /// Taken away with it; `nil`: the test keeps it.
  private let ownFolder: String?
  let database: String

  /// Sarah and James work here; Margaret Chen is visited.
  static func open(
    at now: String, in folder: String? = nil, clock: any Clock<Duration> = ContinuousClock(),
    commands: HeldCommands? = nil, report: @escaping @Sendable (VisitsService.Notice) -> Void = { _ in }
  ) async throws -> SweepOffice {
    let office = try SweepOffice(at: now, in: folder, clock: clock, commands: commands, report: report)
    try await office.change { transaction in
      for id in [WorkerID.sarah, .james] where try transaction.worker(id) == nil {
        _ = try transaction.put(Worker(id: id, key: transaction.newPersonKey(), name: id.rawValue))
      }
      if try transaction.client(.margaret) == nil {
        _ = try transaction.put(Client(id: .margaret, key: transaction.newPersonKey(), name: "Margaret Chen"))
      }
    }
    return office
  }

  private init(
    at now: String, in folder: String?, clock: any Clock<Duration>, commands: HeldCommands?,
    report: @escaping @Sendable (VisitsService.Notice) -> Void
  ) throws {
    let time = ManualTime(now)
    self.time = time
    let path = try folder ?? TestDaemon.makeFolder()
    ownFolder = folder == nil ? path : nil
    database = path + "/visits.sqlite"
    let random = { @Sendable in (UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max)) }
    let identities = IdentitySource(now: { time.now }, random: random)
    if folder == nil { try DatabaseTemplate.copy(to: database, now: time.now) }
    store = try Store.open(
      Store.Options(path: database, now: { time.now }, identities: identities, elapsed: { .zero }))
    service = VisitsService(
      store: store,
      settings: ServiceSettings(
        agencyZone: try #require(Zone("America/Edmonton")), version: "test",
        alertCommand: commands.map { AlertCommand(command: Command(program: "/bin/tell"), runner: $0) }),
      now: { time.now }, identities: identities, random: random, clock: clock, report: report)
    try service.load()
  }

  deinit {
    if let ownFolder { try? FileManager.default.removeItem(atPath: ownFolder) }
  }

  func change(_ body: @escaping @Sendable (ChangeTransaction) throws -> Void) async throws {
    let request = ChangeRequest(
      caller: Caller(by: "anna", origin: .socket, scope: "uid:1"), method: "test", requestId: service.newReference(),
      fingerprint: [], receivedAt: time.now)
    _ = try await store.change(request) { transaction in
      try body(transaction)
      return .visits([])
    }
  }

  /// An hour of Sarah's at Margaret Chen's.
  func plan(_ number: Int, _ start: String) async throws {
    let start = Instant.at(start)
    try await change { transaction in
      _ = try transaction.put(
        Visit(
          id: .number(number), worker: .sarah, client: .margaret, start: start, end: start.adding(minutes: 60)))
    }
  }

  func change(_ number: Int, _ edit: @escaping @Sendable (inout Visit) -> Void) async throws {
    try await change { transaction in
      var visit = try transaction.visit(.number(number), expectedVersion: nil)
      edit(&visit)
      _ = try transaction.put(visit)
    }
  }

  func makeTimeCritical() async throws {
    try await change { transaction in
      guard var client = try transaction.client(.margaret) else { return }
      client.isTimeCritical = true
      _ = try transaction.put(client)
    }
  }

  func raise(_ kind: Alert.Kind, of number: Int) async throws {
    try await change { transaction in
      guard let visit = try transaction.watched(.number(number), open: []) else { return }
      _ = try transaction.raise(kind, of: visit, since: visit.start)
    }
  }

  func acknowledge(_ number: Int) async throws {
    let now = time.now
    try await change { transaction in
      for var alert in try transaction.openAlerts(of: .number(number)) {
        try alert.acknowledge(Alert.Acknowledgement(at: now, by: "anna", note: nil))
        _ = try transaction.put(alert)
      }
    }
  }

  /// Sets the clock and lets the sweep look: every alert since, in the order in which they were raised.
  func look(at now: String) async throws -> [String] { try await look(at: Instant.at(now)) }

  func look(at now: Instant) async throws -> [String] {
    time.set(Timestamp(milliseconds: now.milliseconds).text)
    #expect(await service.alerts.look())
    return try alerts()
  }

  /// "late 1 open": what is wrong, with which visit, and where it stands.
  func alerts() throws -> [String] {
    let alerts = try store.readNow { try $0.alerts(limit: .max) }
    // Raised at one moment, they are told apart by their kinds.
    return alerts.sorted {
      ($0.raisedAt, $0.visit.rawValue, $0.kind.rawValue) < ($1.raisedAt, $1.visit.rawValue, $1.kind.rawValue)
    }
    .map { "\($0.kind) \(Int($0.visit.rawValue.suffix(12)) ?? 0) \($0.state)" }
  }

  private var entries: [AuditEntry] {
    get throws { try store.readNow { try $0.audit(limit: 1000) }.entries.filter { $0.event.topic == .alert } }
  }

  /// What wrote the alerts' entries of the audit.
  func methods() throws -> [String] { try entries.map(\.event.method) }

  func origins() throws -> Set<Caller.Origin> { Set(try entries.map(\.from)) }
}

extension WorkerID {
  static let sarah = slug("sarah")
  static let james = slug("james")

  private static func slug(_ text: String) -> WorkerID {
    guard let id = WorkerID(rawValue: text) else { preconditionFailure("no slug: \(text)") }
    return id
  }
}

extension ClientID {
  static let margaret = slug("margaret-chen")

  private static func slug(_ text: String) -> ClientID {
    guard let id = ClientID(rawValue: text) else { preconditionFailure("no slug: \(text)") }
    return id
  }
}

extension VisitID {
  static func number(_ number: Int) -> VisitID {
    VisitID(
      rawValue: "018f3b2e-7c1a-7b3d-9f00-" + String(repeating: "0", count: 12 - String(number).count) + String(number))
  }
}

extension Check {
  static func at(_ text: String) -> Check { Check(at: .at(text), receivedAt: .at(text), method: .office) }
}
