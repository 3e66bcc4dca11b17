import JSON
import JSONRPC
import Testing
import VisitsDaemon
import VisitsService
import VisitsTestSupport

@Suite("An emergency")
struct EmergencyTests {
  private func raise(
    _ client: CheckedClient, _ request: String, note: String? = nil, _ more: JSONValue = [:]
  ) async throws -> JSONValue {
    var params = more.object ?? JSONObject()
    params["worker"] = params["worker"] ?? "sarah"
    params["requestId"] = .string(request)
    params["note"] = note.map(JSONValue.string)
    return try await client.call("emergency.raise", .object(params))
  }

  @Test("is stored, and the answer says what to tell the worker")
  func raised() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v")
      let answer = try await raise(
        client, "e", note: "A man at the door",
        ["visit": .string(visit), "location": ["latitude": 53.5, "longitude": -113.5]])
      #expect(
        answer["message"] == """
          The alarm is raised and shown on the office's board. Nobody is paged: no working pager is set up. \
          Call your office; in danger call 911.
          """)
      let emergency = try #require(answer["emergency"])
      #expect(emergency["state"] == "raised")
      #expect(emergency["stored"] == true)
      #expect(emergency["visit"] == .string(visit))
      #expect(emergency["note"] == "A man at the door")
      #expect(emergency["at"] == "2026-11-20T16:30:00Z")
      #expect(emergency["display"]?["title"] == "Sarah Miller")
      #expect(emergency["display"]?["since"] == "9:30 AM")
      #expect(emergency["display"]?["client"] == "Margaret Chen")
      #expect(emergency["display"]?["address"] == "123 Oak St, Edmonton")
    }
  }

  @Test("tells the office the numbers of the worker and of the client, and tells them to no device")
  func numbers() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let office = try await Office.open(client)
      _ = try await client.call("worker.put", ["id": "sarah", "phone": "780 555 0100", "requestId": "w-phone"])
      _ = try await client.call(
        "client.put",
        [
          "id": "margaret-chen", "phone": "780 555 0142", "emergencyContact": "Wei Chen 780 555 0199",
          "requestId": "c-phone",
        ])
      _ = try await client.call("worker.put", ["id": "james", "name": "James Okafor", "requestId": "w-james"])
      let visit = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v")
      let contact: JSONValue = [
        "name": "Margaret Chen", "phone": "780 555 0142", "emergencyContact": "Wei Chen 780 555 0199",
      ]
      let raised = try await raise(client, "e", ["visit": .string(visit)])
      let list = try await client.call("emergency.list", ["open": true])["emergencies"]?.array?.first
      let board = try await client.call("today", ["all": true])["emergencies"]?.array?.first
      for emergency in [raised["emergency"], list, board] {
        #expect(emergency?["workerPhone"] == "780 555 0100")
        #expect(emergency?["clientContact"] == contact)
      }
      for worker in ["sarah", "james"] {
        let device = try await office.device(worker, at: daemon, request: "device-\(worker)")
        let calls: [(String, JSONValue)] = [
          ("emergency.list", [:]), ("today", ["worker": .string(worker)]),
          ("emergency.raise", ["worker": .string(worker), "requestId": .string("e-\(worker)")]),
        ]
        for (method, params) in calls {
          let reply = await device.reply(method, params)
          #expect(reply.error == nil)
          #expect(!reply.text.contains("780 555"), "\(method) of \(worker)")
          #expect(!reply.text.contains("clientContact"), "\(method) of \(worker)")
        }
      }
    }
  }

  @Test("says that the office has been alerted where a pager can be run, and there alone", arguments: [true, false])
  func paged(works: Bool) async throws {
    let commands = HeldCommands()
    try await TestDaemon.run(
      settings: { $0.emergency.tiers = [Settings.Emergency.Tier(program: works ? "/pager" : "/missing")] },
      commands: commands
    ) { _, client in
      _ = try await Office.open(client)
      let message = try await raise(client, "e")["message"]?.string
      #expect(message == "Your office has been alerted. In danger call 911." || !works)
      #expect(message?.contains("Nobody is paged: no working pager is set up.") == !works)
    }
  }

  @Test("is raised during the visit that its worker is making, where none is named; not during one that began later")
  func placed() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let before = try await raise(client, "e0", ["worker": "sarah"])["emergency"]
      #expect(before?["visit"] == .null)
      let visit = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v")
      _ = try await client.call(
        "visit.start", ["visit": .string(visit), "at": "2026-11-20T16:05:00Z", "requestId": "s"])
      _ = try await client.call(
        "emergency.resolve", ["emergency": before?["id"] ?? .null, "note": "She is home", "requestId": "r0"])
      let during = try await raise(client, "e1")["emergency"]
      #expect(during?["visit"] == .string(visit))
      #expect(during?["display"]?["client"] == "Margaret Chen")
      #expect(during?["display"]?["address"] == "123 Oak St, Edmonton")
      let board = try await client.call("today", ["all": true])
      #expect(board["emergencies"]?.array?.map { $0["display"]?["client"] } == ["Margaret Chen"])
      #expect(board["emergencies"]?.array?.first?["display"]?["text"] == "Emergency: Sarah Miller, since 9:30 AM")
      _ = try await client.call(
        "emergency.resolve", ["emergency": during?["id"] ?? .null, "note": "She is home", "requestId": "r1"])
      let earlier = try await raise(client, "e2", ["at": "2026-11-20T16:04:00Z"])["emergency"]
      #expect(earlier?["visit"] == .null)
    }
  }

  @Test("stands on the Today of whoever needs help, of the visit's present worker and on the board, and on no other")
  func shown() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      for name in ["lena", "omar"] {
        _ = try await client.call("worker.put", ["id": .string(name), "name": "Lena Fox", "requestId": .string(name)])
      }
      let visit = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v")
      // All of them once before, so that there is something finished that would be out of date.
      for worker in ["sarah", "lena", "omar"] { _ = try await client.call("today", ["worker": .string(worker)]) }
      let calm = try await client.call("today", ["all": true])
      #expect(calm["banner"] == nil && calm["emergency"]?["open"] == nil)
      #expect(calm["emergency"]?["canRaise"] == true)
      _ = try await raise(client, "e", ["visit": .string(visit)])
      _ = try await client.call("visit.change", ["visit": .string(visit), "worker": "lena", "requestId": "c"])
      for worker in ["sarah", "lena"] {
        let today = try await client.call("today", ["worker": .string(worker)])
        #expect(today["banner"]?["message"] == "Emergency: Sarah Miller, since 9:30 AM")
        #expect(today["banner"]?["kind"] == "emergency")
        #expect(today["banner"]?["dismissible"] == false)
        #expect(today["emergency"]?["open"]?["worker"] == "sarah")
      }
      let board = try await client.call("today", ["all": true])
      #expect(board["banner"]?["kind"] == "emergency")
      let other = try await client.call("today", ["worker": "omar"])
      #expect(other["banner"] == nil && other["emergency"]?["open"] == nil)
    }
  }

  @Test(
    "is at no visit that is over, whether or not it is known when the worker left, and at the one that was made then")
  func after() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { _, client in
      _ = try await Office.open(client)
      let bundle = """
        {"resourceType": "Bundle", "type": "collection", "entry": [
          {"resource": {"resourceType": "Practitioner", "id": "p", "name": [{"text": "Ann Lee"}]}},
          {"resource": {"resourceType": "Patient", "id": "c", "name": [{"text": "John Smith"}]}},
          {"resource": {"resourceType": "Appointment", "id": "a", "status": "fulfilled",
            "start": "2026-11-20T15:00:00Z", "end": "2026-11-20T17:00:00Z", "participant": [
              {"actor": {"reference": "Practitioner/p"}, "status": "accepted"},
              {"actor": {"reference": "Patient/c"}, "status": "accepted"}]}}]}
        """
      _ = try await client.call("import", ["format": "fhir", "content": .string(bundle), "requestId": "i"])
      let visit = try #require(try await client.call("visit.list")["visits"]?.array?.first)
      #expect(visit["status"] == "completed" && visit["checkOut"] == nil || visit["checkOut"] == .null)
      let worker = try #require(visit["worker"])
      let now = try await raise(client, "e1", ["worker": worker])["emergency"]
      #expect(now?["visit"] == .null)
      _ = try await client.call(
        "emergency.resolve", ["emergency": now?["id"] ?? .null, "note": "She is home", "requestId": "r1"])
      let id = try #require(visit["id"])
      _ = try await client.call(
        "visit.correct",
        [
          "visit": id, "checkIn": "2026-11-20T15:01:00Z", "checkOut": "2026-11-20T16:20:00Z", "reason": "forgotten",
          "requestId": "x",
        ])
      let late = try await raise(client, "e2", ["worker": worker, "at": "2026-11-20T16:10:00Z"])["emergency"]
      #expect(late?["visit"] == id, "a phone without network tells of it when the visit is over")
    }
  }

  @Test("that is raised again during another visit is where the worker is now")
  func elsewhere() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      _ = try await client.call(
        "client.put", ["id": "john", "name": "John Smith", "address": "456 Maple Ave", "requestId": "john"])
      let first = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      _ = try await client.call("visit.start", ["visit": .string(first), "requestId": "s1"])
      #expect(try await raise(client, "e1")["emergency"]?["visit"] == .string(first))
      _ = try await client.call("visit.complete", ["visit": .string(first), "requestId": "c1"])
      daemon.time.set("2026-11-20T18:05:00Z")
      let added = try await client.call(
        "visit.add",
        [
          "client": "john", "worker": "sarah", "start": "2026-11-20T18:00:00Z", "end": "2026-11-20T19:00:00Z",
          "requestId": "v2",
        ])
      let second = try #require(added["visits"]?.array?.first?["id"])
      _ = try await client.call("visit.start", ["visit": second, "requestId": "s2"])
      daemon.time.set("2026-11-20T18:10:00Z")
      let again = try await raise(client, "e2")["emergency"]
      #expect(again?["visit"] == second)
      #expect(again?["display"]?["address"] == "456 Maple Ave")
    }
  }

  @Test("that is raised again while it is open is the same one, and is taken up anew")
  func joined() async throws {
    try await TestDaemon.run { daemon, client in
      _ = try await Office.open(client)
      let first = try await raise(client, "e1", note: "I fell")["emergency"]
      let id = try #require(first?["id"])
      _ = try await client.call("emergency.acknowledge", ["emergency": id, "requestId": "a"])
      let second = try await raise(client, "e2", note: "I cannot get up")["emergency"]
      #expect(second?["id"] == id)
      #expect(second?["raises"] == 2)
      #expect(second?["state"] == "raised")
      #expect(second?["note"] == "I fell\nI cannot get up")
      let again = try await raise(client, "e2", note: "I cannot get up")["emergency"]
      #expect(again?["raises"] == 2, "the same request, sent again, raises nothing")
    }
  }

  @Test("is taken up, ended with a note, and gone from every Today; then a new one can be raised")
  func ended() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let raised = try await raise(client, "e")
      let id = try #require(raised["emergency"]?["id"])
      let taken = try await client.call(
        "emergency.acknowledge", ["emergency": id, "note": "Calling her", "requestId": "a"])["emergency"]
      #expect(taken?["state"] == "acknowledged")
      #expect(taken?["acknowledged"]?["note"] == "Calling her")
      let by = try #require(taken?["acknowledged"]?["by"]?.string)
      let message = try await office.today()["banner"]?["message"]
      #expect(message == .string("Emergency: Sarah Miller, since 9:30 AM. Acknowledged by \(by)."))
      let over = try await client.call(
        "emergency.resolve", ["emergency": id, "note": "She is home", "requestId": "r"])["emergency"]
      #expect(over?["state"] == "resolved")
      let calm = try await office.today()
      #expect(calm["banner"] == nil)
      let open = try await client.call("emergency.list", ["open": true])
      #expect(open["emergencies"] == [])
      let all = try await client.call("emergency.list", [:])
      #expect(all["emergencies"]?.array?.count == 1)
      let refusal = try await office.refusal("emergency.acknowledge", ["emergency": id, "requestId": "late"])
      #expect(refusal.code == 1422)
      #expect(
        refusal.message == "This emergency is resolved already. If somebody needs help now, raise a new one.")
      let next = try await raise(client, "e2")
      #expect(next["emergency"]?["id"] != id)
    }
  }

  @Test("is not refused for how a phone tells of its place, and a place that it does not know is none")
  func placeOfAPhone() async throws {
    try await TestDaemon.run { daemon, client in
      _ = try await Office.open(client)
      let told: [String: JSONValue] = [
        "coordinates": [
          "latitude": 53.5, "longitude": -113.5, "accuracy": 12, "altitude": 671.2, "altitudeAccuracy": .null,
          "heading": .null, "speed": 0,
        ],
        "unknown": ["latitude": 0, "longitude": 0, "accuracy": -1],
        "vague": ["latitude": 53.5, "longitude": -113.5, "accuracy": .null],
      ]
      let kept: [String: JSONValue] = [
        "coordinates": ["latitude": 53.5, "longitude": -113.5, "accuracy": 12],
        "vague": ["latitude": 53.5, "longitude": -113.5],
      ]
      for (name, location) in told {
        let emergency = try #require(try await raise(client, name, ["location": location])["emergency"])
        #expect(emergency["location"] == kept[name] ?? .null, "\(name)")
        _ = try await client.call(
          "emergency.resolve", ["emergency": emergency["id"] ?? .null, "note": "-", "requestId": .string("r\(name)")])
      }
    }
  }

  @Test("that is taken up twice keeps who was first, and what the second said below it")
  func takenUpTwice() async throws {
    try await TestDaemon.run { _, client in
      _ = try await Office.open(client)
      let id = try #require(try await raise(client, "e")["emergency"]?["id"])
      func acknowledge(_ request: String, _ note: JSONValue) async throws -> JSONValue? {
        try await client.call(
          "emergency.acknowledge", ["emergency": id, "note": note, "requestId": .string(request)])["emergency"]?[
            "acknowledged"]?["note"]
      }
      let first = try await acknowledge("a", "On my way")
      #expect(first == "On my way")
      let second = try await acknowledge("b", "Police called")
      #expect(second == "On my way\nroot: Police called")
      let again = try await acknowledge("c", "Police called")
      #expect(again == "On my way\nroot: Police called")
    }
  }

  @Test("is not refused for a visit that is not there, a wrong clock, or a worker who has left")
  func believed() async throws {
    try await TestDaemon.run { daemon, client in
      _ = try await Office.open(client)
      _ = try await client.call(
        "worker.put", ["id": "sarah", "name": "Sarah Miller", "active": false, "requestId": "gone"])
      let emergency = try await raise(
        client, "e",
        ["visit": "0199e0c2-5d80-7000-8000-00000000dead", "at": "2031-01-01T00:00:00Z"])["emergency"]
      #expect(emergency?["visit"] == .null)
      #expect(emergency?["clockSuspect"] == true)
      #expect(emergency?["stored"] == true)
    }
  }

  @Test("leaves its whole history in the audit, which a worker's shows too")
  func audited() async throws {
    try await TestDaemon.run { daemon, client in
      _ = try await Office.open(client)
      let raised = try await raise(client, "e")
      let id = try #require(raised["emergency"]?["id"])
      _ = try await client.call("emergency.resolve", ["emergency": id, "note": "A false alarm", "requestId": "r"])
      let entries = try #require(try await client.call("audit.list", ["worker": "sarah"])["entries"]?.array)
      #expect(entries.map { $0["method"]?.string } == ["worker.put", "emergency.raise", "emergency.resolve"])
      #expect(entries.last?["reason"] == "A false alarm")
      #expect(entries.last?["before"]?["state"] == "raised")
      #expect(entries.last?["after"]?["state"] == "resolved")
      let events = try await client.call("event.wait", ["topics": ["emergency"], "timeout": 0])
      #expect(events["events"]?.array?.map { $0["thing"] } == [id, id])
    }
  }

  @Test("that was open before a restart is open after it")
  func restarted() async throws {
    let folder = try TestDaemon.makeFolder()
    try await TestDaemon.run(in: folder) { daemon, client in
      _ = try await Office.open(client)
      _ = try await raise(client, "e")
    }
    try await TestDaemon.run(in: folder) { daemon, client in
      let today = try await client.call("today", ["worker": "sarah"])
      #expect(today["banner"]?["kind"] == "emergency")
    }
  }
}
