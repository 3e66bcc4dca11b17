import JSON
import JSONRPC
import Testing
import VisitsDaemon
import VisitsService
import VisitsTestSupport

@Suite("Absences")
struct AbsenceTests: SickCall {
  @Test("free the scheduled visits in that time in one change, each with the reason; the last day is in it")
  func freed() async throws {
    try await agency { _, client, _, visits in
      let answer = try await sick(client, ["localUntil": "friday"])
      let absence = try #require(answer["absence"])
      #expect(absence["from"] == "2026-11-18T07:00:00Z")
      #expect(absence["to"] == "2026-11-21T07:00:00Z")
      #expect(absence["timeZone"] == "America/Edmonton")
      #expect(absence["state"] == "current")
      #expect(absence["display"]?["title"] == "Sarah Miller")
      #expect(absence["display"]?["time"] == "Nov 18 - Nov 20")
      #expect(ids(answer["visits"]) == [.string(visits[0]), .string(visits[1])])
      #expect(answer["visits"]?.array?.map { $0["worker"] } == [.null, .null])
      #expect(answer["kept"] == [])
      #expect(try await client.call("visit.show", ["visit": .string(visits[2])])["visit"]?["worker"] == "sarah")
      let entries = try await client.call("audit.list", ["worker": "sarah"])["entries"]?.array?.suffix(3) ?? []
      #expect(entries.map { $0["topic"] } == ["visit", "visit", "absence"])
      #expect(entries.allSatisfy { $0["method"] == "absence.put" && $0["reason"] == "sick" })
      #expect(Set(entries.compactMap { $0["requestId"]?.string }) == ["away"])
      let events = try await client.call("event.wait", ["topics": ["absence"], "timeout": 0])["events"]?.array
      #expect(events?.map { $0["thing"] } == [absence["id"]])
      #expect(try await sick(client, ["localUntil": "friday"]) == answer, "a repeat changes nothing")
    }
  }

  @Test("of a part of a day free the visits that they touch, and today is the default")
  func part() async throws {
    try await agency { _, client, _, visits in
      let afternoon = try await sick(client, ["localFrom": "today 13:00", "requestId": "p"])
      #expect(afternoon["absence"]?["from"] == "2026-11-18T20:00:00Z")
      #expect(afternoon["absence"]?["to"] == "2026-11-19T07:00:00Z")
      #expect(afternoon["absence"]?["state"] == "planned")
      #expect(afternoon["absence"]?["display"]?["time"] == "Nov 18 1:00 PM - 12:00 AM")
      #expect(afternoon["visits"] == [])
      let morning = try await sick(client, ["localFrom": "today 8:30", "localUntil": "9:30", "requestId": "m"])
      #expect(morning["absence"]?["to"] == "2026-11-18T16:30:00Z")
      #expect(ids(morning["visits"]) == [.string(visits[0])])
    }
  }

  @Test(
    "last a week or a month where one is named",
    arguments: [
      ("this week", nil, "2026-11-16T07", "2026-11-23T07"), ("2026-12", nil, "2026-12-01T07", "2027-01-01T07"),
      ("today", "next week", "2026-11-18T07", "2026-11-30T07"), ("today", "2026-12", "2026-11-18T07", "2027-01-01T07"),
      ("next monday", nil, "2026-11-23T07", "2026-11-24T07"),
    ] as [(String, String?, String, String)])
  func spans(from: String, until: String?, start: String, end: String) async throws {
    try await agency { _, client, _, _ in
      var more: [String: JSONValue] = ["localFrom": .string(from)]
      more["localUntil"] = until.map { .string($0) }
      let absence = try await sick(client, more)["absence"]
      #expect(absence?["from"] == .string("\(start):00:00Z"))
      #expect(absence?["to"] == .string("\(end):00:00Z"))
    }
  }

