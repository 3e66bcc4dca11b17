import JSON
import JSONRPC
import Testing
import VisitsService
import VisitsTestSupport

@Suite("Days that a series skips")
struct SkippedDaysTests {
  /// Margaret Chen at 8:00 in Edmonton on Mondays and Fridays, from Friday the 20th of November 2026 on. Visits are made
  /// through Friday the 15th of January 2027.
  private func series(_ client: CheckedClient) async throws -> JSONValue {
    let added = try await client.call(
      "visit.add",
      [
        "client": "margaret-chen", "worker": "sarah", "localStart": "2026-11-20T08:00", "minutes": 60,
        "repeat": "weekly:mon,fri", "requestId": "s1",
      ])
    return try #require(added["series"]?["id"])
  }

  private func planned(_ client: CheckedClient, _ from: String, _ to: String) async throws -> [String] {
    let page = try await client.call("visit.list", ["from": .string(from), "to": .string(to), "limit": 1000])
    return (page["visits"]?.array ?? []).map { visit in
      "\(visit["start"]?.string?.prefix(10) ?? "") \(visit["status"]?.string ?? "")"
    }
  }

  private func words(_ client: CheckedClient, _ series: JSONValue) async throws -> [String] {
    let shown = try await client.call("series.show", ["series": series])
    return (shown["exceptions"]?.array ?? []).compactMap { $0["words"]?.string }
  }

