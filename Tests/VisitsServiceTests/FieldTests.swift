import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@testable import VisitsService

@Suite("What a caregiver's device did in the field is never refused")
struct FieldTests {
  private struct Scene {
    let daemon: TestDaemon
    let client: CheckedClient
    let office: Office
    let sarah: Peer
    let visit: JSONValue

    func office(_ method: String, _ more: [String: JSONValue?] = [:]) async throws -> JSONValue {
      var params = JSONObject()
      for (name, value) in more { params[name] = value }
      params["visit"] = visit
      params["requestId"] = .string("o-\(method)")
      return try await client.call(method, .object(params))
    }

    func field(
      _ method: String, _ request: String, by device: Peer? = nil, _ more: [String: JSONValue?] = [:]
    ) async throws -> JSONValue {
      var params = JSONObject()
      for (name, value) in more { params[name] = value }
      params["visit"] = visit
      params["requestId"] = .string(request)
      return try await (device ?? sarah).call(method, .object(params))
    }

    /// How many entries the audit has of the visit.
    func entries() async throws -> Int? {
      try await client.call("audit.list", ["visit": visit])["entries"]?.array?.count
    }
  }

  /// Sarah's visit of 8 to 9, on the morning of which it is 8:30.
  private func scene(_ body: @Sendable (Scene) async throws -> Void) async throws {
    try await TestDaemon.run(at: "2026-11-20T15:30:00Z") { daemon, client in
      let office = try await Office.open(client)
      _ = try await client.call("worker.put", ["id": "james", "name": "James Okafor", "requestId": "w-james"])
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      try await body(
        Scene(
          daemon: daemon, client: client, office: office, sarah: try await office.device("sarah", at: daemon),
          visit: .string(visit)))
    }
  }

  @Test("a start and a completion are recorded as the device's")
  func plain() async throws {
    try await scene { scene in
      let started = try await scene.field("visit.start", "s1", ["at": "2026-11-20T15:03:00Z"])
      #expect(started["visit"]?["status"] == "inProgress")
      #expect(started["visit"]?["checkIn"]?["method"] == "device")
      #expect(started["announcement"] == "Margaret Chen, In progress.")
      let completed = try await scene.field("visit.complete", "c1", ["note": "Ate well"])
      #expect(completed["visit"]?["status"] == "completed")
      #expect(completed["toast"] == "Visit completed")
      #expect(completed["announcement"] == "Margaret Chen, Completed.")
      let audit = try await scene.client.call("audit.list", ["visit": scene.visit])
      #expect(audit["entries"]?.array?.last?["by"] == "sarah")
      #expect(audit["entries"]?.array?.last?["from"] == "gateway")
    }
  }

  @Test("a visit that the office has cancelled or missed meanwhile is completed", arguments: ["cancel", "miss"])
  func overruled(_ move: String) async throws {
    try await scene { scene in
      _ = try await scene.office("visit.\(move)", ["reason": "snow", "by": move == "miss" ? "worker" : nil])
      let completed = try await scene.field("visit.complete", "c1", ["at": "2026-11-20T15:20:00Z"])
      #expect(completed["visit"]?["status"] == "completed")
      #expect(completed["visit"]?["checkOut"]?["at"] == "2026-11-20T15:20:00Z")
      #expect(completed["visit"]?["reason"] == .null)
      let last = try await scene.client.call("audit.list", ["visit": scene.visit])["entries"]?.array?.last
      #expect(last?["before"]?["reason"] == "snow")
    }
  }

  @Test("a start of a cancelled visit sets it under way again, and one that is heard after the end fills the gap")
  func starts() async throws {
    try await scene { scene in
      _ = try await scene.office("visit.cancel", ["reason": "snow"])
      #expect(try await scene.field("visit.start", "s1")["visit"]?["status"] == "inProgress")
      let other = try await scene.office.visit("2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", request: "v2")
      scene.daemon.time.set("2026-11-20T18:00:00Z")
      let params: JSONValue = ["visit": .string(other), "requestId": "c2"]
      _ = try await scene.sarah.call("visit.complete", params)
      let late = try await scene.sarah.call(
        "visit.start", ["visit": .string(other), "at": "2026-11-20T17:01:00Z", "requestId": "s2"])
      #expect(late["visit"]?["status"] == "completed")
      #expect(late["visit"]?["checkIn"]?["at"] == "2026-11-20T17:01:00Z")
    }
  }

