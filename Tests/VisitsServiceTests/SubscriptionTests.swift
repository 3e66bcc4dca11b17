import JSON
import JSONRPC
import Testing
import VisitsDaemon
import VisitsTestSupport

@Suite("Subscriptions")
struct SubscriptionTests {
  /// A connection that follows the feed.
  private func follow(_ daemon: TestDaemon, _ params: JSONValue = [:]) async throws -> (CheckedClient, cursor: String) {
    let follower = CheckedClient(path: daemon.socket)
    let answer = try await follower.call("event.subscribe", params)
    return (follower, try #require(answer["cursor"]?.string))
  }

  @Test("whoever follows is told of each change, in order, and of nothing before")
  func follows() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let (follower, cursor) = try await follow(daemon)
      let visit = try await office.visit("2026-11-20T18:00:00Z", "2026-11-20T19:00:00Z", request: "v1")
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s1"])
      let (added, started) = (try await follower.heard(), try await follower.heard())
      #expect(added.name == "event")
      #expect(added.params["method"] == "visit.add")
      #expect(added.params["thing"] == .string(visit))
      #expect(started.params["method"] == "visit.start")
      #expect(started.params["version"] == 2)
      // The same events are those that event.wait tells of.
      let events = try await client.call("event.wait", ["since": .string(cursor), "timeout": 0])["events"]
      #expect(events == .array([added.params, started.params]))
      // The connection goes on taking calls.
      #expect(try await follower.call("system.status")["version"] == "test")
    }
  }

  @Test("who comes back with the last cursor misses nothing")
  func resumes() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let (_, cursor) = try await follow(daemon)
      for hour in 10..<20 {
        _ = try await office.visit("2026-11-20T\(hour):00:00Z", "2026-11-20T\(hour):30:00Z", request: "v\(hour)")
      }
      let (follower, _) = try await follow(daemon, ["since": .string(cursor), "topics": ["visit"]])
      for _ in 10..<20 { #expect(try await follower.heard().params["method"] == "visit.add") }
      let (beginner, _) = try await follow(daemon, ["since": "0"])
      #expect(try await beginner.heard().params["method"] == "worker.put")
    }
  }

  @Test("a place that cannot be read from is refused, with the present one")
  func refuses() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let error = try await office.refusal("event.subscribe", ["since": "987654321:1"])
      #expect(error.kind == "cursorGone")
      #expect(error.data["cursor"]?.string?.isEmpty == false)
    }
  }

  @Test("a second subscription takes the place of the first")
  func replaces() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let (follower, _) = try await follow(daemon)
      _ = try await follower.call("event.subscribe", ["topics": ["client"]])
      _ = try await office.visit("2026-11-20T18:00:00Z", "2026-11-20T19:00:00Z", request: "v1")
      _ = try await client.call("client.put", ["id": "margaret-chen", "name": "Margaret Wong", "requestId": "c2"])
      #expect(try await follower.heard().params["method"] == "client.put")
    }
  }

  @Test("a subscription that is refused leaves the one before as it is")
  func refusedAnew() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let (follower, _) = try await follow(daemon)
      for params: JSONValue in [["since": "987654321:1"], ["since": "nowhere"], ["topics": ["weather"]], ["sinc": "0"]]
      {
        await #expect(throws: RPCError.self) { try await follower.raw("event.subscribe", params) }
      }
      _ = try await office.visit("2026-11-20T18:00:00Z", "2026-11-20T19:00:00Z", request: "v1")
      #expect(try await follower.heard().params["method"] == "visit.add")
    }
  }

  @Test("who follows a noun that is rare does not fall behind by what happens to others")
  func rareNoun() async throws {
    try await TestDaemon.run(settings: { $0.limits.eventsBehind = 100 }) { daemon, client in
      let office = try await Office.open(client)
      let (follower, _) = try await follow(daemon, ["topics": ["worker"]])
      // It has told of this one, and waits.
      _ = try await client.call("worker.put", ["id": "sarah", "name": "Sarah M.", "requestId": "w1"])
      #expect(try await follower.heard().params["topic"] == "worker")
      let visit = try await office.visit("2026-11-20T18:00:00Z", "2026-11-20T19:00:00Z", request: "v1")
      for number in 0..<150 {
        _ = try await client.call(
          "visit.change",
          ["visit": .string(visit), "note": .string("\(number)"), "requestId": .string("n\(number)")])
      }
      _ = try await client.call("worker.put", ["id": "sarah", "name": "Sarah", "requestId": "w2"])
      let told = try await follower.heard()
      #expect(told.name == "event")
      #expect(told.params["topic"] == "worker")
    }
  }

  @Test("a reader that falls far behind is told where to go on, and misses nothing")
  func lags() async throws {
    try await TestDaemon.run(settings: { $0.limits.eventsBehind = 1000 }) { daemon, client in
      let office = try await Office.open(client)
      let (follower, _) = try await follow(daemon)
      let visit = try await office.visit("2026-11-20T18:00:00Z", "2026-11-20T19:00:00Z", request: "v1")
      // More than the socket, the server and the allowed distance hold together.
      for round in 0..<40 {
        let batch = (0..<100).map { entry in
          #"{"jsonrpc":"2.0","id":1,"method":"visit.change","params":{"visit":"\#(visit)","note":"\#(round)-\#(entry)","requestId":"n\#(round)-\#(entry)"}}"#
        }
        _ = try await client.line(Array("[\(batch.joined(separator: ","))]".utf8))
      }
      var last = ""
      while true {
        let told = try await follower.heard()
        guard told.name == "event" else {
          #expect(told.name == "event.lagged")
          #expect(told.params["cursor"] == .string(last))
          break
        }
        last = try #require(told.params["cursor"]?.string)
      }
      _ = try await follower.call("event.subscribe", ["since": .string(last)])
      var version: Int64 = 0
      while version < 4001 { version = try #require(try await follower.heard().params["version"]?.integer) }
      #expect(version == 4001)
    }
  }
}
