import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("The feed")
struct FeedTests {
  @Test("whoever waits hears of a change when it is made")
  func wakes() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let start = try await client.call("event.wait", ["timeout": 0])
      let cursor = try #require(start["cursor"])
      let waiting = CheckedClient(path: daemon.socket)
      async let heard = waiting.call("event.wait", ["since": cursor, "timeout": 60])
      let visit = try await office.visit("2026-11-20T18:00:00Z", "2026-11-20T19:00:00Z", request: "v1")
      let events = try await heard["events"]?.array
      #expect(events?.map { $0["thing"] } == [.string(visit)])
      #expect(events?.first?["topic"] == "visit")
      #expect(events?.first?["method"] == "visit.add")
    }
  }

  @Test("an event holds nobody's name")
  func opaque() async throws {
    try await TestDaemon.run { _, client in
      _ = try await Office.open(client)
      let events = try await client.call("event.wait", ["timeout": 0])
      let text = String(decoding: events.bytes, as: UTF8.self)
      #expect(events["events"]?.array?.count == 2)
      for name in ["sarah", "Sarah", "margaret", "Chen", "Oak"] { #expect(!text.contains(name)) }
    }
  }

  @Test("a cursor of another life of the database is refused, with the present one")
  func cursorGone() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let error = try await office.refusal("event.wait", ["since": "987654321:1", "timeout": 0])
      #expect(error.code == 1410)
      #expect(error.data["cursor"]?.string?.hasSuffix(":2") == true)
    }
  }

  @Test("the audit says who did what, before and after, oldest first")
  func audit() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T18:00:00Z", "2026-11-20T19:00:00Z", request: "v1")
      _ = try await client.call("visit.cancel", ["visit": .string(visit), "reason": "in hospital", "requestId": "x"])
      let entries = try await client.call("audit.list", ["client": "margaret-chen"])["entries"]?.array ?? []
      #expect(entries.map { $0["method"] } == ["client.put", "visit.add", "visit.cancel"])
      #expect(entries.last?["before"]?["status"] == "scheduled")
      #expect(entries.last?["after"]?["status"] == "cancelled")
      #expect(entries.last?["after"]?["reason"] == "in hospital")
      #expect(entries.last?["from"] == "socket")
    }
  }
}
