import JSON
import JSONRPC
import Testing
import VisitsAPI
import VisitsTestSupport

@Suite("A device sees its worker's own things, and nobody else's")
struct OwnTests {
  /// Each method that a caregiver may call, with somebody else's thing; `nil`: it names none.
  private static let foreign: [String: String?] = [
    "today": #"{"worker":"WORKER"}"#,
    "week": #"{"worker":"WORKER"}"#,
    "visit.list": #"{"worker":"WORKER"}"#,
    "visit.show": #"{"visit":"VISIT"}"#,
    "visit.start": #"{"visit":"VISIT","requestId":"REQUEST"}"#,
    "visit.complete": #"{"visit":"VISIT","note":"x","requestId":"REQUEST"}"#,
    "task.day": #"{"client":"CLIENT"}"#,
    "task.record": #"{"client":"CLIENT","task":"VISIT","done":true,"requestId":"REQUEST"}"#,
    "task.stats": #"{"client":"CLIENT"}"#,
    "task.list": #"{"client":"CLIENT"}"#,
    "task.presets": nil,
    "home": #"{"worker":"WORKER"}"#,
    "goal.list": #"{"client":"CLIENT"}"#,
    "session.start": #"{"worker":"WORKER","client":"CLIENT","goal":"VISIT","requestId":"REQUEST"}"#,
    "session.trial": #"{"session":"VISIT","success":true,"requestId":"REQUEST"}"#,
    "session.end": #"{"session":"VISIT","requestId":"REQUEST"}"#,
    "session.list": #"{"worker":"WORKER"}"#,
    "session.show": #"{"session":"VISIT"}"#,
    "client.list": #"{"worker":"WORKER"}"#,
    "worker.show": #"{"worker":"WORKER"}"#,
    "client.show": #"{"client":"CLIENT"}"#,
    "emergency.raise": #"{"worker":"WORKER","requestId":"REQUEST"}"#,
    "emergency.list": #"{"worker":"WORKER"}"#,
    "export": #"{"format":"fhir","worker":"WORKER"}"#,
    "sync.status": nil,
    "sync.now": nil,
    "event.wait": nil,
    "system.health": nil,
    "device.me": nil,
    "device.leave": nil,
    "rpc.discover": nil,
  ]

  /// Sarah visits Margaret Chen; James visits Hortensia Brambleworth, and has raised an alarm there.
  private func agency(
    _ body: @Sendable (TestDaemon, CheckedClient, _ sarah: Peer, _ visit: String) async throws -> Void
  ) async throws {
    try await TestDaemon.run(at: "2026-11-20T15:30:00Z") { daemon, client in
      let office = try await Office.open(client)
      _ = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      _ = try await client.call("worker.put", ["id": "james", "name": "James Quillfeather", "requestId": "w2"])
      _ = try await client.call(
        "client.put",
        ["id": "hortensia", "name": "Hortensia Brambleworth", "address": "9 Gooseberry Lane", "requestId": "c2"])
      let added = try await client.call(
        "visit.add",
        [
          "client": "hortensia", "worker": "james", "start": "2026-11-20T15:00:00Z", "minutes": 60, "note": "wolfhound",
          "requestId": "v2",
        ])
      let visit = try #require(added["visits"]?.array?.first?["id"]?.string)
      _ = try await client.call(
        "emergency.raise", ["worker": "james", "visit": .string(visit), "note": "icy stairs", "requestId": "e1"])
      try await body(daemon, client, try await office.device("sarah", at: daemon), visit)
    }
  }

  private func params(_ text: String, visit: String, worker: String, client: String, _ request: String) throws
    -> JSONValue
  {
    try JSONScanner.parse(
      text.replacing("VISIT", with: visit).replacing("WORKER", with: worker).replacing("CLIENT", with: client)
        .replacing("REQUEST", with: request).utf8)
  }

  private static let nobody = "01936f00-0000-7000-8000-000000000000"

