import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("A time that looks like a slip is taken with a warning")
struct SlipWarningTests {
  private let tooEarly: JSONValue = [
    [
      "kind": "farFromPlan",
      "words": "The check-in at 8:00 AM is more than an hour from the planned start at 10:00 AM.",
    ]
  ]

  /// A visit from 10:00 to 11:00 AM, two hours from now.
  private func visit(_ office: Office, request: String = "v1") async throws -> String {
    try await office.visit("2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", request: request)
  }

  private func words(_ answer: JSONValue) -> [String] {
    (answer["warnings"]?.array ?? []).compactMap { $0["words"]?.string }
  }

  @Test("a start two hours before the plan, with the same answer when it is repeated, and in the caller's language")
  func start() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await visit(office)
      let params: JSONValue = ["visit": .string(visit), "requestId": "s1"]
      let started = try await client.call("visit.start", params)
      #expect(started["visit"]?["status"] == "inProgress")
      #expect(started["warnings"] == tooEarly)
      daemon.time.set("2026-11-20T17:00:00Z")
      #expect(try await client.call("visit.start", params) == started)
      let german = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s1", "locale": "de"])
      #expect(
        words(german).first?.hasSuffix(" liegt mehr als eine Stunde neben dem geplanten Beginn um 10:00.") == true)
    }
  }

  @Test("an hour is no slip, before the plan and after it")
  func anHour() async throws {
    try await TestDaemon.run(at: "2026-11-20T19:00:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await visit(office)
      let started = try await client.call(
        "visit.start", ["visit": .string(visit), "at": "2026-11-20T16:00:00Z", "requestId": "s1"])
      #expect(started["warnings"] == nil)
      let completed = try await client.call("visit.complete", ["visit": .string(visit), "requestId": "c1"])
      #expect(completed["warnings"] == nil)
      let later = try await client.call(
        "visit.correct",
        ["visit": .string(visit), "checkIn": "2026-11-20T18:00:01Z", "reason": "forgotten", "requestId": "k1"])
      #expect(words(later) == ["The check-in at 11:00 AM is more than an hour from the planned start at 10:00 AM."])
    }
  }

  @Test("a completion hours before the plan, without a check-in")
  func complete() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await visit(office)
      let completed = try await client.call("visit.complete", ["visit": .string(visit), "requestId": "c1"])
      #expect(completed["visit"]?["status"] == "completed")
      #expect(
        words(completed) == ["The check-out at 8:00 AM is more than an hour from the planned end at 11:00 AM."])
    }
  }

  @Test("a correction: of each time that it tells, and of no other")
  func correct() async throws {
    try await TestDaemon.run(at: "2026-11-20T18:30:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await visit(office)
      _ = try await client.call("visit.complete", ["visit": .string(visit), "requestId": "c1"])
      func correct(_ times: JSONValue, _ request: String) async throws -> [String] {
        guard case .object(var params) = times else { return [] }
        params["visit"] = .string(visit)
        params["reason"] = "forgotten"
        params["requestId"] = .string(request)
        return words(try await client.call("visit.correct", .object(params)))
      }
      let early = "The check-in at 6:30 AM is more than an hour from the planned start at 10:00 AM."
      #expect(try await correct(["checkIn": "2026-11-20T13:30:00Z"], "k1") == [early])
      #expect(
        try await correct(["checkOut": "2026-11-20T15:00:00Z"], "k2")
          == ["The check-out at 8:00 AM is more than an hour from the planned end at 11:00 AM."])
      #expect(
        try await correct(["checkIn": "2026-11-20T13:30:00Z", "checkOut": "2026-11-20T18:00:00Z"], "k3")
          == [early])
      #expect(try await correct(["checkOut": "2026-11-20T18:10:00Z"], "k4") == [])
    }
  }

  @Test("a visit that is planned in 2019, and none of yesterday")
  func add() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      _ = try await Office.open(client)
      func add(_ start: String, _ request: String) async throws -> JSONValue {
        try await client.call(
          "visit.add",
          ["client": "margaret-chen", "start": .string(start), "minutes": 60, "requestId": .string(request)])
      }
      let old = try await add("2019-01-04T15:00:00Z", "a1")
      #expect(
        old["warnings"] == [["kind": "inThePast", "words": "The visit is planned in the past: Jan 4, 2019 8:00 AM."]])
      #expect(old["visits"]?.array?.count == 1)
      #expect(try await add("2026-11-19T15:00:00Z", "a2")["warnings"] == nil)
      #expect(try await add("2026-11-19T14:59:59Z", "a3")["warnings"]?.array?.count == 1)
    }
  }

  @Test("a dry run says the same and does nothing, and its request id stays free")
  func dryRun() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await visit(office)
      let planned: JSONValue = ["visit": .string(visit)]
      let tried = try await client.call(
        "visit.start", ["visit": .string(visit), "dryRun": true, "requestId": "s1"])
      #expect(tried["warnings"] == tooEarly)
      #expect(tried["visit"]?["status"] == "inProgress")
      #expect(try await client.call("visit.show", planned)["visit"]?["status"] == "scheduled")
      let added = try await client.call(
        "visit.add",
        ["client": "margaret-chen", "start": "2019-01-04T15:00:00Z", "minutes": 60, "dryRun": true, "requestId": "a1"])
      #expect(added["warnings"]?.array?.count == 1)
      let unknown = try #require(added["visits"]?.array?.first?["id"])
      #expect(try await office.refusal("visit.show", ["visit": unknown]).kind == "notFound")
      let series = try await client.call(
        "visit.add",
        [
          "client": "margaret-chen", "start": "2026-11-21T15:00:00Z", "minutes": 60, "repeat": "daily", "dryRun": true,
          "requestId": "a2",
        ])
      #expect(series["visits"]?.array?.isEmpty == false)
      #expect(try await client.call("series.list", [:])["series"] == [])
      #expect(try await client.call("audit.list", planned)["entries"]?.array?.count == 1)
      let started = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s1"])
      #expect(started["visit"]?["version"] == 2)
      let refused = try await office.refusal(
        "visit.start", ["visit": .string(visit), "dryRun": true, "requestId": "s2"])
      #expect(refused.kind == "invalidTransition")
    }
  }

  @Test("a device is warned of its own times, and not of those of the worker who has the visit now")
  func device() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      _ = try await client.call("worker.put", ["id": "tom", "name": "Tom Reed", "requestId": "w-tom"])
      let sarah = try await office.device("sarah", at: daemon)
      let own = try await visit(office)
      let started = try await sarah.call("visit.start", ["visit": .string(own), "requestId": "s1"])
      #expect(started["warnings"] == tooEarly)
      let given = try await office.visit("2026-11-20T20:00:00Z", "2026-11-20T21:00:00Z", request: "v2")
      _ = try await client.call("visit.change", ["visit": .string(given), "worker": "tom", "requestId": "g"])
      _ = try await client.call("visit.start", ["visit": .string(given), "requestId": "s2"])
      let beside = try await sarah.call("visit.start", ["visit": .string(given), "requestId": "s3"])
      #expect(beside["warnings"] == nil)
    }
  }
}
