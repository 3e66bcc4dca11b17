import JSON
import JSONRPC
import Testing
import VisitsDaemon
import VisitsService
import VisitsTestSupport

@Suite("Visits that recur")
struct SeriesTests {
  /// Margaret Chen at 8:00 in Edmonton on Mondays, Wednesdays and Fridays, from Friday the 20th of November 2026 on.
  private func add(
    _ client: CheckedClient, request: String = "s1", _ more: [String: JSONValue] = [:]
  ) async throws -> JSONValue {
    var params: JSONObject = JSONObject()
    params["client"] = "margaret-chen"
    params["worker"] = "sarah"
    params["localStart"] = "2026-11-20T08:00"
    params["minutes"] = 60
    params["repeat"] = "weekly:mon,wed,fri"
    params["requestId"] = .string(request)
    for (name, value) in more { params[name] = value }
    return try await client.call("visit.add", .object(params))
  }

  private func starts(_ visits: JSONValue?) -> [String] { visits?.array?.compactMap { $0["start"]?.string } ?? [] }

  private func planned(_ client: CheckedClient, _ from: String, _ to: String) async throws -> [JSONValue] {
    try await client.call("visit.list", ["from": .string(from), "to": .string(to), "limit": 1000])["visits"]?.array
      ?? []
  }

  /// How many entries the feed has.
  private func changes(_ client: CheckedClient) async throws -> Int? {
    let cursor = try await client.call("system.status")["cursor"]?.string
    return cursor?.split(separator: ":").last.flatMap { Int($0) }
  }

  /// Makes what has fallen due at a moment.
  private func roll(_ daemon: TestDaemon, to instant: String) async throws -> Int {
    daemon.time.set(instant)
    return try await daemon.service.makeDueVisits()
  }

