import JSON
import Testing
import VisitsTestSupport

@Suite("A visit that crosses midnight")
struct NightTests {
  /// Sarah's visit from Friday 10 PM to Saturday 6 AM in Edmonton, and one on Friday at 11 AM; it is Saturday, 2 AM.
  private func night(
    _ body: @Sendable (_ client: CheckedClient, _ night: String) async throws -> Void
  ) async throws {
    try await TestDaemon.run(at: "2026-11-21T09:00:00Z") { _, client in
      let office = try await Office.open(client)
      _ = try await office.visit("2026-11-20T18:00:00Z", "2026-11-20T19:00:00Z", request: "v0")
      try await body(client, try await office.visit("2026-11-21T05:00:00Z", "2026-11-21T13:00:00Z", request: "v1"))
    }
  }

  private func start(_ visit: String, _ client: CheckedClient) async throws {
    _ = try await client.call(
      "visit.start", ["visit": .string(visit), "at": "2026-11-21T05:01:00Z", "requestId": "start"])
  }

  /// The ids and the days of the listed visits.
  private func list(
    _ from: String, _ to: String, _ client: CheckedClient, overnight: Bool = true
  ) async throws -> (ids: [String?], days: [JSONValue?]) {
    let params: JSONValue = ["from": .string(from), "to": .string(to), "overnight": .bool(overnight)]
    let visits = try await client.call("visit.list", params)["visits"]?.array ?? []
    return (visits.map { $0["id"]?.string }, visits.map { $0["display"]?["days"] })
  }

  @Test("is listed on the day after it began, with since when it is under way")
  func underWay() async throws {
    try await night { client, night in
      try await start(night, client)
      let saturday = try await list("2026-11-21", "2026-11-22", client)
      #expect(saturday.ids == [night])
      #expect(saturday.days == [[["date": "Saturday, November 21", "time": "Since Friday 10:00 PM"]]])
      #expect(try await list("2026-11-21", "2026-11-22", client, overnight: false).ids == [])
      #expect(try await list("2026-11-22", "2026-11-23", client).ids == [])
    }
  }

  @Test("is listed on both days where the window has both, and only on the first where it has not")
  func bothDays() async throws {
    try await night { client, night in
      let both = try await list("2026-11-20", "2026-11-22", client)
      #expect(both.ids.last == night)
      #expect(
        both.days == [
          nil,
          [
            ["date": "Friday, November 20", "time": "10:00 PM - Sat 6:00 AM"],
            ["date": "Saturday, November 21", "time": "Fri 10:00 PM - Sat 6:00 AM"],
          ],
        ])
      let friday = try await list("2026-11-20", "2026-11-21", client)
      #expect(friday.days.last == [["date": "Friday, November 20", "time": "10:00 PM - Sat 6:00 AM"]])
    }
  }

  @Test("that ends at midnight stands on the day that it ends, and on no other")
  func midnight() async throws {
    try await TestDaemon.run(at: "2026-11-21T09:00:00Z") { _, client in
      let office = try await Office.open(client)
      _ = try await office.visit("2026-11-21T05:00:00Z", "2026-11-21T07:00:00Z", request: "v1")
      #expect(try await list("2026-11-21", "2026-11-22", client).ids == [])
      #expect(try await list("2026-11-20", "2026-11-22", client).days == [nil])
    }
  }

  @Test("leaves no day of the week on which it stands without visits")
  func week() async throws {
    try await night { client, night in
      func labels(_ date: String) async throws -> [JSONValue?] {
        let week = try await client.call("week", ["worker": "sarah", "date": .string(date)])
        return [week["counts"]?["label"]] + (week["days"]?.array?.suffix(2).map { $0["counts"]?["label"] } ?? [])
      }
      #expect(try await labels("2026-11-21").dropFirst().map { $0 } == ["Fri 10:00 PM - Sat 6:00 AM", "No visits"])
      try await start(night, client)
      #expect(try await labels("2026-11-21").dropFirst().map { $0 } == ["Since Friday 10:00 PM", "No visits"])
      // From Sunday to Monday, the whole of the next week.
      _ = try await Office(client: client).visit("2026-11-23T05:00:00Z", "2026-11-23T13:00:00Z", request: "v2")
      #expect(try await labels("2026-11-23") == ["Sun 10:00 PM - Mon 6:00 AM", "No visits", "No visits"])
    }
  }
}
