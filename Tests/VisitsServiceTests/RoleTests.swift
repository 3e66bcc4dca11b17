import JSON
import JSONRPC
import Testing
import VisitsAPI
import VisitsModel
import VisitsTestSupport

@Suite("Who may do what")
struct RoleTests {
  /// Who may call each method, and with what it is called here. `VISIT`, `WORKER`, `CLIENT`, `EMERGENCY` and
  /// `DEVICE` are one agency's things, `CODE` is a device's that may be enrolled.
  private static let table: [String: (may: [Role], with: String)] = [
    "today": ([.admin, .coordinator, .caregiver], #"{"worker":"WORKER"}"#),
    "week": ([.admin, .coordinator, .caregiver], #"{"worker":"WORKER"}"#),
    "visit.list": ([.admin, .coordinator, .caregiver], #"{"from":"2026-11-20","to":"2026-11-21","worker":"WORKER"}"#),
    "visit.show": ([.admin, .coordinator, .caregiver], #"{"visit":"VISIT"}"#),
    "visit.suggest": ([.admin, .coordinator], #"{"visit":"VISIT"}"#),
    "visit.add": (
      [.admin, .coordinator], #"{"client":"CLIENT","start":"2026-11-21T15:00:00Z","minutes":60,"requestId":"REQUEST"}"#
    ),
    "visit.change": ([.admin, .coordinator], #"{"visit":"VISIT","note":"key","requestId":"REQUEST"}"#),
    "visit.start": ([.admin, .coordinator, .caregiver], #"{"visit":"VISIT","requestId":"REQUEST"}"#),
    "visit.complete": ([.admin, .coordinator, .caregiver], #"{"visit":"VISIT","requestId":"REQUEST"}"#),
    "visit.cancel": ([.admin, .coordinator], #"{"visit":"VISIT","reason":"ill","requestId":"REQUEST"}"#),
    "visit.miss": ([.admin, .coordinator], #"{"visit":"VISIT","by":"worker","reason":"snow","requestId":"REQUEST"}"#),
    "visit.reopen": ([.admin, .coordinator], #"{"visit":"VISIT","reason":"error","requestId":"REQUEST"}"#),
    "visit.correct": (
      [.admin, .coordinator],
      #"{"visit":"VISIT","localCheckIn":"8:01","localCheckOut":"8:59","reason":"forgotten","requestId":"REQUEST"}"#
    ),
    "series.list": ([.admin, .coordinator], "{}"),
    "series.show": ([.admin, .coordinator], #"{"series":"SERIES"}"#),
    "series.change": ([.admin, .coordinator], #"{"series":"SERIES","minutes":30,"requestId":"REQUEST"}"#),
    "series.end": ([.admin, .coordinator], #"{"series":"SERIES","reason":"moved","requestId":"REQUEST"}"#),
    "series.skip": ([.admin, .coordinator], #"{"series":"SERIES","dates":["2026-11-27"],"requestId":"REQUEST"}"#),
    "series.unskip": ([.admin, .coordinator], #"{"series":"SERIES","dates":["2026-11-27"],"requestId":"REQUEST"}"#),
    "task.day": ([.admin, .coordinator, .caregiver], #"{"client":"CLIENT"}"#),
    "task.record": (
      [.admin, .coordinator, .caregiver], #"{"client":"CLIENT","task":"TASK","done":true,"requestId":"REQUEST"}"#
    ),
    "task.stats": ([.admin, .coordinator, .caregiver], #"{"client":"CLIENT"}"#),
    "task.list": ([.admin, .coordinator, .caregiver], #"{"client":"CLIENT"}"#),
    "task.put": ([.admin, .coordinator], #"{"client":"CLIENT","title":"REQUEST","requestId":"REQUEST"}"#),
    "task.remove": ([.admin, .coordinator], #"{"task":"TASK","requestId":"REQUEST"}"#),
    "task.presets": ([.admin, .coordinator, .caregiver], "{}"),
    "home": ([.admin, .coordinator, .caregiver], #"{"worker":"WORKER"}"#),
    "goal.list": ([.admin, .coordinator, .caregiver], #"{"client":"CLIENT"}"#),
    "goal.put": (
      [.admin, .coordinator], #"{"client":"CLIENT","goal":"GOAL","status":"achieved","requestId":"REQUEST"}"#
    ),
    "session.start": (
      [.admin, .coordinator, .caregiver],
      #"{"worker":"WORKER","client":"CLIENT","goal":"GOAL","requestId":"REQUEST"}"#
    ),
    "session.trial": (
      [.admin, .coordinator, .caregiver], #"{"session":"SESSION","success":true,"requestId":"REQUEST"}"#
    ),
    "session.end": ([.admin, .coordinator, .caregiver], #"{"session":"SESSION","requestId":"REQUEST"}"#),
    "session.list": ([.admin, .coordinator, .caregiver], "{}"),
    "session.show": ([.admin, .coordinator, .caregiver], #"{"session":"SESSION"}"#),
    "worker.list": ([.admin, .coordinator], "{}"),
    "worker.show": ([.admin, .coordinator, .caregiver], #"{"worker":"WORKER"}"#),
    "worker.put": ([.admin, .coordinator], #"{"id":"WORKER","name":"Sarah Jones","requestId":"REQUEST"}"#),
    "worker.link": (
      [.admin, .coordinator],
      #"{"worker":"WORKER","record":"https://ehr.example/fhir/Practitioner/7","requestId":"REQUEST"}"#
    ),
    "worker.unlink": ([.admin, .coordinator], #"{"worker":"WORKER","requestId":"REQUEST"}"#),
    "worker.duplicates": ([.admin, .coordinator], "{}"),
    "absence.list": ([.admin, .coordinator], #"{"worker":"WORKER"}"#),
    "absence.put": (
      [.admin, .coordinator], #"{"worker":"WORKER","from":"2027-01-04","reason":"sick","requestId":"REQUEST"}"#
    ),
    "absence.end": ([.admin, .coordinator], #"{"absence":"ABSENCE","requestId":"REQUEST"}"#),
    "client.list": ([.admin, .coordinator, .caregiver], "{}"),
    "client.show": ([.admin, .coordinator, .caregiver], #"{"client":"CLIENT"}"#),
    "client.put": ([.admin, .coordinator], #"{"id":"CLIENT","name":"Margaret Wong","requestId":"REQUEST"}"#),
    "client.link": (
      [.admin, .coordinator],
      #"{"client":"CLIENT","record":"https://ehr.example/fhir/Patient/7","requestId":"REQUEST"}"#
    ),
    "client.unlink": ([.admin, .coordinator], #"{"client":"CLIENT","requestId":"REQUEST"}"#),
    "client.duplicates": ([.admin, .coordinator], "{}"),
    "emergency.raise": ([.admin, .coordinator, .caregiver], #"{"worker":"WORKER","requestId":"REQUEST"}"#),
    "emergency.acknowledge": ([.admin, .coordinator], #"{"emergency":"EMERGENCY","requestId":"REQUEST"}"#),
    "emergency.resolve": ([.admin, .coordinator], #"{"emergency":"EMERGENCY","note":"over","requestId":"REQUEST"}"#),
    "emergency.list": ([.admin, .coordinator, .caregiver], "{}"),
    "device.invite": ([.admin, .coordinator], #"{"worker":"WORKER","requestId":"REQUEST"}"#),
    "device.enrol": ([.gateway], #"{"code":"CODE","requestId":"REQUEST"}"#),
    "device.list": ([.admin, .coordinator], "{}"),
    "device.me": ([.caregiver], "{}"),
    "device.leave": ([.caregiver], #"{"requestId":"REQUEST"}"#),
    "device.revoke": ([.admin, .coordinator], #"{"device":"DEVICE","reason":"lost","requestId":"REQUEST"}"#),
    "alert.list": ([.admin, .coordinator], "{}"),
    "alert.acknowledge": ([.admin, .coordinator], #"{"alert":"ALERT","requestId":"REQUEST"}"#),
    "sync.status": ([.admin, .coordinator, .monitor, .caregiver], "{}"),
    "sync.now": ([.admin, .coordinator, .caregiver], "{}"),
    "sync.problems": ([.admin, .coordinator], "{}"),
    "sync.retry": ([.admin, .coordinator], #"{"visit":"VISIT","requestId":"REQUEST"}"#),
    "sync.discard": ([.admin, .coordinator], #"{"visit":"VISIT","reason":"agreed","requestId":"REQUEST"}"#),
    "event.wait": ([.admin, .coordinator, .monitor, .caregiver], #"{"timeout":0}"#),
    "event.subscribe": ([.admin, .coordinator, .monitor], "{}"),
    "audit.list": ([.admin, .coordinator], #"{"worker":"WORKER"}"#),
    "report": ([.admin, .coordinator], #"{"from":"2026-11-20","to":"2026-11-21","by":"worker"}"#),
    "export": ([.admin, .coordinator, .caregiver], #"{"format":"evv"}"#),
    "evv.check": ([.admin, .coordinator], #"{"worker":"WORKER"}"#),
    "import": (
      [.admin, .coordinator],
      #"{"format":"fhir","content":"{\"resourceType\":\"Bundle\",\"type\":\"collection\"}","requestId":"REQUEST"}"#
    ),
    "system.status": ([.admin, .coordinator, .monitor], "{}"),
    "system.metrics": ([.admin, .monitor], "{}"),
    "system.health": ([.admin, .coordinator, .monitor, .gateway, .caregiver], "{}"),
    "system.backup": ([.admin], #"{"requestId":"REQUEST"}"#),
    "rpc.discover": ([.admin, .coordinator, .monitor, .caregiver], "{}"),
  ]

  /// Everybody who can be at the other end; `nil` has no role.
  private static let everybody: [Role?] = [.admin, .coordinator, .monitor, .gateway, .caregiver, nil]

  /// A caller of that role; a caregiver is a device that calls through the gateway.
  private static func peer(_ role: Role?, _ token: String, _ daemon: TestDaemon) -> Peer {
    role == .caregiver
      ? Peer(service: daemon.service, token: token) : Peer(service: daemon.service, role: role)
  }

  private func call(
    _ method: String, visit: String, emergency: String, series: String, worker: String, client: String,
    alert: String, task: String = "01936f00-0000-7000-8000-000000000000",
    practice: (goal: String, session: String) = ("x", "x"), absence: String = "01936f00-0000-7000-8000-000000000000",
    device: String,
    code: String = "0000-0000-0000", request: String
  ) throws -> JSONValue {
    let row = try #require(Self.table[method], "\(method) has no row in the table of who may do what")
    let text = row.with.replacing("VISIT", with: visit).replacing("WORKER", with: worker)
      .replacing("EMERGENCY", with: emergency).replacing("SERIES", with: series)
      .replacing("ALERT", with: alert).replacing("TASK", with: task).replacing("GOAL", with: practice.goal)
      .replacing("SESSION", with: practice.session).replacing("ABSENCE", with: absence)
      .replacing("CLIENT", with: client).replacing("DEVICE", with: device).replacing("CODE", with: code)
      .replacing("REQUEST", with: request)
    return try JSONScanner.parse(text.utf8)
  }

  /// An alert of one of the visits to which nobody came.
  private func alert(_ client: CheckedClient) async throws -> String {
    _ = try await client.call("event.wait", ["topics": ["alert"], "timeout": 60])
    let alerts = try await client.call("alert.list", ["open": true])["alerts"]?.array
    return try #require(alerts?.last?["id"]?.string)
  }

  /// Sarah and Margaret Chen are said to be records upstream.
  private func link(_ client: CheckedClient, _ request: String) async throws {
    for (noun, id, record) in [("worker", "sarah", "Practitioner/7"), ("client", "margaret-chen", "Patient/7")] {
      var params = JSONObject()
      params[noun] = .string(id)
      params["record"] = .string("https://ehr.example/fhir/\(record)")
      params["requestId"] = .string("\(noun)-\(request)")
      _ = try await client.call("\(noun).link", .object(params))
    }
  }

  private func emergency(_ client: CheckedClient, _ request: String) async throws -> String {
    let raised = try await client.call("emergency.raise", ["worker": "sarah", "requestId": .string(request)])
    return try #require(raised["emergency"]?["id"]?.string)
  }

  private func series(_ client: CheckedClient, _ request: String) async throws -> String {
    let added = try await client.call(
      "visit.add",
      [
        "client": "margaret-chen", "start": "2026-11-20T15:00:00Z", "minutes": 60, "repeat": "weekly",
        "requestId": .string(request),
      ])
    return try #require(added["series"]?["id"]?.string)
  }

  private func absence(_ client: CheckedClient, _ request: String) async throws -> String {
    let recorded = try await client.call(
      "absence.put",
      ["worker": "sarah", "from": "2027-02-01", "reason": "holiday", "requestId": .string(request)])
    return try #require(recorded["absence"]?["id"]?.string)
  }

  private func task(_ client: CheckedClient, _ request: String) async throws -> String {
    let defined = try await client.call(
      "task.put",
      ["client": "margaret-chen", "title": .string("Water the plants, \(request)"), "requestId": .string(request)])
    return try #require(defined["task"]?["id"]?.string)
  }

  /// A goal of Margaret Chen's, and Sarah's session that works on it, where one is wanted.
  private func practice(
    _ client: CheckedClient, named name: String, isBegun: Bool
  ) async throws -> (goal: String, session: String) {
    let set = try await client.call(
      "goal.put", ["client": "margaret-chen", "title": .string(name), "requestId": .string("g-\(name)")])
    let goal = try #require(set["goal"]?["id"]?.string)
    for running in try await client.call("session.list", ["running": true])["sessions"]?.array ?? [] {
      let id = try #require(running["id"]?.string)
      _ = try await client.call("session.end", ["session": .string(id), "requestId": .string("o-\(name)")])
    }
    guard isBegun else { return (goal, "x") }
    let begun = try await client.call(
      "session.start",
      [
        "worker": "sarah", "client": "margaret-chen", "goal": .string(goal), "requestId": .string("p-\(name)"),
      ])
    return (goal, try #require(begun["session"]?["id"]?.string))
  }

  @Test("each method is open to those in the table, and to nobody else")
  func matrix() async throws {
    #expect(Self.everybody.compactMap(\.self) == Role.allCases)
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let token = try await office.enrol("sarah", at: daemon)
      for row in MethodTable.rows {
        let (may, template) = try #require(
          Self.table[row.name], "\(row.name) has no row in the table of who may do what")
        for (number, role) in Self.everybody.enumerated() {
          // Each call gets a visit of its own, and its own copy of whatever else it names, so that calls do not affect
          // each other.
          let name = "\(row.name)-\(number)"
          let visit =
            template.contains("VISIT")
            ? try await office.visit(
              "2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: name, allowOverlap: true) : name
          if ["visit.reopen", "visit.correct"].contains(row.name) {
            _ = try await client.call("visit.complete", ["visit": .string(visit), "requestId": .string(visit)])
          }
          if row.name.hasSuffix(".unlink") { try await self.link(client, "l-\(name)") }
          if row.name.hasPrefix("sync."), template.contains("VISIT") {
            try daemon.note(SyncProblem(.parked, "visit/\(visit)", words: "no such service"))
          }
          let emergency = template.contains("EMERGENCY") ? try await self.emergency(client, "e-\(name)") : name
          let invited =
            template.contains("DEVICE") || template.contains("CODE")
            ? try await office.invite("sarah", request: "d-\(name)") : (device: name, code: name)
          let series = template.contains("SERIES") ? try await self.series(client, "s-\(name)") : name
          let alert = row.name == "alert.acknowledge" ? try await self.alert(client) : visit
          let task = template.contains("TASK") ? try await self.task(client, "t-\(name)") : name
          let practice =
            template.contains("GOAL") || template.contains("SESSION")
            ? try await self.practice(client, named: name, isBegun: row.name != "session.start") : (name, name)
          let absence = template.contains("ABSENCE") ? try await self.absence(client, "a-\(name)") : name
          let params = try call(
            row.name, visit: visit, emergency: emergency, series: series, worker: "sarah", client: "margaret-chen",
            alert: alert, task: task, practice: practice, absence: absence, device: invited.device, code: invited.code,
            request: "\(name)-r")
          // A device that leaves makes no further calls.
          let own =
            row.name == "device.leave" && role == .caregiver
            ? try await office.enrol("sarah", at: daemon, request: name) : token
          let error = await Self.peer(role, own, daemon).reply(row.name, params).error
          let who = "\(row.name) by \(role?.rawValue ?? "nobody")"
          if let role, may.contains(role) {
            #expect(error == nil, "\(who)")
          } else {
            #expect(error?.code == 1403, "\(who)")
            #expect(error?.kind == "forbidden", "\(who)")
            #expect(error?.data["needs"] == .array(may.map { .string($0.rawValue) }), "\(who)")
          }
        }
      }
    }
  }

  @Test("everybody's board is the office's alone, and refused to others as if nothing stood on it")
  func board() async throws {
    try await TestDaemon.run { daemon, client in
      let everybody: JSONValue = ["all": true]
      var refusals: [String?] = []
      _ = try await client.call("worker.put", ["id": "james", "name": "James Okafor", "requestId": "w-james"])
      let token = try await Office(client: client).enrol("james", at: daemon)
      for isFilled in [false, true] {
        if isFilled { _ = try await Office.open(client) }
        for role in Self.everybody {
          let reply = await Self.peer(role, token, daemon).reply("today", everybody)
          let may = role == .admin || role == .coordinator
          #expect(reply.error?.code == (may ? nil : 1403), "\(role?.rawValue ?? "nobody")")
          if !may { refusals.append(reply.text) }
          #expect(reply.text.contains("Sarah") == (may && isFilled))
        }
      }
      #expect(Array(refusals.prefix(4)) == Array(refusals.suffix(4)))
    }
  }

  @Test("who is refused changes nothing, and learns nothing of what there is")
  func refusals() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T18:00:00Z", "2026-11-20T19:00:00Z", request: "v1")
      let token = try await office.enrol("sarah", at: daemon)
      let before = try await client.call("system.status")["cursor"]
      for row in MethodTable.rows {
        for role in Self.everybody where role.map({ !row.roles.contains($0) }) ?? true {
          let caller = Self.peer(role, token, daemon)
          let real = await caller.reply(
            row.name,
            try call(
              row.name, visit: visit, emergency: visit, series: visit, worker: "sarah", client: "margaret-chen",
              alert: visit, device: visit,
              request: "real")
          ).text
          let invented = await caller.reply(
            row.name,
            try call(
              row.name, visit: "01936f00-0000-7000-8000-000000000000",
              emergency: "01936f00-0000-7000-8000-000000000000", series: "01936f00-0000-7000-8000-000000000000",
              worker: "nobody", client: "nobody", alert: "01936f00-0000-7000-8000-000000000000",
              device: "01936f00-0000-7000-8000-000000000000", request: "other")
          ).text
          #expect(real == invented, "\(row.name) by \(role?.rawValue ?? "nobody")")
          #expect(await caller.reply(row.name, ["no such parameter": 1]).text == real)
        }
      }
      #expect(try await client.call("system.status")["cursor"] == before)
    }
  }

  @Test("a token counts behind the gateway alone, and only one that a device has")
  func tokens() async throws {
    try await TestDaemon.run { daemon, client in
      let token = try await Office.open(client).enrol("sarah", at: daemon)
      for role in Role.allCases {
        let peer = Peer(service: daemon.service, role: role)
        let error = await peer.reply("rpc.discover", ["auth": .string(token)]).error
        #expect(error?.code == (role == .gateway ? nil : role == .caregiver ? 1403 : 1401), "\(role)")
        for other in [.string("a token of some device"), .string(String(token.dropLast())), 7, []] as [JSONValue]
        where role == .gateway {
          let error = await peer.reply("rpc.discover", ["auth": other]).error
          #expect(error?.kind == "unauthenticated")
          #expect(
            error?.message
              == "This device is not enrolled here, or its access was taken away. Ask your office for a code, and enrol it with that."
          )
        }
      }
    }
  }
}