  @Test("are made for eight weeks in one change, and each says its series")
  func made() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { daemon, client in
      _ = try await Office.open(client)
      let answer = try await add(client)
      let visits = answer["visits"]?.array ?? []
      #expect(
        starts(answer["visits"]).prefix(4) == [
          "2026-11-20T15:00:00Z", "2026-11-23T15:00:00Z", "2026-11-25T15:00:00Z", "2026-11-27T15:00:00Z",
        ])
      #expect(visits.count == 25)
      #expect(visits.last?["start"] == "2027-01-15T15:00:00Z")
      let series = try #require(answer["series"])
      #expect(visits.allSatisfy { $0["series"] == series["id"] })
      #expect(series["repeat"] == "FREQ=WEEKLY;BYDAY=MO,WE,FR")
      #expect(series["display"]?["days"] == "Mon, Wed and Fri")
      #expect(series["display"]?["time"] == "8:00 AM - 9:00 AM")
      #expect(try await changes(client) == 28)
      // The same once more makes nothing more, and answers the same.
      #expect(try await add(client) == answer)
      #expect(try await planned(client, "2026-11-20", "2027-12-31").count == 25)
    }
  }

  @Test("keep their time on the wall through both clock changes, and say which visit a change has moved")
  func clocks() async throws {
    try await TestDaemon.run(at: "2027-03-01T12:00:00Z", settings: { $0.visits.horizonWeeks = 40 }) { _, client in
      _ = try await Office.open(client)
      let answer = try await add(
        client, ["localStart": "2027-03-07T02:30", "repeat": "weekly:sun", "until": "2027-11-14"])
      // Clocks go forward at 2:00 on the 14th of March, and back at 2:00 on the 7th of November.
      #expect(
        starts(answer["visits"]).prefix(3) == [
          "2027-03-07T09:30:00Z", "2027-03-14T09:30:00Z", "2027-03-21T08:30:00Z",
        ])
      #expect(
        starts(answer["visits"]).suffix(3) == [
          "2027-10-31T08:30:00Z", "2027-11-07T09:30:00Z", "2027-11-14T09:30:00Z",
        ])
      let moved = try #require(answer["moved"]?.array)
      #expect(moved.map { $0["visit"] } == [answer["visits"]?.array?[1]["id"]])
      #expect(moved.first?["agreed"] == "2027-03-14T02:30")
      #expect(
        moved.first?["words"] == "Clocks skip 2:30 AM on March 14, 2027: this visit starts at 3:30 AM.")
    }
  }

  @Test("are all made though the clock was a year ahead once, also of a series that was over by then")
  func clockAhead() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { daemon, client in
      _ = try await Office.open(client)
      _ = try await add(client)
      _ = try await add(client, ["localStart": "2026-11-20T10:00", "until": "2027-05-31", "requestId": "until-may"])
      #expect(try await roll(daemon, to: "2026-11-20T12:00:00Z") == 0)
      #expect(try await roll(daemon, to: "2027-11-20T12:00:00Z") > 0)
      #expect(try await roll(daemon, to: "2026-11-21T12:00:00Z") == 0)
      #expect(try await roll(daemon, to: "2027-01-10T12:00:00Z") > 0)
      // Nine weeks and a Friday, of two series.
      let visits = try await planned(client, "2027-01-01", "2027-03-08")
      #expect(visits.count == 56)
      #expect(Set(visits.compactMap { $0["start"]?.string }).count == 56)
    }
  }

  @Test("are made on as the days go by, once each, across restarts, and nothing when none is due")
  func rolling() async throws {
    let folder = try TestDaemon.makeFolder()
    try await TestDaemon.run(in: folder, at: "2026-11-20T12:00:00Z") { daemon, client in
      _ = try await Office.open(client)
      _ = try await add(client)
      #expect(try await daemon.service.makeDueVisits() == 0)
      #expect(try await changes(client) == 28)
      // Sunday: the horizon reaches the next Sunday.
      #expect(try await roll(daemon, to: "2026-11-22T12:00:00Z") == 0)
      #expect(try await roll(daemon, to: "2026-11-23T12:00:00Z") == 1)
      #expect(try await roll(daemon, to: "2026-11-23T13:00:00Z") == 0)
      #expect(try await planned(client, "2026-11-20", "2027-12-31").last?["start"] == "2027-01-18T15:00:00Z")
    }
    try await TestDaemon.run(in: folder, at: "2026-11-30T12:00:00Z") { daemon, client in
      _ = try await daemon.service.makeDueVisits()
      let visits = try await planned(client, "2026-11-20", "2027-12-31")
      #expect(visits.count == 29)
      #expect(Set(visits.compactMap { $0["start"]?.string }).count == 29)
      #expect(visits.last?["start"] == "2027-01-25T15:00:00Z")
    }
  }

  @Test("stay moved, cancelled or given to somebody else, one by one, while the others go on")
  func decided() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { daemon, client in
      _ = try await Office.open(client)
      _ = try await client.call("worker.put", ["id": "tom", "name": "Tom Reed", "requestId": "w-tom"])
      let answer = try await add(client)
      let ids = answer["visits"]?.array?.compactMap { $0["id"] } ?? []
      _ = try await client.call("visit.change", ["visit": ids[1], "localStart": "2026-11-24T10:00", "requestId": "m1"])
      _ = try await client.call("visit.cancel", ["visit": ids[2], "reason": "hospital", "requestId": "m2"])
      _ = try await client.call("visit.change", ["visit": ids[3], "worker": "tom", "requestId": "m3"])
      _ = try await roll(daemon, to: "2026-11-22T12:00:00Z")
      let changed = try await client.call(
        "series.change",
        ["series": answer["series"]?["id"] ?? .null, "time": "9:00", "service": "Bath", "requestId": "c1"])
      let after = try await planned(client, "2026-11-23", "2026-12-01")
      #expect(
        after.map { $0["start"] } == [
          "2026-11-24T17:00:00Z", "2026-11-25T15:00:00Z", "2026-11-27T16:00:00Z", "2026-11-30T16:00:00Z",
        ])
      #expect(after.map { $0["status"] } == ["scheduled", "cancelled", "scheduled", "scheduled"])
      #expect(after.map { $0["worker"] } == ["sarah", "sarah", "tom", "sarah"])
      #expect(after.map { $0["service"] } == ["Bath", .null, "Bath", "Bath"])
      #expect(after.map { $0["id"] } == Array(ids[1...4]))
      // All of them belong to the series that goes on.
      #expect(after.allSatisfy { $0["series"] == changed["series"]?["id"] })
      #expect(changed["series"]?["id"] != answer["series"]?["id"])
      #expect(try await planned(client, "2026-11-20", "2026-11-21").first?["service"] == .null)
      #expect(try await roll(daemon, to: "2026-11-30T12:00:00Z") == 4)
      #expect(try await planned(client, "2026-11-23", "2027-12-31").count == 28)
    }
  }

  @Test("change their days from one on, and can be changed back")
  func days() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { _, client in
      _ = try await Office.open(client)
      let answer = try await add(client)
      let wednesday = try #require(answer["visits"]?.array?[2]["id"])
      let changed = try await client.call(
        "series.change", ["visit": wednesday, "repeat": "weekly:tue,fri", "requestId": "c1"])
      func scheduled() async throws -> [JSONValue?] {
        try await planned(client, "2026-11-20", "2026-12-05").filter { $0["status"] == "scheduled" }.map { $0["start"] }
      }
      #expect(
        try await scheduled() == [
          "2026-11-20T15:00:00Z", "2026-11-23T15:00:00Z", "2026-11-27T15:00:00Z", "2026-12-01T15:00:00Z",
          "2026-12-04T15:00:00Z",
        ])
      #expect(changed["visits"]?.array?.first?["reason"] == "The series was changed.")
      _ = try await client.call(
        "series.change",
        [
          "series": changed["series"]?["id"] ?? .null, "from": "2026-11-25", "repeat": "weekly:mon,wed,fri",
          "requestId": "c2",
        ])
      #expect(
        try await scheduled() == [
          "2026-11-20T15:00:00Z", "2026-11-23T15:00:00Z", "2026-11-25T15:00:00Z", "2026-11-27T15:00:00Z",
          "2026-11-30T15:00:00Z", "2026-12-02T15:00:00Z", "2026-12-04T15:00:00Z",
        ])
    }
  }

  @Test("end with a reason: what is still to come is cancelled, and nothing is made any more")
  func ends() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:30:00Z") { daemon, client in
      _ = try await Office.open(client)
      let answer = try await add(client)
      let id = try #require(answer["series"]?["id"])
      _ = try await client.call(
        "visit.start", ["visit": answer["visits"]?.array?[0]["id"] ?? .null, "requestId": "v1"])
      let ended = try await client.call(
        "series.end", ["series": id, "from": "2026-11-25", "reason": "moved away", "requestId": "e1"])
      #expect(ended["visits"]?.array?.count == 23)
      #expect(ended["series"]?["until"] == "2026-11-24")
      #expect(ended["series"]?["reason"] == "moved away")
      let visits = try await planned(client, "2026-11-20", "2027-12-31")
      #expect(visits.map { $0["status"] }.prefix(4) == ["inProgress", "scheduled", "cancelled", "cancelled"])
      #expect(visits[2]["reason"] == "moved away")
      #expect(try await roll(daemon, to: "2026-12-20T12:00:00Z") == 0)
      #expect(try await client.call("series.list", ["over": true])["series"]?.array?.map { $0["id"] } == [id])
      #expect(try await client.call("series.list", ["over": false])["series"]?.array?.isEmpty == true)
    }
  }

  @Test("that are changed or ended far ahead go on as they are until then")
  func farAhead() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { daemon, client in
      _ = try await Office.open(client)
      let id = try #require(try await add(client, ["repeat": "weekly:mon"])["series"]?["id"])
      let changed = try await client.call(
        "series.change", ["series": id, "from": "2027-02-01", "time": "9:00", "requestId": "c1"])
      #expect(changed["visits"]?.array?.isEmpty == true)
      _ = try await client.call(
        "series.end",
        ["series": changed["series"]?["id"] ?? .null, "from": "2027-02-15", "reason": "moves", "requestId": "e1"])
      // From one Monday after the next to the last.
      #expect(try await roll(daemon, to: "2027-01-18T12:00:00Z") == 4)
      #expect(
        starts(.array(try await planned(client, "2027-01-10", "2027-12-31"))) == [
          "2027-01-11T15:00:00Z", "2027-01-18T15:00:00Z", "2027-01-25T15:00:00Z", "2027-02-01T16:00:00Z",
          "2027-02-08T16:00:00Z",
        ])
      #expect(try await roll(daemon, to: "2027-03-18T12:00:00Z") == 0)
    }
  }

  @Test("that overlap another visit are refused as one is, all of them, unless that is allowed")
  func overlap() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { _, client in
      let office = try await Office.open(client)
      let other = try await office.visit("2026-11-25T15:30:00Z", "2026-11-25T16:00:00Z", request: "v1")
      do {
        _ = try await add(client)
        Issue.record("not refused")
      } catch let error as RPCError {
        #expect(error.code == 1423)
        #expect(error.data["visits"]?.array?.map { $0["id"]?.string } == [other])
      }
      #expect(try await planned(client, "2026-11-20", "2027-12-31").count == 1)
      let allowed = try await add(client, request: "s2", ["allowOverlap": true])
      #expect(allowed["visits"]?.array?.count == 25)
      let error = try await office.refusal(
        "series.change",
        ["series": allowed["series"]?["id"] ?? .null, "from": "2026-11-23", "minutes": 45, "requestId": "c1"])
      #expect(error.code == 1423)
    }
  }

  @Test("that are made into the way of another visit are told of")
  func madeIntoTheWay() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      _ = try await add(client)
      _ = try await office.visit("2027-01-18T15:30:00Z", "2027-01-18T16:30:00Z", request: "v1")
      #expect(try await roll(daemon, to: "2026-11-23T12:00:00Z") == 1)
      let made = try #require(try await planned(client, "2027-01-18", "2027-01-19").first?["id"])
      let alerts = try await client.call("alert.list", ["open": true])["alerts"]?.array
      #expect(alerts?.filter { $0["kind"] == "overlap" }.map { $0["visit"] } == [made])
    }
  }

  @Test("of a worker who has left are open, and nobody visits a client who has")
  func left() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { daemon, client in
      _ = try await Office.open(client)
      _ = try await add(client)
      _ = try await client.call(
        "worker.put", ["id": "sarah", "name": "Sarah Miller", "active": false, "requestId": "w1"])
      #expect(try await roll(daemon, to: "2026-11-23T12:00:00Z") == 1)
      #expect(try await planned(client, "2026-11-20", "2027-12-31").last?["worker"] == .null)
      _ = try await client.call(
        "client.put", ["id": "margaret-chen", "name": "Margaret Chen", "active": false, "requestId": "c1"])
      #expect(try await roll(daemon, to: "2026-11-30T12:00:00Z") == 0)
    }
  }

  @Test("that would never come, or that nobody can read, are refused with what to write")
  func refusals() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { _, client in
      let office = try await Office.open(client)
      func refusal(_ rule: String, until: JSONValue = .null) async throws -> String {
        try await office.refusal(
          "visit.add",
          [
            "client": "margaret-chen", "localStart": "2026-11-20T08:00", "minutes": 60, "repeat": .string(rule),
            "until": until, "requestId": "r1",
          ]
        ).message
      }
      #expect(
        try await refusal("FREQ=HOURLY")
          == "FREQ=HOURLY is not supported. Make it DAILY, with a series for each time of the day.")
      #expect(
        try await refusal("now and then")
          == """
          "now and then" is not understood. Write daily, weekdays, weekly:mon,wed,fri, 2weekly:tue, monthly or an RRULE.
          """)
      #expect(
        try await refusal("weekly:mon", until: "2026-11-22")
          == "It never recurs from November 20, 2026 on. Check the days, and the last day.")
      let visit = try await office.visit("2026-11-25T15:30:00Z", "2026-11-25T16:00:00Z", request: "v1")
      let alone = try await office.refusal(
        "series.change", ["visit": .string(visit), "minutes": 30, "requestId": "c1"])
      #expect(
        alone.message == "This visit belongs to no series. Change it alone, or name a series: visits series.")
      #expect(
        try await office.refusal("series.show", ["series": "nothing"]).message
          == "There is no series \"nothing\". List the series with visits series.")
    }
  }
}