  @Test("a visit that was given to somebody else stays with them, and keeps what the first one did beside")
  func reassigned() async throws {
    try await scene { scene in
      _ = try await scene.office("visit.change", ["worker": "james"])
      let started = try await scene.field("visit.start", "s1", ["at": "2026-11-20T15:01:00Z"])
      #expect(started["card"]?["alert"] == nil, "that James is late is not Sarah's concern")
      let completed = try await scene.field("visit.complete", "c1", ["at": "2026-11-20T15:29:00Z", "note": "Ate well"])
      #expect(completed["visit"]?["worker"] == .null)
      let visit = try await scene.client.call("visit.show", ["visit": scene.visit])["visit"]
      #expect(completed["visit"]?["attendances"] == visit?["attendances"])
      #expect(visit?["worker"] == "james")
      #expect(visit?["status"] == "scheduled")
      #expect(visit?["checkOut"] == .null)
      let attendance = visit?["attendances"]?.array?.first
      #expect(attendance?["worker"] == "sarah")
      #expect(attendance?["checkIn"]?["at"] == "2026-11-20T15:01:00Z")
      #expect(attendance?["checkOut"]?["at"] == "2026-11-20T15:29:00Z")
      #expect(visit?["note"] == "Ate well")
      // And whoever has it now does what they do.
      let james = try await scene.office.device("james", at: scene.daemon, request: "d2")
      let done = try await scene.field("visit.complete", "c2", by: james)
      #expect(done["visit"]?["status"] == "completed")
      #expect(done["visit"]?["attendances"]?.array?.count == 1)
      #expect(try await scene.client.call("visit.show", ["visit": scene.visit])["visit"] == done["visit"])
    }
  }

  @Test("what a former worker's device reports again and again leaves room for the completion of the present worker")
  func crowded() async throws {
    try await scene { scene in
      _ = try await scene.office("visit.change", ["worker": "james"])
      for number in 0..<18 {
        let minutes = 40 * number
        let at = "2026-11-20T\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 + 10):00Z"
        _ = try await scene.field("visit.start", "s\(number)", ["at": .string(at)])
      }
      _ = try await scene.office("visit.complete", ["at": "2026-11-20T15:10:00Z"])
      let james = try await scene.office.device("james", at: scene.daemon, request: "d2")
      scene.daemon.time.set("2026-11-20T17:00:00Z")
      let done = try await scene.field("visit.complete", "c2", by: james, ["at": "2026-11-20T16:10:00Z"])
      let attendances = done["visit"]?["attendances"]?.array ?? []
      #expect(attendances.count == 17, "16 of Sarah's at most")
      #expect(attendances.last?["worker"] == "james")
      #expect(attendances.last?["checkOut"]?["at"] == "2026-11-20T16:10:00Z")
      let hers = attendances.dropLast().last
      #expect(hers?["checkIn"]?["at"] == "2026-11-20T11:30:00Z", "the last report, not the sixteenth")
    }
  }

  @Test("a visit that was taken from its worker and given to nobody is the worker's again")
  func unassigned() async throws {
    try await scene { scene in
      _ = try await scene.office("visit.change", ["worker": .null])
      let completed = try await scene.field("visit.complete", "c1")
      #expect(completed["visit"]?["worker"] == "sarah")
      #expect(completed["visit"]?["status"] == "completed")
    }
  }

  @Test("what the office had recorded stays, and the device's own stands beside it")
  func recorded() async throws {
    try await scene { scene in
      let office = try await scene.office("visit.complete", ["at": "2026-11-20T15:10:00Z"])
      let field = try await scene.field("visit.complete", "c1", ["at": "2026-11-20T15:25:00Z"])
      #expect(field["visit"]?["checkOut"] == office["visit"]?["checkOut"])
      #expect(field["visit"]?["attendances"]?.array?.first?["checkOut"]?["at"] == "2026-11-20T15:25:00Z")
    }
  }

