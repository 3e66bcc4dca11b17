import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("A change takes effect once")
struct OnceTests {
  @Test("a completion that is sent again is the same completion")
  func repeated() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:30:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let params: JSONValue = ["visit": .string(visit), "requestId": "c1"]
      let first = try await client.call("visit.complete", params)
      daemon.time.set("2026-11-20T15:45:00Z")
      let second = try await client.call("visit.complete", params)
      #expect(second["visit"]?["checkOut"] == first["visit"]?["checkOut"])
      #expect(second["visit"]?["version"] == 2)
      let audit = try await client.call("audit.list", ["visit": .string(visit)])
      #expect(audit["entries"]?.array?.map { $0["method"] } == ["visit.add", "visit.complete"])
    }
  }

  @Test("a repeat is answered word for word as the first, whoever was renamed and however late it is since")
  func sameAnswer() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:10:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let added: JSONValue = [
        "client": "margaret-chen", "worker": "sarah", "start": "2026-11-20T16:00:00Z", "minutes": 60,
        "requestId": "v2",
      ]
      let changes: [(method: String, params: JSONValue)] = [
        ("visit.add", added),
        ("visit.change", ["visit": .string(visit), "note": "Bring the scales.", "requestId": "n1"]),
        ("visit.change", ["visit": .string(visit), "note": "Bring the scales.", "requestId": "n2"]),
        ("visit.cancel", ["visit": .string(visit), "reason": "in hospital", "requestId": "x1"]),
        ("visit.reopen", ["visit": .string(visit), "reason": "is home again", "requestId": "r1"]),
        ("client.put", ["id": "margaret-chen", "birthDate": "1941-11-21", "requestId": "p1"]),
      ]
      var first: [JSONValue] = []
      for change in changes { first.append(try await client.call(change.method, change.params)) }
      #expect(first[4]["card"]?["alert"] == nil)
      _ = try await client.call("client.put", ["id": "margaret-chen", "name": "Meg Chen", "requestId": "p2"])
      _ = try await client.call(
        "worker.put", ["id": "sarah", "name": "Sarah Jones", "timeZone": "Asia/Tokyo", "requestId": "w2"])
      daemon.time.set("2026-11-22T15:00:00Z")
      for (change, answer) in zip(changes, first) {
        #expect(try await client.call(change.method, change.params) == answer, "\(change.method)")
      }
      let now = try await client.call("visit.show", ["visit": .string(visit)])
      #expect(now["visit"]?["display"]?["title"] == "Meg Chen")
    }
  }

  @Test("and so is a repeat of what names an alert, an emergency, a device, a session or a task that another waits for")
  func sameNames() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:10:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let device = try await office.device("sarah", at: daemon)
      _ = try await client.call("visit.cancel", ["visit": .string(visit), "reason": "ill", "requestId": "x1"])
      _ = try await device.call("visit.start", ["visit": .string(visit), "requestId": "s1"])
      let alerts = try await client.call("alert.list", [:])["alerts"]?.array ?? []
      let alert = try #require(alerts.first { $0["kind"] == "conflict" }?["id"])
      let margaret: JSONValue = "margaret-chen"
      let goal =
        try await client.call(
          "goal.put", ["client": margaret, "title": "Brush teeth", "requestId": "g1"])["goal"]?["id"] ?? .null
      let task =
        try await client.call(
          "task.put", ["client": margaret, "title": "Breakfast", "requestId": "t1"])["task"]?["id"] ?? .null
      let changes: [(method: String, params: JSONValue)] = [
        ("alert.acknowledge", ["alert": alert, "requestId": "a1"]),
        ("emergency.raise", ["worker": "sarah", "visit": .string(visit), "requestId": "e1"]),
        ("device.invite", ["worker": "sarah", "requestId": "d1"]),
        ("session.start", ["worker": "sarah", "client": margaret, "goal": goal, "requestId": "p1"]),
        ("task.put", ["client": margaret, "title": "Dishes", "condition": ["whenDone": task], "requestId": "t2"]),
      ]
      var first: [JSONValue] = []
      for change in changes { first.append(try await client.call(change.method, change.params)) }
      _ = try await client.call("client.put", ["id": margaret, "name": "Meg Chen", "requestId": "c2"])
      _ = try await client.call("worker.put", ["id": "sarah", "name": "Sarah Jones", "requestId": "w2"])
      _ = try await client.call("visit.change", ["visit": .string(visit), "address": "2 Elm St", "requestId": "v2"])
      _ = try await client.call(
        "goal.put", ["client": margaret, "goal": goal, "title": "Floss", "requestId": "g2"])
      _ = try await client.call(
        "task.put", ["client": margaret, "task": task, "title": "Lunch", "requestId": "t3"])
      for (change, answer) in zip(changes, first) {
        #expect(try await client.call(change.method, change.params) == answer, "\(change.method)")
      }
    }
  }

  @Test("a device that sends a change again says what its clock shows by then, and it is the same change")
  func sentAgain() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:30:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let device = try await office.device("sarah", at: daemon)
      func start(sentAt: JSONValue) async throws -> JSONValue {
        try await device.call(
          "visit.start",
          ["visit": .string(visit), "at": "2026-11-20T15:01:00Z", "sentAt": sentAt, "requestId": "s1"])
      }
      let first = try await start(sentAt: "2026-11-20T15:30:00Z")
      daemon.time.set("2026-11-20T15:40:00Z")
      #expect(try await start(sentAt: "2026-11-20T15:40:00Z") == first)
    }
  }

  @Test(
    "an instant that is spelled differently in a repeat is the same instant",
    arguments: ["2026-11-20T15:01:00.000Z", "2026-11-20T08:01:00-07:00", "2026-11-20t15:01:00z"])
  func spelling(again: String) async throws {
    try await TestDaemon.run(at: "2026-11-20T15:30:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let first = try await client.call(
        "visit.start", ["visit": .string(visit), "at": "2026-11-20T15:01:00Z", "requestId": "s1"])
      let params: JSONValue = ["visit": .string(visit), "at": .string(again), "requestId": "s1"]
      #expect(try await client.raw("visit.start", params) == first)
      let other = try await office.refusal(
        "visit.start", ["visit": .string(visit), "at": "2026-11-20T15:01:00.001Z", "requestId": "s1"])
      #expect(other.code == 1424)
    }
  }

  @Test("a request id that was used for something else is refused")
  func reused() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let error = try await office.refusal("visit.start", ["visit": .string(visit), "requestId": "v1"])
      #expect(error.code == 1424)
    }
  }

  @Test("a refused change leaves its request id free")
  func refusedKeepsNothing() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      _ = try await office.refusal(
        "visit.reopen", ["visit": .string(visit), "reason": "too early", "requestId": "r1"])
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "r1"])
    }
  }

  @Test("changes of one connection take effect in the order sent, without waiting for answers")
  func inOrder() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let steps = ["start", "complete", "reopen", "cancel", "reopen", "start"]
      let batch = steps.enumerated().map { index, step in
        let reason = step == "reopen" || step == "cancel" ? #","reason":"r""# : ""
        return #"{"jsonrpc":"2.0","id":\#(index),"method":"visit.\#(step)","#
          + #""params":{"visit":"\#(visit)","requestId":"q\#(index)"\#(reason)}}"#
      }
      let answer = try await client.line(Array("[\(batch.joined(separator: ","))]".utf8))
      #expect(!answer.contains("error"))
      let shown = try await client.call("visit.show", ["visit": .string(visit)])
      #expect(shown["visit"]?["status"] == "inProgress")
      #expect(shown["visit"]?["version"] == 7)
    }
  }

  @Test("the language of the answer may differ in a repeat, a worker's own language may not")
  func languages() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s1", "locale": "en"])
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s1", "locale": "de"])
      _ = try await client.call("worker.put", ["id": "sarah", "locale": "pl", "requestId": "w1"])
      let error = try await office.refusal("worker.put", ["id": "sarah", "locale": "tr", "requestId": "w1"])
      #expect(error.code == 1424)
    }
  }

  @Test("a device whose clock is thousands of years off harms nobody")
  func absurdClock() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let started = try await client.call(
        "visit.start",
        ["visit": .string(visit), "at": "0001-01-01T00:00:00Z", "sentAt": "9999-12-31T23:59:59Z", "requestId": "s1"])
      #expect(started["visit"]?["checkIn"]?["clockSuspect"] == true)
      #expect(started["visit"]?["status"] == "inProgress")
    }
  }
}
