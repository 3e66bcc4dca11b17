import JSON
import JSONRPC
import Testing
import VisitsDaemon
import VisitsService
import VisitsTestSupport

@Suite("Alerts")
struct AlertTests {
  /// The alerts that hold, once there are as many as that.
  private func alerts(_ client: CheckedClient, _ count: Int = 1) async throws -> [JSONValue] {
    var cursor: JSONValue = "0"
    while true {
      let alerts = try await client.call("alert.list", ["open": true])["alerts"]?.array ?? []
      if alerts.count >= count { return alerts }
      let heard = try await client.call("event.wait", ["since": cursor, "topics": ["alert"], "timeout": 60])
      cursor = heard["cursor"] ?? cursor
    }
  }

  @Test("tell of a late visit in words, by an event without names, and in the counts of the status")
  func raised() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:20:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v")
      let alert = try #require(try await alerts(client).first)
      #expect(alert["kind"] == "late")
      #expect(alert["visit"] == .string(visit))
      #expect(alert["worker"] == "sarah")
      #expect(alert["client"] == "margaret-chen")
      #expect(alert["since"] == "2026-11-20T15:15:00Z")
      #expect(alert["raisedAt"] == "2026-11-20T15:20:00Z")
      #expect(alert["state"] == "open")
      #expect(alert["by"] == .null)
      #expect(alert["display"]?["title"] == "Margaret Chen")
      #expect(alert["display"]?["worker"] == "Sarah Miller")
      #expect(alert["display"]?["text"] == "Late since 8:15 AM")
      #expect(alert["display"]?["time"] == "8:00 AM - 9:00 AM")
      #expect(alert["display"]?["spoken"] == "Margaret Chen, Sarah Miller, Late since 8:15 AM")
      let events = try await client.call("event.wait", ["topics": ["alert"], "timeout": 0])["events"]?.array
      #expect(events?.map { $0["method"] } == ["alert.raise"])
      #expect(events?.map { $0["thing"] } == [alert["id"]])
      let status = try await client.call("system.status")
      #expect(status["alerts"]?["late"] == 1)
      #expect(status["alerts"]?["missed"] == 0)
      let entry = try await client.call("audit.list")["entries"]?.array?.last
      #expect(entry?["by"] == "visitsd")
      #expect(entry?["from"] == "system")
      #expect(entry?["after"]?["kind"] == "late")
    }
  }

  @Test("are listed in pages, each with where the next begins")
  func pages() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:20:00Z") { _, client in
      let office = try await Office.open(client)
      for hour in 12...14 {
        _ = try await office.visit("2026-11-20T\(hour):00:00Z", "2026-11-20T\(hour):50:00Z", request: "v\(hour)")
      }
      // Each is late, and missed.
      let all = try await alerts(client, 6).map { $0["id"] }
      let first = try await client.call("alert.list", ["limit": 4])
      #expect(first["alerts"]?.array?.map { $0["id"] } == Array(all.prefix(4)))
      let second = try await client.call("alert.list", ["limit": 4, "after": try #require(first["next"])])
      #expect(second["alerts"]?.array?.map { $0["id"] } == Array(all.suffix(2)))
      #expect(second["next"] == .null)
    }
  }

  @Test("are acknowledged by name, stand quietly on the board then, and go when a check-in disproves them")
  func acknowledged() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:20:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v")
      let id = try #require(try await alerts(client).first?["id"])
      let before = try await client.call("today", ["all": true])["alerts"]?.array?.first
      #expect(before?["state"] == "open")
      #expect(before?["status"] == nil)
      let acknowledge: JSONValue = ["alert": id, "note": "Calling her", "requestId": "a"]
      let taken = try await client.call("alert.acknowledge", acknowledge)["alert"]
      #expect(taken?["state"] == "acknowledged")
      #expect(taken?["at"] == "2026-11-20T15:20:00Z")
      #expect(taken?["note"] == "Calling her")
      let by = try #require(taken?["by"]?.string)
      #expect(try await client.call("alert.acknowledge", acknowledge)["alert"]?["version"] == 2)
      let after = try await client.call("today", ["all": true])["alerts"]?.array?.first
      #expect(after?["state"] == "acknowledged")
      #expect(after?["status"] == .string("Acknowledged by \(by)"))
      let cursor = try #require(try await client.call("event.wait", ["timeout": 0])["cursor"])
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s"])
      _ = try await client.call("event.wait", ["since": cursor, "topics": ["alert"], "timeout": 60])
      #expect(try await client.call("alert.list", ["open": true])["alerts"] == [])
      let over = try await client.call("alert.list", ["worker": "sarah"])["alerts"]?.array?.first
      #expect(over?["state"] == "resolved")
      #expect(over?["display"]?["status"] == "Resolved")
      #expect(try await client.call("today", ["all": true])["alerts"] == [])
      let refusal = try await office.refusal("alert.acknowledge", ["alert": id, "requestId": "late"])
      #expect(refusal.code == 1422)
      #expect(refusal.message == "This alert is resolved already: nothing is left to do.")
    }
  }

  @Test("of an open visit and of two that upstream plans at once are raised too")
  func others() async throws {
    func appointment(_ id: String, _ start: String) -> String {
      """
      {"resource":{"resourceType":"Appointment","id":"\(id)","status":"booked","start":"2026-11-21T\(start):00Z",
        "end":"2026-11-21T16:00:00Z","participant":[{"actor":{"reference":"Patient/chen"},"status":"accepted"},
        {"actor":{"reference":"Practitioner/pa"},"status":"accepted"}]}}
      """
    }
    let bundle = """
      {"resourceType":"Bundle","type":"collection","entry":[
        {"resource":{"resourceType":"Patient","id":"chen","name":[{"text":"Margaret Chen"}]}},
        {"resource":{"resourceType":"Practitioner","id":"pa","name":[{"text":"Anna"}]}},
        \(appointment("a1", "14:00")),\(appointment("a2", "15:00"))]}
      """
    try await TestDaemon.run(at: "2026-11-20T14:00:00Z") { _, client in
      let office = try await Office.open(client)
      _ = try await client.call("import", ["format": "fhir", "content": .string(bundle), "requestId": "i"])
      _ = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", worker: nil, request: "v")
      let kinds = try await alerts(client, 2).map { $0["kind"] }
      #expect(Set(kinds) == ["overlap", "openNotTaken"], "one for the two that overlap")
      let tomorrow = try await client.call("today", ["all": true, "date": "2026-11-21"])["alerts"]?.array
      #expect(tomorrow?.map { $0["text"] } == ["Overlaps another visit of this worker"])
      // Nothing is new when the same is taken in again.
      _ = try await client.call("import", ["format": "fhir", "content": .string(bundle), "requestId": "again"])
      #expect(try await alerts(client, 2).count == 2)
    }
  }

  @Test("stay on today's board over midnight, and those of tomorrow's open visits stand there before it")
  func midnight() async throws {
    try await TestDaemon.run(at: "2026-11-21T06:20:00Z") { daemon, client in
      let office = try await Office.open(client)
      // 10:30 to 11:30 PM in Edmonton; and half past midnight.
      let evening = try await office.visit("2026-11-21T05:30:00Z", "2026-11-21T06:30:00Z", request: "v1")
      let night = try await office.visit("2026-11-21T07:30:00Z", "2026-11-21T08:30:00Z", worker: nil, request: "v2")
      #expect(Set(try await alerts(client, 3).map { $0["kind"] }) == ["late", "missed", "openNotTaken"])
      func shown(_ more: [String: JSONValue] = [:]) async throws -> [JSONValue?] {
        var params = JSONObject()
        params["all"] = true
        for (name, value) in more { params[name] = value }
        let board = try await client.call("today", .object(params))
        return (board["alerts"]?.array ?? []).flatMap { [$0["visit"], $0["date"]] }
      }
      #expect(try await shown() == [.string(night), "Saturday, November 21", .string(evening), nil])
      daemon.time.set("2026-11-21T07:05:00Z")
      #expect(try await shown() == [.string(night), nil, .string(evening), "Friday, November 20"])
      #expect(try await shown(["date": "2026-11-22"]) == [])
    }
  }

  @Test("of other days stand on today's board as far as there is room; that there are more is told")
  func many() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      _ = try await Office.open(client)
      // Yesterday evening in Edmonton: late, and missed.
      let rows = (0..<101).map { number in
        let times = [number, number + 1].map { "2026-11-19 \(19 + $0 / 60):\($0 % 60 / 10)\($0 % 10)" }
        return "Margaret Chen,sarah,\(times[0]),\(times[1])"
      }
      let content = (["client,worker,start,end"] + rows).joined(separator: "\n")
      let params: JSONValue = ["format": "csv", "content": .string(content), "requestId": "i"]
      #expect(try await client.call("import", params)["added"] == 101)
      _ = try await alerts(client, 100)
      func count() async throws -> JSONValue? {
        let counts = try await client.call("system.status")["alerts"]
        return counts?["late"] == 101 ? counts?["missed"] : nil
      }
      while try await count() != 101 { await Task.yield() }
      let board = try await client.call("today", ["all": true])
      #expect(board["hasMoreAlerts"] == true)
      #expect(board["alerts"]?.array?.count == 101, "late and missed are one thing to look at")
      let last = try #require(try await client.call("alert.list", ["limit": 1])["alerts"]?.array?.first)
      _ = try await client.call(
        "visit.cancel", ["visit": try #require(last["visit"]), "reason": "He was away", "requestId": "c"])
      while try await count() == 101 { await Task.yield() }
      #expect(try await client.call("today", ["all": true])["hasMoreAlerts"] == false)
    }
  }

  @Test("that the operator's command does not take are told again and again, as long as they hold")
  func toldAgain() async throws {
    let commands = HeldCommands()
    let clock = DrivenClock()
    let settings = { @Sendable (settings: inout Settings) in settings.alerts.command = ["/bin/tell"] }
    try await TestDaemon.run(
      at: "2026-11-20T15:20:00Z", settings: settings, clock: clock, commands: commands
    ) { _, client in
      let office = try await Office.open(client)
      _ = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v")
      for pause in [5, 15, 30, 60, 300, 300, 300] {
        try #require(await commands.next()).end(.failed(status: 1))
        await clock.untilSomebodySleeps(for: .seconds(pause))
        clock.advance(by: .seconds(pause))
      }
      try #require(await commands.next()).end()
    }
  }

  @Test("go to the operator's command as a line of JSON; what fails is tried again, unless somebody has taken note")
  func command() async throws {
    let commands = HeldCommands()
    let clock = DrivenClock()
    let settings = { @Sendable (settings: inout Settings) in settings.alerts.command = ["/bin/tell", "alert"] }
    try await TestDaemon.run(
      at: "2026-11-20T15:20:00Z", settings: settings, clock: clock, commands: commands
    ) { _, client in
      let office = try await Office.open(client)
      _ = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v")
      let first = try #require(await commands.next())
      #expect(first.command == Command(program: "/bin/tell", arguments: ["alert"]))
      let line = try #require(String(decoding: first.input, as: UTF8.self).split(separator: "\n").first)
      let told = try JSONScanner.parse(line.utf8)
      #expect(told["kind"] == "late")
      #expect(told["display"]?["text"] == "Late since 8:15 AM")
      first.end(.failed(status: 1))
      await clock.untilSomebodySleeps(for: .seconds(5))
      clock.advance(by: .seconds(5))
      let second = try #require(await commands.next())
      #expect(second.input == first.input)
      _ = try await client.call("alert.acknowledge", ["alert": try #require(told["id"]), "requestId": "a"])
      second.end(.timedOut)
      await clock.untilSomebodySleeps(for: .seconds(15))
      clock.advance(by: .seconds(15))
      // Another alert comes behind it: the first is not told again.
      _ = try await office.visit("2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", worker: nil, request: "open")
      let third = try #require(await commands.next())
      #expect(try JSONScanner.parse(third.input.dropLast())["kind"] == "openNotTaken")
      third.end()
    }
  }
}
