import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("The life of a visit, through the socket")
struct LifeTests {
  @Test("a visit is started and completed, and Today says so")
  func completes() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      daemon.time.set("2026-11-20T15:02:00Z")
      let started = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s1"])
      #expect(started["visit"]?["status"] == "inProgress")
      #expect(started["visit"]?["checkIn"]?["at"] == "2026-11-20T15:02:00Z")
      #expect(started["card"]?["mark"] == "◐")
      daemon.time.set("2026-11-20T15:58:00Z")
      let completed = try await client.call(
        "visit.complete", ["visit": .string(visit), "note": "All well.", "requestId": "c1"])
      #expect(completed["toast"] == "Visit completed")
      #expect(completed["visit"]?["status"] == "completed")
      #expect(completed["visit"]?["checkOut"]?["at"] == "2026-11-20T15:58:00Z")
      #expect(completed["visit"]?["note"] == "All well.")
      #expect(completed["visit"]?["version"] == 3)
      let today = try await office.today()
      #expect(today["cards"]?.array?.first?["mark"] == "✓")
      #expect(today["progress"]?["label"] == "1/1")
    }
  }

  @Test("what happened now is told as now")
  func now() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      daemon.time.set("2026-11-20T15:02:07Z")
      let started = try await client.call(
        "visit.start", ["visit": .string(visit), "localAt": "now", "requestId": "s1"])
      #expect(started["visit"]?["checkIn"]?["at"] == "2026-11-20T15:02:07Z")
      let error = try await office.refusal(
        "visit.complete", ["visit": .string(visit), "localAt": "now 16:00", "requestId": "c1"])
      #expect(error.data["field"] == "localAt")
    }
  }

  @Test("a visit that stays where it is is in nobody's way")
  func stays() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { _, client in
      let office = try await Office.open(client)
      _ = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let visit = try await office.visit(
        "2026-11-20T15:30:00Z", "2026-11-20T16:30:00Z", request: "v2", allowOverlap: true)
      let same = try await client.call(
        "visit.change", ["visit": .string(visit), "worker": "sarah", "requestId": "same"])
      #expect(same["visit"]?["version"] == 1)
      let error = try await office.refusal(
        "visit.change", ["visit": .string(visit), "start": "2026-11-20T15:15:00Z", "requestId": "moved"])
      #expect(error.kind == "overlap")
    }
  }

  @Test("a list whose window ends before it begins is refused")
  func backwards() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { _, client in
      let office = try await Office.open(client)
      let error = try await office.refusal("visit.list", ["from": "2026-11-21", "localTo": "today"])
      #expect(error.kind == "invalidParams")
      #expect(error.data["field"] == "to")
    }
  }

  @Test("a completion without check-in is taken, and the record says so")
  func forgottenCheckIn() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:00:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let completed = try await client.call("visit.complete", ["visit": .string(visit), "requestId": "c1"])
      #expect(completed["visit"]?["checkIn"] == .null)
      let corrected = try await client.call(
        "visit.correct",
        ["visit": .string(visit), "checkIn": "2026-11-20T15:05:00Z", "reason": "forgotten", "requestId": "k1"])
      #expect(corrected["visit"]?["checkIn"]?["at"] == "2026-11-20T15:05:00Z")
      #expect(corrected["visit"]?["checkIn"]?["correction"] == "forgotten")
      let again = try await client.call(
        "visit.correct",
        ["visit": .string(visit), "checkOut": "2026-11-20T15:55:00Z", "reason": "device", "requestId": "k2"])
      #expect(again["visit"]?["checkOut"]?["firstAt"] == "2026-11-20T16:00:00Z")
    }
  }

  @Test(
    "a move that the life of a visit does not know is refused, naming both states",
    arguments: [
      ("visit.complete", ["visit.start", "visit.complete"], "completed", "completed"),
      ("visit.start", ["visit.start"], "inProgress", "inProgress"),
      ("visit.start", ["visit.cancel"], "cancelled", "inProgress"),
      ("visit.complete", ["visit.cancel"], "cancelled", "completed"),
      ("visit.complete", ["visit.miss"], "missed", "completed"),
      ("visit.miss", ["visit.start"], "inProgress", "missed"),
      ("visit.cancel", ["visit.miss"], "missed", "cancelled"),
      ("visit.cancel", ["visit.start", "visit.complete"], "completed", "cancelled"),
      ("visit.reopen", [], "scheduled", "scheduled"),
    ])
  func refusedMoves(move: String, before: [String], from: String, to: String) async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      for (index, step) in before.enumerated() {
        _ = try await client.call(step, Self.params(step, visit, "step-\(index)"))
      }
      let error = try await office.refusal(move, Self.params(move, visit, "last"))
      #expect(error.code == 1422)
      #expect(error.data["from"] == .string(from))
      #expect(error.data["to"] == .string(to))
    }
  }

  @Test(
    "what is over can be taken back, to scheduled or in progress",
    arguments: [
      (["visit.complete"], "scheduled"), (["visit.miss"], "scheduled"), (["visit.cancel"], "scheduled"),
      (["visit.start", "visit.complete"], "inProgress"), (["visit.miss"], "inProgress"),
    ])
  func reopens(before: [String], to: String) async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      for (index, step) in before.enumerated() {
        _ = try await client.call(step, Self.params(step, visit, "step-\(index)"))
      }
      let reopened = try await client.call(
        "visit.reopen",
        ["visit": .string(visit), "reason": "wrong visit", "to": .string(to), "requestId": "r1"])
      #expect(reopened["visit"]?["status"] == .string(to))
      let audit = try await client.call("audit.list", ["visit": .string(visit)])
      #expect(audit["entries"]?.array?.last?["reason"] == "wrong visit")
    }
  }

  @Test("a check-in that was a slip can be taken back: the visit is scheduled, and the audit keeps the check-in")
  func takesCheckInBack() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:05:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s1"])
      let error = try await office.refusal(
        "visit.reopen", ["visit": .string(visit), "reason": "a slip", "to": "inProgress", "requestId": "r0"])
      #expect(error.data["from"] == "inProgress")
      let reopened = try await client.call(
        "visit.reopen", ["visit": .string(visit), "reason": "the other client", "requestId": "r1"])
      #expect(reopened["visit"]?["status"] == "scheduled")
      #expect(reopened["visit"]?["checkIn"] == .null)
      let entry = try await client.call("audit.list", ["visit": .string(visit)])["entries"]?.array?.last
      #expect(entry?["reason"] == "the other client")
      #expect(entry?["before"]?["checkIn"]?["at"] == "2026-11-20T15:05:00Z")
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s2"])
    }
  }

  @Test("a change of a version that is no longer there is refused, with the visit as it is")
  func versionConflict() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s1", "expectedVersion": 1])
      let error = try await office.refusal(
        "visit.complete", ["visit": .string(visit), "requestId": "c1", "expectedVersion": 1])
      #expect(error.code == 1409)
      #expect(error.data["current"]?["status"] == "inProgress")
      #expect(error.data["current"]?["version"] == 2)
    }
  }

  @Test("a worker cannot be at two places at once, unless the caller says so")
  func overlap() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let first = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let error = try await office.refusal(
        "visit.add",
        [
          "client": "margaret-chen", "worker": "sarah", "start": "2026-11-20T15:30:00Z", "minutes": 60,
          "requestId": "v2",
        ])
      #expect(error.code == 1423)
      #expect(error.data["visits"]?.array?.first?["id"] == .string(first))
      _ = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "touching")
      _ = try await office.visit(
        "2026-11-20T15:30:00Z", "2026-11-20T16:30:00Z", request: "meant", allowOverlap: true)
    }
  }

  @Test("a phone whose clock is ahead is believed, and marked")
  func clockSuspect() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let started = try await client.call(
        "visit.start", ["visit": .string(visit), "at": "2026-11-20T17:00:00Z", "requestId": "s1"])
      #expect(started["visit"]?["checkIn"]?["at"] == "2026-11-20T17:00:00Z")
      #expect(started["visit"]?["checkIn"]?["clockSuspect"] == true)
      #expect(started["visit"]?["checkIn"]?["receivedAt"] == "2026-11-20T15:00:00Z")
    }
  }

  private static func params(_ method: String, _ visit: String, _ request: String) -> JSONValue {
    switch method {
    case "visit.cancel", "visit.reopen":
      ["visit": .string(visit), "reason": "because", "requestId": .string(request)]
    case "visit.miss":
      ["visit": .string(visit), "reason": "no answer", "by": "client", "requestId": .string(request)]
    default: ["visit": .string(visit), "requestId": .string(request)]
    }
  }
}
