import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("What the office cannot have meant")
struct OfficeRulesTests {
  @Test("a person of whom a version is expected is there: a new one has none")
  func unknownPerson() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      for method in ["worker.put", "client.put"] {
        let refusal = try await office.refusal(
          method, ["id": "lena", "name": "Lena Fox", "expectedVersion": 1, "requestId": "p1"])
        #expect(refusal.code == 1404)
      }
    }
  }

  @Test("an open visit is neither started nor completed: it must be somebody's first")
  func open() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit(
        "2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", worker: nil, request: "v1")
      let start = try await office.refusal("visit.start", ["visit": .string(visit), "requestId": "s1"])
      #expect(start.code == 1422)
      #expect(start.data["from"] == "scheduled")
      #expect(start.data["to"] == "inProgress")
      #expect(
        start.message == """
          This visit is unassigned (Margaret Chen, 8:00 AM - 9:00 AM): it cannot be started. Assign it to a \
          worker first.
          """)
      let complete = try await office.refusal("visit.complete", ["visit": .string(visit), "requestId": "c1"])
      #expect(complete.code == 1422)
      #expect(complete.data["to"] == "completed")
      _ = try await client.call("visit.change", ["visit": .string(visit), "worker": "sarah", "requestId": "a1"])
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s2"])
      _ = try await client.call("visit.change", ["visit": .string(visit), "worker": .null, "requestId": "a2"])
      let orphan = try await office.refusal("visit.complete", ["visit": .string(visit), "requestId": "c2"])
      #expect(orphan.data["from"] == "inProgress")
    }
  }

  @Test("no worker can have missed an open visit; client and agency can")
  func missed() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:00:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit(
        "2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", worker: nil, request: "v1")
      let error = try await office.refusal(
        "visit.miss", ["visit": .string(visit), "by": "worker", "reason": "nobody came", "requestId": "m1"])
      #expect(error.data["field"] == "by")
      #expect(
        error.message == """
          This visit is unassigned, so no worker can have missed it. Name the client or the agency as the cause, or \
          assign the visit first.
          """)
      let missed = try await client.call(
        "visit.miss", ["visit": .string(visit), "by": "agency", "reason": "nobody was free", "requestId": "m2"])
      #expect(missed["visit"]?["missedBy"] == "agency")
      let reopened = try await office.refusal(
        "visit.reopen", ["visit": .string(visit), "reason": "a slip", "to": "inProgress", "requestId": "r1"])
      #expect(reopened.message.hasSuffix("Reopen it as scheduled, then assign it to a worker."))
    }
  }

  @Test("a visit is given to nobody who does not work here any more, and who has it keeps it")
  func inactive() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let hers = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let open = try await office.visit(
        "2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", worker: nil, request: "v2")
      _ = try await client.call("worker.put", ["id": "sarah", "active": false, "requestId": "w1"])
      let error = try await office.refusal(
        "visit.change", ["visit": .string(open), "worker": "sarah", "requestId": "a1"])
      #expect(error.data["field"] == "worker")
      #expect(
        error.message == """
          Sarah Miller does not work here any more. Choose another worker, or make Sarah Miller active again first.
          """)
      let added = try await office.refusal(
        "visit.add",
        [
          "client": "margaret-chen", "worker": "sarah", "start": "2026-11-20T19:00:00Z", "minutes": 60,
          "requestId": "v3",
        ])
      #expect(added.data["field"] == "worker")
      let kept = try await client.call(
        "visit.change", ["visit": .string(hers), "worker": "sarah", "note": "The last one.", "requestId": "a2"])
      #expect(kept["visit"]?["worker"] == "sarah")
    }
  }

  @Test(
    "a visit that is planned for much later is not started now, unless the caller says when",
    arguments: [
      "visit.start", "visit.complete",
    ])
  func muchLater(method: String) async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      let office = try await Office.open(client)
      let tomorrow = try await office.visit("2026-11-21T15:00:00Z", "2026-11-21T16:00:00Z", request: "v1")
      let error = try await office.refusal(method, ["visit": .string(tomorrow), "requestId": "s1"])
      #expect(error.data["field"] == "at")
      #expect(
        error.message == """
          This visit is planned for 8:00 AM on November 21, 2026, more than 12 hours from now. Choose the right visit, \
          or say with "at" when it took place.
          """)
      _ = try await client.call(
        method, ["visit": .string(tomorrow), "at": "2026-11-20T15:00:00Z", "requestId": "s2"])
      let tonight = try await office.visit("2026-11-21T03:00:00Z", "2026-11-21T04:00:00Z", request: "v2")
      _ = try await client.call(method, ["visit": .string(tonight), "requestId": "s3"])
    }
  }

  @Test(
    "a check that lies days from the plan is a slip of the date, and is refused with what to do",
    arguments: [
      (
        "visit.start", "at", "2020-01-01T15:00:00Z",
        "8:00 AM on January 1, 2020 lies more than 24 hours before this visit's planned start, 8:00 AM. "
      ),
      (
        "visit.complete", "at", "2026-11-19T14:59:59Z",
        "7:59 AM on November 19, 2026 lies more than 24 hours before this visit's planned start, 8:00 AM. "
      ),
      (
        "visit.start", "at", "2026-11-27T16:00:01Z",
        "9:00 AM on November 27, 2026 lies more than 7 days after this visit's planned end, 9:00 AM. "
      ),
    ])
  func farFromPlan(method: String, field: String, at: String, told: String) async throws {
    try await TestDaemon.run(at: "2026-11-20T16:00:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let error = try await office.refusal(
        method, ["visit": .string(visit), "at": .string(at), "requestId": "s1"])
      #expect(error.code == -32602)
      #expect(error.data["field"] == .string(field))
      #expect(error.message == told + "Check the date; if the visit was moved, change its time first.")
    }
  }

  @Test("a correction, and a check-out of a visit under way, keep near the plan too")
  func correctedFarFromPlan() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s1"])
      daemon.time.set("2026-11-28T16:00:00Z")
      let late = try await office.refusal("visit.complete", ["visit": .string(visit), "requestId": "c1"])
      #expect(late.data["field"] == "at")
      _ = try await client.call(
        "visit.complete", ["visit": .string(visit), "at": "2026-11-27T16:00:00Z", "requestId": "c2"])
      let slip = try await office.refusal(
        "visit.correct",
        ["visit": .string(visit), "checkIn": "2025-11-20T15:00:00Z", "reason": "forgotten", "requestId": "k1"])
      #expect(slip.data["field"] == "checkIn")
      let other = try await office.refusal(
        "visit.correct",
        ["visit": .string(visit), "checkOut": "2026-11-27T16:01:00Z", "reason": "forgotten", "requestId": "k2"])
      #expect(other.data["field"] == "checkOut")
      #expect(try await client.call("visit.show", ["visit": .string(visit)])["visit"]?["version"] == 3)
    }
  }

  @Test("nobody can have missed a visit that is still to begin: it is cancelled instead")
  func notBegun() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:59:59Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let params: JSONValue = ["visit": .string(visit), "by": "client", "reason": "away", "requestId": "m1"]
      let error = try await office.refusal("visit.miss", params)
      #expect(error.code == -32602)
      #expect(
        error.message == """
          This visit is planned for 8:00 AM: it cannot be missed yet. If it will not take place, cancel it.
          """)
      daemon.time.set("2026-11-20T15:00:00Z")
      #expect(try await client.call("visit.miss", params)["visit"]?["status"] == "missed")
    }
  }
}
