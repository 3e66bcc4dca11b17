import JSON
import JSONRPC
import Testing
import VisitsDaemon
import VisitsService
import VisitsTestSupport

@Suite("Absences in plans")
struct AbsencePlanningTests: SickCall {
  @Test("refuse a visit that is planned for the worker in that time, unless that is allowed")
  func planning() async throws {
    try await agency { _, client, office, visits in
      _ = try await sick(client, ["until": "2026-11-20"])
      let plan: [String: JSONValue] = [
        "client": "margaret-chen", "worker": "sarah", "start": "2026-11-19T17:00:00Z", "minutes": 60,
      ]
      func add(_ more: [String: JSONValue]) -> JSONValue {
        var params = JSONObject()
        for (name, value) in plan.merging(more, uniquingKeysWith: { $1 }) { params[name] = value }
        return .object(params)
      }
      let refusal = try await office.refusal("visit.add", add(["requestId": "a1"]))
      #expect((refusal.code, refusal.kind) == (1426, "absent"))
      #expect(
        refusal.message == """
          Sarah Miller is away then: sick, Nov 18 - Nov 20. Choose another time or another worker, or schedule it \
          anyway.
          """)
      #expect(refusal.data["absence"]?["reason"] == "sick")
      let added = try await client.call("visit.add", add(["requestId": "a2", "allowAbsence": true]))
      #expect(added["visits"]?.array?.map { $0["worker"] } == ["sarah"])
      // Given back to her, and moved into that time.
      let given: JSONValue = ["visit": .string(visits[0]), "worker": "sarah", "requestId": "c1"]
      #expect(try await office.refusal("visit.change", given).code == 1426)
      let moved: JSONValue = ["visit": .string(visits[2]), "start": "2026-11-19T20:00:00Z", "requestId": "c2"]
      #expect(try await office.refusal("visit.change", moved).code == 1426)
      let allowed: JSONValue = [
        "visit": .string(visits[2]), "start": "2026-11-19T20:00:00Z", "allowAbsence": true, "requestId": "c3",
      ]
      #expect(try await client.call("visit.change", allowed)["visit"]?["start"] == "2026-11-19T20:00:00Z")
      // What does not move is not planned.
      let note: JSONValue = ["visit": .string(visits[2]), "note": "key", "requestId": "c4"]
      #expect(try await client.call("visit.change", note)["visit"]?["note"] == "key")
    }
  }

  @Test("leave the new visits of a series in that time open, and refuse to give a series' visits to the worker")
  func series() async throws {
    try await agency { daemon, client, office, _ in
      _ = try await sick(client, ["from": "2026-11-23", "until": "2026-11-25"])
      func add(_ worker: JSONValue, _ request: JSONValue, _ more: [String: JSONValue] = [:]) async throws -> JSONValue {
        var params = JSONObject()
        params["client"] = "margaret-chen"
        params["worker"] = worker
        params["localStart"] = "2026-11-22T20:00"
        params["minutes"] = 30
        params["repeat"] = "FREQ=DAILY;COUNT=5"
        params["requestId"] = request
        for (name, value) in more { params[name] = value }
        return try await client.call("visit.add", .object(params))
      }
      let hers = try await add("sarah", "s1")
      #expect(hers["visits"]?.array?.map { $0["worker"] } == ["sarah", .null, .null, .null, "sarah"])
      let allowed = try await add("sarah", "s2", ["allowAbsence": true, "allowOverlap": true])
      #expect(allowed["visits"]?.array?.map { $0["worker"] } == ["sarah", "sarah", "sarah", "sarah", "sarah"])
      let other = try #require(try await add("james", "s3")["series"]?["id"])
      let change: JSONValue = ["series": other, "worker": "sarah", "allowOverlap": true, "requestId": "c1"]
      #expect(try await office.refusal("series.change", change).code == 1426)
    }
  }

  @Test("keep a cancelled visit, and the skipped days of a series, from being planned again for the worker")
  func plannedAgain() async throws {
    try await agency { _, client, office, visits in
      let added = try await client.call(
        "visit.add",
        [
          "client": "margaret-chen", "worker": "sarah", "localStart": "2026-11-22T20:00", "minutes": 30,
          "repeat": "daily", "requestId": "s",
        ])
      let series = try #require(added["series"]?["id"])
      let near: JSONValue = ["2026-11-23"]
      let far: JSONValue = ["2027-06-14"]
      _ = try await client.call("series.skip", ["series": series, "dates": near, "requestId": "k1"])
      _ = try await client.call("series.skip", ["series": series, "dates": far, "requestId": "k2"])
      _ = try await client.call(
        "visit.cancel", ["visit": .string(visits[1]), "reason": "Hospital", "requestId": "x"])
      _ = try await sick(client, ["from": "2026-11-18", "until": "2026-11-25"])
      _ = try await sick(client, ["from": "2027-06-14", "requestId": "later"])
      let reopen: JSONValue = ["visit": .string(visits[1]), "reason": "Back home", "requestId": "o"]
      #expect(try await office.refusal("visit.reopen", reopen).code == 1426)
      let allowed: JSONValue = [
        "visit": .string(visits[1]), "reason": "Back home", "allowAbsence": true, "requestId": "o2",
      ]
      #expect(try await client.call("visit.reopen", allowed)["visit"]?["worker"] == "sarah")
      let unskip: JSONValue = ["series": series, "dates": near, "requestId": "u"]
      #expect(try await office.refusal("series.unskip", unskip).code == 1426)
      let planned = try await client.call(
        "series.unskip", ["series": series, "dates": near, "allowAbsence": true, "requestId": "u2"])
      #expect(planned["visits"]?.array?.map { $0["worker"] } == ["sarah"])
      let beyond = try await client.call("series.unskip", ["series": series, "dates": far, "requestId": "u3"])
      #expect(beyond["visits"]?.array?.map { $0["worker"] } == [.null])
    }
  }

  @Test("refuse the row of a table that plans a visit for the worker in that time, unless that is allowed")
  func imported() async throws {
    try await agency { _, client, _, _ in
      _ = try await sick(client, ["until": "2026-11-20"])
      let csv = "client,worker,start,end\nmargaret-chen,sarah,2026-11-19 10:00,2026-11-19 11:00\n"
      func imported(_ more: [String: JSONValue], _ request: JSONValue) async throws -> JSONValue {
        var params = JSONObject()
        params["format"] = "csv"
        params["content"] = .string(csv)
        params["requestId"] = request
        for (name, value) in more { params[name] = value }
        return try await client.call("import", .object(params))
      }
      let refused = try await imported(["dryRun": true, "allowOverlap": true], "i1")
      #expect(refused["added"] == 0)
      #expect(
        refused["refused"]?.array?.map { $0["reason"] } == [
          """
          Sarah Miller is away then: sick, Nov 18 - Nov 20. Choose another time or another worker, or schedule it \
          anyway.
          """
        ])
      #expect(try await imported(["allowAbsence": true], "i2")["added"] == 1)
    }
  }

  @Test("leave the visits open that the days bring on")
  func rolling() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z", settings: { $0.visits.horizonWeeks = 1 }) { daemon, client in
      _ = try await Office.open(client)
      _ = try await client.call(
        "visit.add",
        [
          "client": "margaret-chen", "worker": "sarah", "localStart": "2026-11-20T08:00", "minutes": 60,
          "repeat": "weekly", "requestId": "s",
        ])
      _ = try await sick(client, ["from": "2026-12-04", "requestId": "a"])
      daemon.time.set("2026-12-04T12:00:00Z")
      _ = try await daemon.service.makeDueVisits()
      let visits = try await client.call("visit.list", ["from": "2026-11-20"])["visits"]?.array ?? []
      #expect(visits.map { $0["worker"] } == ["sarah", "sarah", .null, "sarah"])
    }
  }
}
