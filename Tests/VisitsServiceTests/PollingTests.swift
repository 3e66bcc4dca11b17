import JSON
import JSONRPC
import Testing
import VisitsTestSupport

/// The same question again and again, as a screen asks that stays open.
@Suite("Polling Today")
struct PollingTests {
  @Test("who polls sees every change at once")
  func changes() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      for _ in 1...3 { #expect(try await office.today()["cards"]?.array?.first?["mark"] == "○") }
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s1"])
      for _ in 1...3 { #expect(try await office.today()["cards"]?.array?.first?["mark"] == "◐") }
      _ = try await client.call(
        "client.put", ["id": "margaret-chen", "name": "Margaret Wong", "requestId": "c2"])
      for _ in 1...3 { #expect(try await office.today()["cards"]?.array?.first?["title"] == "Margaret Wong") }
      _ = try await client.call(
        "worker.put", ["id": "sarah", "name": "Sarah", "timeZone": "Asia/Tokyo", "requestId": "w2"])
      for _ in 1...3 { #expect(try await office.today()["date"] == "2026-11-20") }
    }
  }

  @Test("who polls sees what the clock brings")
  func time() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { daemon, client in
      let office = try await Office.open(client)
      _ = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      for _ in 1...3 { #expect(try await office.today()["cards"]?.array?.first?["alert"] == nil) }
      daemon.time.set("2026-11-20T15:20:00Z")
      for _ in 1...3 { #expect(try await office.today()["cards"]?.array?.first?["alert"]?["kind"] == "late") }
      daemon.time.set("2026-11-21T15:20:00Z")
      for _ in 1...3 { #expect(try await office.today()["empty"]?["title"] == "No visits today") }
    }
  }

  @Test("the answers to one line and to the next are not mixed up")
  func manyLines() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { _, client in
      let office = try await Office.open(client)
      _ = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let etag = try #require(try await office.today()["etag"])
      for _ in 1...3 {
        for (date, cards) in [("2026-11-19", 0), ("2026-11-20", 1), ("2026-11-21", 0)] {
          let day = try await client.call("today", ["worker": "sarah", "date": .string(date)])
          #expect(day["cards"]?.array?.count == cards)
        }
        let same = try await client.call("today", ["worker": "sarah", "ifNoneMatch": etag])
        #expect(same["notModified"] == true)
        let other = try await client.call("today", ["worker": "sarah", "ifNoneMatch": "other"])
        #expect(other["notModified"] == nil)
        #expect(try await office.refusal("today", ["worker": "nobody"]).kind == "notFound")
      }
    }
  }

  @Test("a worker's day asked for in ever new spellings stays right")
  func spellings() async throws {
    try await TestDaemon.run(at: "2026-11-20T14:30:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      func poll(_ mark: String) async throws {
        for spaces in 0..<40 {
          let space = String(repeating: " ", count: spaces)
          let line = #"{"jsonrpc":"2.0","id":7,"method":"today",\#(space)"params":{"worker":"sarah"}}"#
          for _ in 1...2 { #expect(try await client.line(Array(line.utf8)).contains(#""mark":"\#(mark)""#)) }
        }
      }
      try await poll("○")
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s1"])
      try await poll("◐")
    }
  }
}