  @Test("and raises an alert, once for each visit, where the office had decided otherwise, and only there")
  func alert() async throws {
    try await scene { scene in
      let other = try await scene.office.visit("2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", request: "v2")
      _ = try await scene.sarah.call("visit.start", ["visit": .string(other), "requestId": "s2"])
      _ = try await scene.office("visit.cancel", ["reason": "snow"])
      _ = try await scene.field("visit.start", "s1", ["at": "2026-11-20T15:01:00Z"])
      _ = try await scene.office("visit.complete", ["at": "2026-11-20T15:10:00Z"])
      _ = try await scene.field("visit.complete", "c1", ["at": "2026-11-20T15:25:00Z"])
      let alerts = try await scene.client.call("alert.list", ["open": true])["alerts"]?.array ?? []
      let conflicts = alerts.filter { $0["kind"] == "conflict" }
      #expect(conflicts.map { $0["visit"] } == [scene.visit])
      #expect(conflicts.first?["worker"] == "sarah")
      #expect(conflicts.first?["since"] == "2026-11-20T15:30:00Z")
      #expect(conflicts.first?["display"]?["text"] == "Reported differently from the field at 8:30 AM")
      let board = try await scene.client.call("today", ["all": true])["alerts"]?.array ?? []
      #expect(board.filter { $0["kind"] == "conflict" }.map { $0["visit"] } == [scene.visit])
    }
  }

  @Test("what is reported again changes nothing and is answered with the card, under a new request id too")
  func again() async throws {
    try await scene { scene in
      for (method, request) in [("visit.start", "s"), ("visit.complete", "c")] {
        let told: [String: JSONValue?] = [
          "at": "2026-11-20T15:29:00Z", "note": method == "visit.complete" ? "Ate well" : nil,
        ]
        let first = try await scene.field(method, request, told)
        let entries = try await scene.entries()
        scene.daemon.time.set(method == "visit.start" ? "2026-11-20T15:40:00Z" : "2026-11-20T15:50:00Z")
        for number in 1...2 {
          let again = try await scene.field(method, "\(request)\(number)", told)
          #expect(again["visit"] == first["visit"])
          #expect(again["card"] == first["card"])
        }
        #expect(try await scene.entries() == entries)
      }
    }
  }

  @Test("a completion of a visit that the office has moved to tomorrow raises an alert, and tomorrow's is kept too")
  func moved() async throws {
    try await scene { scene in
      _ = try await scene.office(
        "visit.change", ["start": "2026-11-21T15:00:00Z", "end": "2026-11-21T16:00:00Z", "allowOverlap": true])
      let today = try await scene.field("visit.complete", "c1", ["at": "2026-11-20T15:25:00Z"])
      #expect(today["visit"]?["checkOut"]?["at"] == "2026-11-20T15:25:00Z")
      let alerts = try await scene.client.call("alert.list", ["open": true])["alerts"]?.array ?? []
      #expect(alerts.filter { $0["kind"] == "conflict" }.map { $0["visit"] } == [scene.visit])
      scene.daemon.time.set("2026-11-21T16:00:00Z")
      let tomorrow = try await scene.field("visit.complete", "c2")
      #expect(tomorrow["visit"]?["checkOut"]?["at"] == "2026-11-20T15:25:00Z")
      #expect(tomorrow["visit"]?["attendances"]?.array?.map { $0["checkOut"]?["at"] } == ["2026-11-21T16:00:00Z"])
    }
  }

  @Test("a tap on next week's card raises an alert at once")
  func wrongCard() async throws {
    try await scene { scene in
      let next = try await scene.office.visit("2026-11-27T15:00:00Z", "2026-11-27T16:00:00Z", request: "v2")
      _ = try await scene.sarah.call("visit.complete", ["visit": .string(next), "requestId": "c1"])
      let alerts = try await scene.client.call("alert.list", ["open": true])["alerts"]?.array ?? []
      #expect(alerts.filter { $0["kind"] == "conflict" }.map { $0["visit"] } == [.string(next)])
    }
  }

