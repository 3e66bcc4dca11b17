import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("A client's goals")
struct GoalTests {
  @Test("are set, put into other words, achieved, given up and taken up again; the goal bank holds the rest")
  func life() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let practice = try await Practice.open(client)
      _ = try await Practice.goal("Walk to the door", client)
      func put(_ more: [String: JSONValue?], _ request: String) async throws -> JSONValue {
        var params = practice.params(more, request)
        params["client"] = "margaret-chen"
        params["goal"] = .string(practice.goal)
        return try await client.call("goal.put", .object(params))
      }
      func bank(_ available: Bool?) async throws -> [String] {
        var params = JSONObject()
        params["client"] = "margaret-chen"
        params["available"] = available.map { .bool($0) }
        let goals = try await client.call("goal.list", .object(params))["goals"]?.array
        return goals?.compactMap { $0["title"]?.string } ?? []
      }
      #expect(try await bank(nil) == ["Stand up unaided", "Walk to the door"])
      let renamed = try await put(["title": "Stand up from the chair"], "rename")
      #expect(renamed["goal"]?["version"] == 2)
      daemon.time.set("2026-11-22T17:15:00Z")
      let achieved = try await put(["status": "achieved", "reason": "Five days in a row"], "achieve")
      #expect(achieved["goal"]?["available"] == false)
      #expect(
        achieved["goal"]?["display"] == [
          "status": "Achieved", "since": "Nov 22", "spoken": "Stand up from the chair, Achieved, Nov 22",
        ])
      #expect(try await bank(true) == ["Walk to the door"])
      #expect(try await bank(false) == ["Stand up from the chair"])
      let refusal = try await Office(client: client).refusal(
        "session.start",
        ["worker": "sarah", "client": "margaret-chen", "goal": .string(practice.goal), "requestId": "over"])
      #expect(refusal.data["field"] == "goal")
      #expect(
        refusal.message == """
          The goal "Stand up from the chair" is not active any more. Choose another, or reopen it: visits goals reopen.
          """)
      #expect(try await put(["status": "active"], "reopen")["goal"]?["statusSince"] == "2026-11-22T17:15:00Z")
      let entries = try await client.call("audit.list", ["client": "margaret-chen", "limit": 2])["entries"]?.array
      #expect(entries?.first?["reason"] == "Five days in a row")
      #expect(entries?.first?["before"]?["status"] == "active")
    }
  }

  @Test("of the same words are told apart by none: a second is refused while the first is worked towards")
  func twice() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { _, client in
      let practice = try await Practice.open(client)
      let twice: JSONValue = ["client": "margaret-chen", "title": "Stand up unaided", "requestId": "twice"]
      let refusal = try await Office(client: client).refusal("goal.put", twice)
      #expect(refusal.data["field"] == "title")
      _ = try await client.call(
        "goal.put",
        ["client": "margaret-chen", "goal": .string(practice.goal), "status": "retired", "requestId": "retired"])
      #expect(try await client.call("goal.put", twice)["goal"]?["status"] == "active")
      let missing = try await Office(client: client).refusal(
        "goal.put", ["client": "margaret-chen", "requestId": "none"])
      #expect(missing.data["field"] == "title")
    }
  }
}
