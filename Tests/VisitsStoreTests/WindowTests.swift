import Testing
import VisitsModel

@testable import VisitsStore

@Suite("Who is concerned by the visits of a window")
struct WindowTests {
  private let window = VisitFilter(from: .noon, to: .noon.adding(minutes: 120))

  private func office() async throws -> TestStore {
    let test = try await TestStore().addPeople()
    try await test.put(
      .test(1), .test(2, from: 60, worker: nil, client: .john), .test(3, from: 120, worker: .james),
      .test(4, from: -60, worker: .james, client: .john))
    return test
  }

  @Test("workers and clients in the order of their ids, page by page")
  func people() async throws {
    let test = try await office()
    func clients(_ filter: VisitFilter, limit: Int = 10, after: ClientID? = nil) throws -> [String] {
      try test.store.readNow { try $0.clients(visitedIn: filter, limit: limit, after: after).map(\.id.rawValue) }
    }
    func workers(_ filter: VisitFilter, limit: Int = 10, after: WorkerID? = nil) throws -> [String] {
      try test.store.readNow { try $0.workers(visitingIn: filter, limit: limit, after: after).map(\.id.rawValue) }
    }
    #expect(try clients(window) == ["john-smith", "margaret-chen"])
    #expect(try clients(window, limit: 1) == ["john-smith"])
    #expect(try clients(window, after: .john) == ["margaret-chen"])
    #expect(try clients(VisitFilter(from: .noon, worker: .sarah)) == ["margaret-chen"])
    #expect(try workers(window) == ["sarah"])
    #expect(try workers(VisitFilter()) == ["james", "sarah"])
    #expect(try workers(VisitFilter(), limit: 1, after: .james) == ["sarah"])
    #expect(try workers(VisitFilter(client: .john)) == ["james"])
  }

  @Test("their zones, and when the first and the last visit begins")
  func bounds() async throws {
    let test = try await office()
    let edmonton = try #require(Zone("America/Edmonton"))
    try await test.change { transaction in
      guard var john = try transaction.client(.john) else { throw StoreFault.unreadable("client") }
      john.zone = edmonton
      return .client(try transaction.put(john))
    }
    let zones = try test.store.readNow { try $0.zones(of: window) }
    #expect(Set(zones) == [nil, edmonton])
    func starts(_ filter: VisitFilter) throws -> [Int64]? {
      let starts = try test.store.readNow { try $0.starts(of: filter) }
      return starts.map { [$0.lowerBound, $0.upperBound].map { Instant.noon.milliseconds(to: $0) / 60_000 } }
    }
    #expect(try starts(VisitFilter()) == [-60, 120])
    #expect(try starts(VisitFilter(worker: .james)) == [-60, 120])
    #expect(try starts(VisitFilter(client: .john)) == [-60, 60])
    #expect(try starts(window) == [0, 60])
    #expect(try starts(VisitFilter(from: .noon.adding(minutes: 121))) == nil)
  }

  @Test("takes one step on the index of each person's visits")
  func plan() throws {
    let test = try TestStore()
    for (kind, index) in [(Refusal.Thing.worker, "visitsByWorker (worker"), (.client, "visitsByClient (client")] {
      let sql = Window(window, of: kind).people("id")
      let plan = try test.store.readNow { try $0.db.all("EXPLAIN QUERY PLAN " + sql) { $0.text(3) } }
      #expect(plan.contains("SEARCH visits USING INDEX \(index)=? AND startsAt>? AND startsAt<?)"), "\(plan)")
      #expect(!plan.contains { $0.hasPrefix("SCAN visits") || $0.contains("TEMP B-TREE") }, "\(plan)")
    }
  }

  @Test("the history of a visit, oldest first, with who, when and why")
  func history() async throws {
    let test = try await office()
    test.clock.set(.noon.adding(minutes: 5))
    try await test.change("m", "visit.cancel") { transaction in
      var visit = try transaction.visit(.number(1), expectedVersion: nil)
      visit.life = .cancelled(reason: "In hospital", checkIn: nil)
      transaction.reason = "In hospital"
      return .visits([try transaction.put(visit)])
    }
    #expect(
      try test.store.readNow { try $0.changes(of: .number(1)) } == [
        VisitStep(version: 1, at: .noon, by: "root", from: .socket, method: "visit.change"),
        VisitStep(
          version: 2, at: .noon.adding(minutes: 5), by: "root", from: .socket, method: "visit.cancel",
          reason: "In hospital"),
      ])
    #expect(try test.store.readNow { try $0.changes(of: .number(99)) } == [])
  }
}