  @Test("each completion of another time is kept beside the first, sixteen at most")
  func otherTimes() async throws {
    try await scene { scene in
      _ = try await scene.field("visit.complete", "c0", ["at": "2026-11-20T10:00:00Z"])
      for number in 1...20 {
        let at = number % 2 == 0 ? "2026-11-20T15:29:00Z" : "2026-11-20T15:0\(number % 10):00Z"
        _ = try await scene.field("visit.complete", "c\(number)", ["at": .string(at)])
      }
      let once = try await scene.client.call("visit.show", ["visit": scene.visit])["visit"]
      #expect(
        once?["attendances"]?.array?.map { $0["checkOut"]?["at"] } == [
          "2026-11-20T15:01:00Z", "2026-11-20T15:29:00Z", "2026-11-20T15:03:00Z", "2026-11-20T15:05:00Z",
          "2026-11-20T15:07:00Z", "2026-11-20T15:09:00Z",
        ])
      for hour in 10...29 {
        let at = "2026-11-\(hour < 24 ? 19 : 20)T\(hour < 24 ? "" : "0")\(hour % 24):00:00Z"
        _ = try await scene.field("visit.complete", "h\(hour)", ["at": .string(at)])
      }
      let full = try await scene.client.call("visit.show", ["visit": scene.visit])["visit"]
      #expect(full?["checkOut"]?["at"] == "2026-11-20T10:00:00Z")
      #expect(full?["attendances"]?.array?.count == 16)
    }
  }

  @Test("a note that comes with a completion that is reported again is kept, once")
  func noteAgain() async throws {
    try await scene { scene in
      _ = try await scene.field("visit.complete", "c1", ["note": "Ate well"])
      for request in ["c2", "c3"] {
        let again = try await scene.field("visit.complete", request, ["note": "Took her pills"])
        #expect(again["visit"]?["note"] == "Ate well\nTook her pills")
      }
      let part = try await scene.field("visit.complete", "c4", ["note": "Ate"])
      #expect(part["visit"]?["note"] == "Ate well\nTook her pills\nAte")
      let entries = try await scene.entries()
      #expect(entries == 4)
    }
  }

  @Test("notes that are reported again and again are cut at 8,000 characters, and refused to the office")
  func noteWithoutEnd() async throws {
    try await scene { scene in
      for number in 1...12 {
        let note = "\(number) " + String(repeating: "x", count: 1000)
        let answer = try await scene.field("visit.complete", "c\(number)", ["note": .string(note)])
        let kept = try #require(answer["visit"]?["note"]?.string)
        #expect(kept.count <= 8000 && kept.hasPrefix("1 xxx"))
        #expect(kept.hasSuffix(number > 7 ? "x…" : "x"))
      }
      // Seven whole notes and a cut one: what comes after changes nothing, and is no entry of the audit.
      #expect(try await scene.entries() == 9)
    }
    let long: String? = String(repeating: "x", count: 8000)
    #expect(long.longer(by: "One more", cutsTooLong: false) == nil)
    #expect(long.longer(by: "One more", cutsTooLong: true) == long)
  }

  @Test("a version that the device saw is no reason to refuse, and neither is a clock that is wrong")
  func versions() async throws {
    try await scene { scene in
      _ = try await scene.office("visit.change", ["note": "Ring twice"])
      let started = try await scene.field(
        "visit.start", "s1", ["expectedVersion": 1, "at": "2026-11-20T19:00:00Z"])
      #expect(started["visit"]?["checkIn"]?["clockSuspect"] == true)
      let done = try await scene.field("visit.complete", "c1", ["expectedVersion": 1])
      #expect(done["visit"]?["checkOut"]?["clockSuspect"] == true)
    }
  }

  @Test("a request id is the worker's, whichever of their devices sends it")
  func requests() async throws {
    try await scene { scene in
      let first = try await scene.field("visit.start", "s1")
      let other = try await scene.office.device("sarah", at: scene.daemon, request: "second")
      #expect(try await scene.field("visit.start", "s1", by: other) == first)
      let james = try await scene.office.device("james", at: scene.daemon, request: "third")
      let params: JSONValue = ["worker": "james", "requestId": "s1"]
      #expect(try await james.call("emergency.raise", params)["emergency"]?["worker"] == "james")
      let reused = await other.reply("emergency.raise", ["worker": "sarah", "requestId": "s1"])
      #expect(reused.error?.code == 1424)
    }
  }

  @Test("a check-in that is told after the end, and lies behind it, is marked as one by a wrong clock")
  func outOfOrder() async throws {
    try await scene { scene in
      _ = try await scene.field("visit.complete", "c1", ["at": "2026-11-20T15:10:00Z"])
      let told = try await scene.field("visit.start", "s1", ["at": "2026-11-20T15:25:00Z"])["visit"]
      #expect(told?["status"] == "completed")
      #expect(told?["checkIn"]?["at"] == "2026-11-20T15:25:00Z")
      #expect(told?["checkIn"]?["clockSuspect"] == true)
      #expect(told?["checkOut"]?["clockSuspect"] == nil)
    }
  }
}