  @Test("whatever is somebody else's is refused as if it were not there")
  func matrix() async throws {
    let open = MethodTable.rows.filter { $0.roles.contains(.caregiver) }.map(\.name)
    #expect(Set(open) == Set(Self.foreign.keys))
    try await agency { daemon, client, sarah, visit in
      let before = try await client.call("system.status")["cursor"]
      for case (let method, let text?) in Self.foreign {
        let there = await sarah.reply(
          method, try params(text, visit: visit, worker: "james", client: "hortensia", "a-\(method)"))
        let nowhere = await sarah.reply(
          method, try params(text, visit: Self.nobody, worker: "nobod", client: "nobodyyyy", "b-\(method)"))
        #expect(there.error?.code == 1404, "\(method)")
        let blind = { (text: String) in
          [visit, Self.nobody, "james", "hortensia", "nobodyyyy", "nobod"].reduce(text) { $0.replacing($1, with: "?") }
        }
        #expect(blind(there.text) == blind(nowhere.text), "\(method)")
      }
      #expect(try await client.call("system.status")["cursor"] == before)
    }
  }

  @Test("no list and no view shows anything of somebody else's")
  func lists() async throws {
    try await agency { daemon, client, sarah, visit in
      let calls: [(String, JSONValue)] = [
        ("visit.list", [:]), ("visit.list", ["from": "2026-11-01", "to": "2026-12-01"]),
        ("visit.list", ["match": "hortensia"]), ("visit.list", ["match": .string(String(visit.suffix(8)))]),
        ("visit.list", ["open": true]), ("emergency.list", [:]), ("emergency.list", ["open": true]),
        ("export", ["format": "csv"]), ("export", ["format": "ics"]), ("export", ["format": "fhir"]),
        ("export", ["format": "evv"]), ("today", ["worker": "sarah"]), ("week", ["worker": "sarah"]),
        ("home", ["worker": "sarah"]), ("session.list", [:]), ("client.list", [:]), ("client.list", ["match": "hort"]),
        ("event.wait", ["timeout": 0]), ("event.wait", ["timeout": 0, "since": "0"]),
        ("emergency.raise", ["worker": "sarah", "visit": .string(visit), "requestId": "e2"]),
      ]
      for (method, params) in calls {
        let reply = await sarah.reply(method, params)
        #expect(reply.error == nil, "\(method)")
        for word in ["james", "quillfeather", "hortensia", "brambleworth", "gooseberry", "wolfhound", "icy", visit] {
          #expect(!reply.text.lowercased().contains(word), "\(method) says \(word)")
        }
      }
      let list = try await sarah.call("visit.list", [:])
      #expect(list["visits"]?.array?.count == 1)
    }
  }

  @Test("a client is one's own while a visit there is near, and no longer")
  func clients() async throws {
    try await agency { daemon, client, sarah, visit in
      let margaret: JSONValue = ["client": "margaret-chen"]
      let shown = try await sarah.call("client.show", margaret)
      #expect(shown["client"]?["name"] == "Margaret Chen")
      daemon.time.set("2026-12-04T14:59:59Z")
      #expect(await sarah.reply("client.show", margaret).error == nil)
      daemon.time.set("2026-12-04T15:00:01Z")
      #expect(await sarah.reply("client.show", margaret).error?.code == 1404)
      #expect(await sarah.reply("visit.list", margaret).error?.code == 1404)
      #expect(await sarah.reply("export", ["format": "csv", "client": "margaret-chen"]).error?.code == 1404)
      // The visit stays the worker's; the client's data are not taken out with it any more.
      let bundle = await sarah.reply("export", ["format": "fhir"]).text
      #expect(bundle.contains(#"\"resourceType\":\"Appointment\""#))
      #expect(!bundle.contains(#"\"resourceType\":\"Patient\""#))
    }
  }