  @Test("leave a visit that is under way, one whose time has passed, and all of them when asked")
  func kept() async throws {
    try await agency { daemon, client, office, visits in
      _ = try await client.call("visit.start", ["visit": .string(visits[0]), "requestId": "s"])
      let past = try await office.visit("2026-11-18T12:00:00Z", "2026-11-18T13:00:00Z", request: "past")
      let answer = try await sick(client, ["until": "2026-11-20", "keep": true])
      #expect(answer["visits"] == [])
      #expect(
        answer["kept"]?.array?.map { $0["visit"]?["id"] } == [.string(past), .string(visits[0]), .string(visits[1])])
      #expect(answer["kept"]?.array?.map { $0["why"] } == ["past", "inProgress", "asked"])
    }
  }

  @Test("keep a worker from being suggested for a visit in that time, and for no other")
  func suggestions() async throws {
    try await agency { _, client, office, visits in
      _ = try await sick(client, ["until": "2026-11-20"])
      func suggested(_ visit: String) async throws -> [JSONValue?] {
        let answer = try await client.call("visit.suggest", ["visit": .string(visit)])
        return answer["suggestions"]?.array?.map { $0["worker"] } ?? []
      }
      #expect(try await suggested(visits[0]) == ["james"])
      let later = try await office.visit(
        "2026-11-23T17:00:00Z", "2026-11-23T18:00:00Z", worker: nil, request: "v-later")
      #expect(try await suggested(later) == ["james", "sarah"])
    }
  }

  @Test("stand on the board and on the worker's own Today, which say until when")
  func words() async throws {
    try await agency { daemon, client, office, visits in
      func row(_ more: [String: JSONValue] = [:]) async throws -> JSONValue? {
        var params = JSONObject()
        params["all"] = true
        for (name, value) in more { params[name] = value }
        return try await client.call("today", .object(params))["rows"]?.array?.last
      }
      #expect(try await row()?["state"] == "scheduled")
      let absence = try await sick(client, ["localUntil": "friday"])["absence"]
      #expect(try await row()?["state"] == "away")
      #expect(try await row()?["label"] == "Away: sick until Friday")
      #expect(try await row()?["away"] == "Away: sick until Friday")
      #expect(try await row()?["spoken"] == "Sarah Miller, Away: sick until Friday")
      #expect(try await office.today()["empty"]?["title"] == "No visits today")
      #expect(try await office.today()["empty"]?["message"] == "Away: sick until Friday")
      let device = try await office.device("sarah", at: daemon)
      #expect(try await device.call("today", [:])["empty"]?["message"] == "Away: sick until Friday")
      daemon.time.set("2026-11-20T15:00:00Z")
      #expect(try await row()?["away"] == "Away: sick today")
      #expect(try await office.today()["empty"]?["message"] == "Away: sick today")
      daemon.time.set("2026-11-22T15:00:00Z")
      #expect(try await row()?["state"] == "free")
      #expect(try await office.today()["empty"]?["message"] == "Enjoy your day off!")
      let past = try await row(["date": "2026-11-19"])
      #expect(past?["away"] == "Away: sick until Friday")
      let all = try await client.call("absence.list", ["all": true])["absences"]
      #expect(ids(all) == [absence?["id"]])
    }
  }

  @Test("leave the client of a visit that stays with the worker in sight, and not as the worker's next")
  func client() async throws {
    try await agency { daemon, client, _, visits in
      _ = try await sick(client, ["keep": true])
      func board() async throws -> JSONValue { try await client.call("today", ["all": true]) }
      #expect(try await board()["rows"]?.array?.last?["next"] == nil)
      #expect(try await board()["rows"]?.array?.last?["state"] == "away")
      daemon.time.set("2026-11-18T15:15:00Z")
      let alerts = try await board()["alerts"]?.array
      #expect(alerts?.map { $0["kind"] } == ["openNotTaken"])
      #expect(alerts?.first?["visit"] == .string(visits[0]))
      #expect(alerts?.first?["text"] == "Worker away, due 8:00 AM")
      #expect(try await board()["rows"]?.array?.last?["state"] == "away")
      let shown = try await client.call("visit.show", ["visit": .string(visits[0])])["visit"]?["display"]
      #expect(shown?["alert"] == "Worker away, due 8:00 AM")
      #expect(shown?["late"] == nil)
    }
  }

  @Test("that begin during a day and last for more say until which day, and 10.11 is no end")
  func fromNoon() async throws {
    try await agency { _, client, office, _ in
      let unclear: JSONValue = ["worker": "sarah", "reason": "sick", "localUntil": "10.11", "requestId": "u"]
      let refusal = try await office.refusal("absence.put", unclear)
      #expect(refusal.data["field"] == "localUntil")
      _ = try await sick(client, ["localFrom": "today 13:00", "localUntil": "friday", "keep": true])
      let row = try await client.call("today", ["all": true])["rows"]?.array?.last
      #expect(row?["away"] == "Away: sick until Friday")
    }
  }

  @Test("change the board by themselves when a part of a day begins and ends")
  func clock() async throws {
    try await agency { daemon, client, office, visits in
      _ = try await sick(client, ["localFrom": "today 8:30", "localUntil": "9:30", "keep": true])
      func away() async throws -> JSONValue? {
        try await client.call("today", ["all": true])["rows"]?.array?.last?["away"]
      }
      #expect(try await away() == "Away: sick, 8:30 AM - 9:30 AM")
      #expect(try await office.today()["cards"]?.array?.count == 1)
      daemon.time.set("2026-11-18T16:29:00Z")
      #expect(try await away() == "Away: sick, 8:30 AM - 9:30 AM")
      daemon.time.set("2026-11-18T16:30:00Z")
      #expect(try await away() == nil)
    }
  }

  @Test("end from now on: no visit is given back, and those that are still open are listed")
  func ended() async throws {
    try await agency { daemon, client, office, visits in
      let absence = try #require(try await sick(client, ["until": "2026-11-22"])["absence"]?["id"])
      _ = try await client.call(
        "visit.change", ["visit": .string(visits[1]), "worker": "james", "requestId": "j"])
      daemon.time.set("2026-11-19T15:00:00Z")
      let answer = try await client.call("absence.end", ["absence": absence, "requestId": "e"])
      #expect(answer["absence"]?["state"] == "over")
      #expect(answer["absence"]?["to"] == "2026-11-19T15:00:00Z")
      #expect(answer["visits"] == [])
      #expect(ids(answer["open"]) == [.string(visits[2])])
      #expect(try await office.today()["empty"]?["message"] == "Enjoy your day off!")
      let again = try await office.refusal("absence.end", ["absence": absence, "requestId": "e2"])
      #expect(again.code == 1422)
      #expect(again.message == "This absence is already over or withdrawn. It cannot be changed any more.")
    }
  }

  @Test("that were a mistake are taken back, and the worker has the visits again that nobody else has")
  func takenBack() async throws {
    try await agency { _, client, office, visits in
      let recorded = try await sick(client, ["until": "2026-11-22"])["absence"]
      let absence = try #require(recorded?["id"])
      _ = try await client.call(
        "visit.change", ["visit": .string(visits[1]), "worker": "james", "requestId": "j"])
      let stale: JSONValue = ["absence": absence, "giveBack": true, "expectedVersion": 9, "requestId": "e0"]
      #expect(try await office.refusal("absence.end", stale).code == 1409)
      let answer = try await client.call(
        "absence.end", ["absence": absence, "giveBack": true, "expectedVersion": 1, "requestId": "e"])
      #expect(answer["absence"]?["state"] == "takenBack")
      #expect(ids(answer["visits"]) == [.string(visits[0]), .string(visits[2])])
      #expect(answer["visits"]?.array?.map { $0["worker"] } == ["sarah", "sarah"])
      #expect(answer["open"] == [])
      #expect(try await office.today()["cards"]?.array?.count == 1)
      #expect(try await client.call("absence.list")["absences"] == [])
    }
  }

  @Test(
    "give back what the worker's series have planned since too, and a plain end lists it", arguments: [true, false])
  func series(isMistake: Bool) async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { _, client in
      _ = try await Office.open(client)
      let recorded = try await sick(client, ["from": "2026-11-23", "until": "2026-11-24"])
      let absence = try #require(recorded["absence"]?["id"])
      let added = try await client.call(
        "visit.add",
        [
          "client": "margaret-chen", "worker": "sarah", "localStart": "2026-11-22T20:00", "minutes": 30,
          "repeat": "FREQ=DAILY;COUNT=4", "requestId": "s",
        ])
      #expect(added["visits"]?.array?.map { $0["worker"] } == ["sarah", .null, .null, "sarah"])
      let open = Array(ids(added["visits"])[1...2])
      let ended = try await client.call(
        "absence.end", ["absence": absence, "giveBack": .bool(isMistake), "requestId": "e"])
      #expect(ids(ended["visits"]) == (isMistake ? open : []))
      #expect(ids(ended["open"]) == (isMistake ? [] : open))
    }
  }

  @Test("that are made longer free the visits of the new days alone")
  func longer() async throws {
    try await agency { _, client, _, visits in
      let kept = try await sick(client, ["until": "2026-11-20", "keep": true])
      let absence = try #require(kept["absence"]?["id"])
      #expect(kept["kept"]?.array?.map { $0["visit"]?["id"] } == [.string(visits[0]), .string(visits[1])])
      let longer = try await sick(client, ["absence": absence, "until": "2026-11-21", "requestId": "l"])
      #expect(ids(longer["visits"]) == [.string(visits[2])])
      #expect(try await client.call("visit.show", ["visit": .string(visits[1])])["visit"]?["worker"] == "sarah")
    }
  }

  @Test("are left out of the list of late visits, and of the answer to a change")
  func late() async throws {
    try await agency { daemon, client, _, visits in
      daemon.time.set("2026-11-18T15:20:00Z")
      func late() async throws -> [JSONValue?] {
        ids(try await client.call("visit.list", ["late": true])["visits"])
      }
      func noted(_ note: JSONValue) async throws -> JSONValue? {
        let change: JSONValue = ["visit": .string(visits[0]), "note": note, "requestId": note]
        return try await client.call("visit.change", change)["visit"]?["display"]?["alert"]
      }
      #expect(try await late() == [.string(visits[0])])
      #expect(try await noted("one") == "Late since 8:15 AM")
      _ = try await sick(client, ["keep": true])
      #expect(try await late() == [])
      #expect(try await noted("two") == "Worker away, due 8:00 AM")
      #expect(try await noted("three") == "Worker away, due 8:00 AM")
    }
  }

  @Test("that are planned are taken back when they are ended; one can be made longer")
  func changed() async throws {
    try await agency { _, client, office, visits in
      let planned = try await sick(client, ["from": "2026-11-20", "reason": "holiday"])["absence"]
      let absence = try #require(planned?["id"])
      #expect(planned?["state"] == "planned")
      let longer = try await sick(
        client, ["absence": absence, "until": "2026-11-21", "reason": "training", "requestId": "l"])
      #expect(longer["absence"]?["version"] == 2)
      #expect(longer["absence"]?["reason"] == "training")
      #expect(longer["absence"]?["from"] == "2026-11-20T07:00:00Z")
      #expect(ids(longer["visits"]) == [.string(visits[2])])
      let ended = try await client.call("absence.end", ["absence": absence, "requestId": "e"])
      #expect(ended["absence"]?["state"] == "takenBack")
      #expect(ids(ended["open"]) == [.string(visits[1]), .string(visits[2])])
    }
  }

  @Test("have a reason of the operator's, and end after they begin")
  func refusals() async throws {
    try await TestDaemon.run(
      at: "2026-11-18T14:00:00Z", settings: { $0.visits.absenceReasons = ["sick", "jury"] }
    ) { _, client in
      let office = try await Office.open(client)
      func refusal(_ more: [String: JSONValue]) async throws -> String {
        var params = JSONObject()
        params["worker"] = "sarah"
        params["requestId"] = "r"
        for (name, value) in more { params[name] = value }
        return try await office.refusal("absence.put", .object(params)).message
      }
      #expect(
        try await refusal(["reason": "holiday"])
          == "The parameter \"reason\" cannot be \"holiday\". Use one of: sick, jury.")
      #expect(try await refusal([:]).contains("\"reason\""))
      #expect(
        try await refusal(["reason": "sick", "from": "2026-11-20", "until": "2026-11-19"]).hasPrefix(
          "The absence would end at 12:00 AM on November 20, 2026, which is not after its start"))
      let jury = try await sick(client, ["reason": "jury"])
      #expect(jury["absence"]?["display"]?["reason"] == "jury")
      #expect(try await office.today()["empty"]?["message"] == "Away: jury today")
      #expect(try await office.refusal("absence.end", ["absence": "x", "requestId": "n"]).code == 1404)
    }
  }
}
