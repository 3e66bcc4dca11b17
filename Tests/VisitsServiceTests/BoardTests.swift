import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("The board and the week, through the socket")
struct BoardTests {
  @Test("the board shows everybody, and every change and what the clock brings at once")
  func board() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { daemon, client in
      let office = try await Office.open(client)
      _ = try await client.call("worker.put", ["id": "anna", "name": "Anna Berg", "requestId": "w-anna"])
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      func board() async throws -> JSONValue {
        var views: [JSONValue] = []
        for _ in 1...3 { views.append(try await client.call("today", ["all": true])) }
        #expect(views[0] == views[1] && views[1] == views[2])
        return views[0]
      }
      let first = try await board()
      #expect(first["rows"]?.array?.map { $0["name"] } == ["Anna Berg", "Sarah Miller"])
      #expect(first["rows"]?.array?.map { $0["state"] } == ["free", "scheduled"])
      #expect(first["open"] == [])
      // A visit that nobody has concerns no worker's Today, but the board.
      let open = try await office.visit(
        "2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", worker: nil, request: "v2")
      #expect(try await board()["open"]?.array?.map { $0["visit"] } == [.string(open)])
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s1"])
      let started = try await board()
      #expect(started["rows"]?.array?.last?["current"]?["title"] == "Margaret Chen")
      _ = try await client.call("client.put", ["id": "margaret-chen", "name": "Margaret Wong", "requestId": "c2"])
      #expect(try await board()["rows"]?.array?.last?["current"]?["title"] == "Margaret Wong")
      _ = try await client.call("worker.put", ["id": "anna", "name": "Anna Berg", "active": false, "requestId": "w2"])
      #expect(try await board()["rows"]?.array?.count == 1)
      #expect(try await board()["alerts"] == [])
      daemon.time.set("2026-11-20T17:15:00Z")
      #expect(try await board()["alerts"]?.array?.map { $0["name"] } == ["Open", "Sarah Miller"])
      daemon.time.set("2026-11-21T14:30:00Z")
      #expect(try await board()["open"] == [])
    }
  }

  @Test("who has the board already is told that it is as it was")
  func notModified() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { _, client in
      let office = try await Office.open(client)
      let etag = try #require(try await client.call("today", ["all": true])["etag"])
      for _ in 1...3 {
        let same = try await client.call("today", ["all": true, "ifNoneMatch": etag])
        #expect(same == ["notModified": true, "etag": etag])
      }
      _ = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      #expect(try await client.call("today", ["all": true, "ifNoneMatch": etag])["notModified"] == nil)
    }
  }

  @Test("a board of another day keeps apart from today's")
  func otherDay() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { _, client in
      let office = try await Office.open(client)
      _ = try await office.visit("2026-11-21T15:00:00Z", "2026-11-21T16:00:00Z", request: "v1")
      for _ in 1...2 {
        #expect(try await client.call("today", ["all": true])["progress"]?["label"] == "0/0")
        let tomorrow = try await client.call("today", ["all": true, "localDate": "tomorrow"])
        #expect(tomorrow["progress"]?["label"] == "0/1")
        #expect(tomorrow["date"] == "2026-11-21")
        #expect(try await office.today()["worker"] == "sarah")
      }
    }
  }

  @Test(
    "whose day it is must be said, once",
    arguments: [
      (
        ["worker": "sarah", "all": true], "all",
        "The parameters \"worker\" and \"all\" exclude each other: send one of them."
      ),
      (["all": false], "worker", "Whose day? Send \"worker\" with a worker's id, or \"all\": true for everybody's."),
    ] as [(JSONValue, String, String)])
  func whose(params: JSONValue, field: String, message: String) async throws {
    try await TestDaemon.run { _, client in
      let error = try await Office.open(client).refusal("today", params)
      #expect(error.kind == "invalidParams")
      #expect(error.data["field"]?.string == field)
      #expect(error.message == message)
    }
  }

  @Test("a week is seven days from Monday, whichever day of it is named")
  func week() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { _, client in
      let office = try await Office.open(client)
      let monday = try await office.visit("2026-11-16T15:00:00Z", "2026-11-16T16:30:00Z", request: "v1")
      _ = try await client.call("visit.complete", ["visit": .string(monday), "requestId": "c1"])
      _ = try await office.visit("2026-11-22T15:00:00Z", "2026-11-22T16:30:00Z", request: "v2")
      _ = try await office.visit("2026-11-23T15:00:00Z", "2026-11-23T16:30:00Z", request: "v3")
      let week = try await client.call("week", ["worker": "sarah"])
      #expect(week["days"]?.array?.compactMap { $0["date"]?.string }.first == "2026-11-16")
      #expect(week["days"]?.array?.map { $0["cards"]?.array?.count } == [1, 0, 0, 0, 0, 0, 1])
      #expect(week["counts"]?["openMinutes"] == 90)
      for day in ["2026-11-16", "2026-11-22"] {
        #expect(try await client.call("week", ["worker": "sarah", "date": .string(day)]) == week)
      }
      #expect(try await office.refusal("week", ["worker": "nobody"]).kind == "notFound")
    }
  }
}