  @Test("have no visit, within the weeks that are planned and beyond them, and the series shows them")
  func skipped() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { daemon, client in
      _ = try await Office.open(client)
      let series = try await series(client)
      let skipped = try await client.call(
        "series.skip",
        [
          "series": series, "dates": ["2027-02-15", "2026-12-25"], "localDates": ["2026-12-28"],
          "reason": "With her son", "requestId": "k1",
        ])
      #expect(skipped["visits"]?.array?.map { $0["status"] } == ["cancelled", "cancelled", "cancelled"])
      #expect(skipped["visits"]?.array?.first?["reason"] == "With her son")
      #expect(
        try await planned(client, "2026-12-24", "2027-01-02") == [
          "2026-12-25 cancelled", "2026-12-28 cancelled", "2027-01-01 scheduled",
        ])
      #expect(
        try await words(client, series) == [
          "Friday, December 25, 2026: no visit (With her son)", "Monday, December 28, 2026: no visit (With her son)",
          "Monday, February 15, 2027: no visit (With her son)",
        ])
      // As the weeks go by, the series makes the days around the skipped one, and nothing for the day itself.
      daemon.time.set("2027-01-18T12:00:00Z")
      _ = try await daemon.service.makeDueVisits()
      #expect(
        try await planned(client, "2027-02-11", "2027-02-21") == [
          "2027-02-12 scheduled", "2027-02-15 cancelled", "2027-02-19 scheduled",
        ])
    }
  }

  @Test("are planned again by series.unskip, as the series is by then")
  func unskipped() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { daemon, client in
      _ = try await Office.open(client)
      _ = try await client.call("worker.put", ["id": "tom", "name": "Tom Reed", "requestId": "w-tom"])
      let series = try await series(client)
      let dates: JSONValue = ["2026-12-25", "2027-02-15"]
      let skipped = try await client.call("series.skip", ["series": series, "dates": dates, "requestId": "k1"])
      #expect(skipped["visits"]?.array?.first?["reason"] == "Skipped in the series")
      // The series is another one from December on: the skipped days belong to that one.
      let changed = try await client.call(
        "series.change", ["series": series, "from": "2026-12-01", "worker": "tom", "time": "9:00", "requestId": "c1"])
      let after = try #require(changed["series"]?["id"])
      let planned = try await client.call("series.unskip", ["series": after, "dates": dates, "requestId": "u1"])
      #expect(planned["visits"]?.array?.map { $0["status"] } == ["scheduled", "scheduled"])
      // The first was planned for Sarah at 8:00 before; the second was never planned.
      #expect(planned["visits"]?.array?.map { $0["worker"] } == ["tom", "tom"])
      #expect(
        planned["visits"]?.array?.map { $0["start"] } == ["2026-12-25T16:00:00Z", "2027-02-15T16:00:00Z"])
      #expect(try await words(client, after) == [])
      daemon.time.set("2027-01-18T12:00:00Z")
      _ = try await daemon.service.makeDueVisits()
      #expect(
        try await self.planned(client, "2027-02-11", "2027-02-21") == [
          "2027-02-12 scheduled", "2027-02-15 scheduled", "2027-02-19 scheduled",
        ])
    }
  }

  @Test("are planned again with what was decided about their visit alone, and follow a series that changes in place")
  func unskippedAlone() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { _, client in
      _ = try await Office.open(client)
      _ = try await client.call("worker.put", ["id": "tom", "name": "Tom Reed", "requestId": "w-tom"])
      let series = try await series(client)
      let visit = try #require(
        try await client.call("visit.list", ["from": "2026-11-23", "to": "2026-11-24"])["visits"]?.array?.first?["id"])
      _ = try await client.call("visit.change", ["visit": visit, "worker": "tom", "requestId": "m1"])
      let days: JSONValue = ["2026-11-23"]
      _ = try await client.call("series.skip", ["series": series, "dates": days, "requestId": "k1"])
      // It has no visit that is over: the same series goes on.
      _ = try await client.call(
        "series.change", ["series": series, "time": "9:00", "worker": .null, "requestId": "c1"])
      let planned = try await client.call("series.unskip", ["series": series, "dates": days, "requestId": "u1"])
      #expect(planned["visits"]?.array?.map { $0["worker"] } == ["tom"])
      #expect(planned["visits"]?.array?.map { $0["start"] } == ["2026-11-23T16:00:00Z"])
    }
  }

  @Test("far ahead do not make a changed series plan all the weeks before them")
  func changed() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { daemon, client in
      _ = try await Office.open(client)
      let series = try await series(client)
      _ = try await client.call(
        "series.skip", ["series": series, "dates": ["2027-06-14"], "requestId": "k1"])
      _ = try await client.call(
        "series.change", ["series": series, "from": "2026-12-01", "time": "9:00", "requestId": "c1"])
      #expect(
        try await planned(client, "2027-01-14", "2027-12-31") == ["2027-01-15 scheduled", "2027-06-14 cancelled"])
      daemon.time.set("2026-11-23T12:00:00Z")
      _ = try await daemon.service.makeDueVisits()
      #expect(
        try await planned(client, "2027-01-14", "2027-12-31") == [
          "2027-01-15 scheduled", "2027-01-18 scheduled", "2027-06-14 cancelled",
        ])
    }
  }

  @Test("stand beside the visits that were moved")
  func moved() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { _, client in
      _ = try await Office.open(client)
      let series = try await series(client)
      let visit = try #require(
        try await client.call("visit.list", ["from": "2026-11-23", "to": "2026-11-24"])["visits"]?.array?.first?["id"])
      _ = try await client.call(
        "visit.change", ["visit": visit, "localStart": "2026-11-23T10:00", "requestId": "m1"])
      let shown = try await client.call("series.show", ["series": series])
      #expect(shown["exceptions"]?.array?.map { $0["kind"] } == ["moved"])
      #expect(try await words(client, series) == ["Monday, November 23, 2026: moved to 10:00 AM - 11:00 AM"])
    }
  }

  @Test("are refused where the series has no visit, where the day is over, and where a visit has begun")
  func refused() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:30:00Z") { _, client in
      let office = try await Office.open(client)
      let series = try await series(client)
      for date in ["2026-12-24", "2026-11-16"] {
        let error = try await office.refusal(
          "series.skip", ["series": series, "dates": [.string(date)], "requestId": .string("k-\(date)")])
        #expect(error.kind == "invalidParams")
        #expect(error.data["field"] == "dates")
      }
      let none = try await office.refusal("series.skip", ["series": series, "requestId": "k2"])
      #expect(none.data["rule"] == "missing")
      let visit = try #require(
        try await client.call("visit.list", ["from": "2026-11-20", "to": "2026-11-21"])["visits"]?.array?.first?["id"])
      _ = try await client.call("visit.start", ["visit": visit, "requestId": "v1"])
      let begun = try await office.refusal(
        "series.skip", ["series": series, "dates": ["2026-11-20"], "requestId": "k3"])
      #expect(begun.code == 1422)
      let stale = try await office.refusal(
        "series.skip", ["series": series, "dates": ["2026-11-27"], "expectedVersion": 7, "requestId": "k4"])
      #expect(stale.code == 1409)
    }
  }
}
