import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("Typed dates, through the socket")
struct TypedWindowTests {
  /// The start of a visit that is planned for a typed time; it is Friday, November 20, 2026, 7:30 in Edmonton.
  private func start(_ typed: String) async throws -> String? {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { _, client in
      _ = try await Office.open(client)
      let params: JSONValue = [
        "client": "margaret-chen", "localStart": .string(typed), "minutes": 60, "requestId": "v1",
      ]
      return try await client.call("visit.add", params)["visits"]?.array?.first?["start"]?.string
    }
  }

  @Test(
    "a visit is planned for the day that the words name, in the client's zone",
    arguments: [
      ("next friday 10:00", "2026-11-27T17:00:00Z"), ("friday 10:00", "2026-11-20T17:00:00Z"),
      ("friday 7:00", "2026-11-27T14:00:00Z"), ("this friday 10:00", "2026-11-20T17:00:00Z"),
      ("monday next week 10:00", "2026-11-23T17:00:00Z"), ("dec 3 10:00", "2026-12-03T17:00:00Z"),
      ("10:00 3 december", "2026-12-03T17:00:00Z"), ("june 30 2027 10:00", "2027-06-30T16:00:00Z"),
    ])
  func starts(typed: String, start: String) async throws {
    #expect(try await self.start(typed) == start)
  }

  @Test("a date that can be two is refused, with how to write it")
  func ambiguous() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { _, client in
      let office = try await Office.open(client)
      for typed in ["8 dec 3", "12/3 8:00"] {
        let error = try await office.refusal(
          "visit.add",
          ["client": "margaret-chen", "localStart": .string(typed), "minutes": 60, "requestId": "v1"])
        #expect(error.data["field"] == "localStart")
        #expect(
          error.message
            == "\"\(typed)\" can mean two dates. Write dec 3 or 2026-12-03, and a time behind it: dec 3 8:00.")
      }
      let list = try await office.refusal("visit.list", ["localFrom": "3/12"])
      #expect(list.message.hasPrefix("\"3/12\" can mean two dates."))
      let today = try await office.refusal("today", ["worker": "sarah", "localDate": "12/3/2026"])
      #expect(today.message.hasPrefix("\"12/3/2026\" can mean two dates."))
    }
  }

  @Test("a window is a day, a week from Monday to Sunday, or a month")
  func windows() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { _, client in
      let office = try await Office.open(client)
      // Sunday of last week at 11 PM, Monday at midnight, Sunday at 11 PM, Monday of next week at midnight, December 1.
      for (number, start) in ["2026-11-16T06", "2026-11-16T07", "2026-11-23T06", "2026-11-23T07", "2026-12-01T07"]
        .enumerated()
      {
        let hour = start.suffix(2) == "06" ? "07" : "08"
        _ = try await office.visit(
          "\(start):00:00Z", "\(start.dropLast(2))\(hour):00:00Z", request: "v\(number)", allowOverlap: true)
      }
      func days(_ from: String, _ to: String) async throws -> [String?] {
        try await client.call("visit.list", ["localFrom": .string(from), "localTo": .string(to)])["visits"]?.array?
          .map { $0["start"]?.string.map { String($0.prefix(13)) } } ?? []
      }
      #expect(try await days("this week", "through this week") == ["2026-11-16T07", "2026-11-23T06"])
      #expect(try await days("last week", "this week") == ["2026-11-16T06"])
      #expect(try await days("week of nov 24", "through next week") == ["2026-11-23T07"])
      #expect(try await days("2026-11", "through 2026-11").count == 4)
      #expect(try await days("next month", "through december") == ["2026-12-01T07"])
      #expect(try await days("2026-11-22", "through sunday") == ["2026-11-23T06"])
      #expect(try await days("2026-11-22", "through sunday 11 pm") == [])
    }
  }

  @Test("late visits alone are listed: those whose worker should have come, by the rule of their client")
  func late() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { daemon, client in
      let office = try await Office.open(client)
      let late = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T15:30:00Z", request: "v1")
      _ = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T15:30:00Z", worker: nil, request: "open")
      let begun = try await office.visit("2026-11-20T15:30:00Z", "2026-11-20T16:00:00Z", request: "v2")
      _ = try await office.visit("2026-11-20T19:00:00Z", "2026-11-20T20:00:00Z", request: "v3")
      func listed() async throws -> [String?] {
        try await client.call("visit.list", ["late": true])["visits"]?.array?.map { $0["id"]?.string } ?? []
      }
      daemon.time.set("2026-11-20T15:14:59Z")
      #expect(try await listed() == [])
      daemon.time.set("2026-11-20T15:15:00Z")
      #expect(try await listed() == [late])
      daemon.time.set("2026-11-20T15:45:00Z")
      #expect(try await listed() == [late, begun])
      _ = try await client.call("visit.start", ["visit": .string(begun), "requestId": "s1"])
      #expect(try await listed() == [late])
    }
  }
}