  @Test(
    "a visit that went to somebody else is shown for a while, without who has it and what they did, and its client is not"
  )
  func former() async throws {
    try await agency { daemon, client, sarah, visit in
      let own = try #require(try await sarah.call("visit.list", [:])["visits"]?.array?.first?["id"])
      _ = try await client.call(
        "visit.change", ["visit": own, "worker": "james", "allowOverlap": true, "requestId": "r1"])
      let james = try await Office(client: client).device("james", at: daemon, request: "second")
      _ = try await james.call("visit.start", ["visit": own, "at": "2026-11-20T15:07:00Z", "requestId": "s1"])
      let done = try await james.call(
        "visit.complete", ["visit": own, "at": "2026-11-20T15:23:00Z", "note": "Took her pills", "requestId": "c1"])
      #expect(done["visit"]?["note"] == "Took her pills")
      let unreported = try await sarah.call("visit.show", ["visit": own])["visit"]
      #expect(unreported?["updatedAt"] == unreported?["start"], "when it was changed tells when James came")
      let reported = await sarah.reply("visit.complete", ["visit": own, "note": "Ate well", "requestId": "c1"])
      let shown = await sarah.reply("visit.show", ["visit": own])
      for reply in [reported, shown] {
        let visit = try #require(reply.result?["visit"])
        #expect(visit["status"] == "completed")
        #expect(visit["display"]?["worker"] == "Somebody else")
        #expect(visit["attendances"]?.array?.map { $0["worker"] } == ["sarah"])
        for word in ["james", "quillfeather", "15:07", "15:23", "8:07", "8:23", "08:07", "08:23", "pills"] {
          #expect(!reply.text.lowercased().contains(word), "\(word)")
        }
      }
      let list = try await sarah.call("visit.list", [:])
      #expect(list["visits"] == [])
      #expect(await sarah.reply("client.show", ["client": "margaret-chen"]).error?.code == 1404)
      daemon.time.set("2026-12-05T15:00:00Z")
      #expect(await sarah.reply("visit.show", ["visit": own]).error?.code == 1404)
    }
  }

  @Test("events tell a device of its worker, visits, clients and emergencies, and wake it for nothing else")
  func events() async throws {
    try await agency { daemon, client, sarah, visit in
      // Alerts come when the clock says so.
      let topics: JSONValue = ["visit", "worker", "client", "emergency", "device", "series"]
      let told = try await sarah.call("event.wait", ["timeout": 0, "topics": topics])
      #expect(
        told["events"]?.array?.map { $0["method"]?.string } == [
          "worker.put", "client.put", "visit.add", "device.invite", "device.enrol",
        ])
      let since = try #require(told["cursor"])
      let waiting = sarah.send("event.wait", ["timeout": 60, "since": since, "topics": topics])
      _ = try await client.call("visit.change", ["visit": .string(visit), "note": "cat", "requestId": "n1"])
      _ = try await client.call("client.put", ["id": "hortensia", "phone": "1", "requestId": "n2"])
      _ = try await client.call("client.put", ["id": "margaret-chen", "phone": "1", "requestId": "n3"])
      guard case .result(let bytes) = await waiting.reply else { return #expect(Bool(false)) }
      let heard = try JSONScanner.parse(bytes)
      #expect(heard["events"]?.array?.map { $0["topic"]?.string } == ["client"])
      // A visit that is taken away is told of, too.
      let own = try #require(try await sarah.call("visit.list", [:])["visits"]?.array?.first?["id"])
      _ = try await client.call("visit.change", ["visit": own, "worker": .null, "requestId": "n4"])
      let taken = try await sarah.call(
        "event.wait", ["timeout": 0, "since": try #require(heard["cursor"]), "topics": topics])
      #expect(taken["events"]?.array?.map { $0["thing"] } == [own])
    }
  }

  @Test("a worker's day is not kept for one and shown to another")
  func today() async throws {
    try await agency { daemon, client, sarah, visit in
      let james = try await Office(client: client).device("james", at: daemon, request: "second")
      for _ in 1...3 {
        #expect(try await sarah.call("today", ["worker": "sarah"])["cards"]?.array?.count == 1)
        #expect(try await james.call("today", ["worker": "james"])["cards"]?.array?.count == 1)
        #expect(await sarah.reply("today", ["worker": "james"]).error?.code == 1404)
        #expect(await sarah.reply("today", ["worker": "nobody"]).error?.code == 1404)
        #expect(await james.reply("today", ["all": true]).error?.code == 1403)
      }
    }
  }
}
