import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("A worker's Home")
struct HomeTests {
  private func home(_ client: CheckedClient, _ more: [String: JSONValue?] = [:]) async throws -> JSONValue {
    var params = JSONObject()
    params["worker"] = "sarah"
    for (name, value) in more { params[name] = value }
    return try await client.call("home", .object(params))
  }

  @Test("says before anything has happened what is not there yet")
  func empty() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { _, client in
      _ = try await Office.open(client)
      let home = try await home(client)
      #expect(home["heading"] == "Home")
      #expect(home["initials"] == "SM")
      #expect(home["lastSession"] == .null)
      #expect(home["running"] == .null)
      #expect(home["goalBank"] == 0)
      #expect(home["clientCount"] == 0)
      #expect(home["clients"] == [])
      #expect(home["visitsLeftLabel"] == "No visits left today")
      #expect(home["emergency"]?["open"] == nil)
      let cards = home["cards"]
      #expect(cards?["viewClients"]?["title"] == "View Clients")
      #expect(cards?["viewClients"]?["details"] == "0 clients")
      #expect(cards?["startSession"]?["title"] == "Start Session")
      #expect(cards?["startSession"]?["enabled"] == false)
      #expect(
        cards?["startSession"]?["accessibilityHint"]
          == "Unavailable: your clients have no goal yet. Your office sets goals.")
      #expect(cards?["lastSession"]?["title"] == "Last Session")
      #expect(cards?["lastSession"]?["details"] == "No session yet")
      #expect(cards?["goalBank"]?["title"] == "Goal Bank")
      #expect(cards?["goalBank"]?["details"] == "0 goals available")
    }
  }

  @Test("shows the last session, the goal bank, the clients and the visits left today, in words that are ready")
  func full() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let practice = try await Practice.open(client)
      let office = Office(client: client)
      _ = try await client.call(
        "client.put", ["id": "margaret-chen", "birthDate": "1944-02-29", "requestId": "born"])
      let visit = try await office.visit("2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", request: "v1")
      _ = try await office.visit("2026-11-20T19:00:00Z", "2026-11-20T20:00:00Z", request: "v2")
      _ = try await client.call("visit.complete", ["visit": .string(visit), "requestId": "done"])
      let session = try await practice.start()
      let running = try await home(client)
      #expect(running["running"]?["id"]?.string == session)
      #expect(running["running"]?["startedAt"] == "2026-11-20T17:15:00Z")
      #expect(running["cards"]?["startSession"]?["title"] == "Session running")
      #expect(running["cards"]?["startSession"]?["details"] == "Margaret Chen, since 10:15 AM")
      for number in 1...5 { try await practice.trial(session, number != 3, "t\(number)") }
      #expect(try await home(client)["running"]?["trials"] == 5)
      daemon.time.set("2026-11-20T17:27:00Z")
      try await practice.end(session)
      let home = try await home(client)
      #expect(home["running"] == .null)
      #expect(home["lastSession"]?["id"]?.string == session)
      #expect(home["lastSession"]?["date"] == "2026-11-20")
      #expect(home["lastSession"]?["successRate"] == .number(0.8))
      #expect(home["lastSession"]?["duration"] == 720)
      #expect(home["goalBank"] == 1)
      #expect(home["visitsLeft"] == 1)
      #expect(home["visitsLeftLabel"] == "1 visit left today")
      let card = home["cards"]?["lastSession"]
      #expect(card?["details"] == "Margaret Chen, November 20: 80%, 12 min")
      #expect(
        card?["accessibilityLabel"]
          == "Last session with Margaret Chen, November 20. 4 of 5 trials successful (80%). Duration: 12 minutes.")
      #expect(card?["accessibilityHint"] == "Shows this session.")
      #expect(home["cards"]?["goalBank"]?["accessibilityLabel"] == "Goal Bank, 1 goal available")
      let row = home["clients"]?.array?.first
      #expect(row?["initials"] == "MC")
      #expect(row?["age"] == 82)
      #expect(row?["lastSessionDate"] == "2026-11-20")
      #expect(row?["accessibilityLabel"] == "Margaret Chen, 82 years old, last session: November 20")
      let listed = try await client.call("client.list")["clients"]?.array?.first
      #expect(listed?["age"] == 82)
      #expect(listed?["lastSessionDate"] == "2026-11-20")
      _ = try await client.call("client.put", ["id": "john-smith", "name": "John Smith", "requestId": "c9"])
      let own = try await client.call("client.list", ["worker": "sarah"])["clients"]?.array
      #expect(own?.compactMap { $0["id"]?.string } == ["margaret-chen"])
      await #expect(throws: RPCError.self) { try await client.call("client.list", ["worker": "sara"]) }
    }
  }

  @Test("is told by an etag to be as it was, until something changes; a passing second is no change")
  func etag() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let practice = try await Practice.open(client)
      _ = try await Office(client: client).visit("2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", request: "v1")
      let session = try await practice.start()
      let etag = try #require(try await home(client)["etag"])
      daemon.time.set("2026-11-20T17:45:00Z")
      #expect(try await home(client, ["ifNoneMatch": etag]) == ["notModified": true, "etag": etag])
      try await practice.trial(session, true, "1")
      let changed = try await home(client, ["ifNoneMatch": etag])
      #expect(changed["running"]?["trials"] == 1)
      _ = try await Practice.goal("Walk to the door", client)
      #expect(try await home(client)["goalBank"] == 2)
    }
  }

  @Test("has an emergency above all else, from the moment that it is raised until it is resolved")
  func emergency() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { _, client in
      _ = try await Office.open(client)
      #expect(try await home(client)["banner"] == nil)
      let raised = try await client.call("emergency.raise", ["worker": "sarah", "requestId": "e"])
      let id = try #require(raised["emergency"]?["id"])
      #expect(try await home(client)["emergency"]?["open"]?["id"] == id)
      #expect(try await home(client)["banner"]?["kind"] == "emergency")
      _ = try await client.call("emergency.resolve", ["emergency": id, "note": "over", "requestId": "r"])
      #expect(try await home(client)["banner"] == nil)
    }
  }

  @Test("counts the visits of the day in the worker's zone, and of another day that is asked for")
  func days() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { _, client in
      let office = try await Office.open(client)
      _ = try await office.visit("2026-11-21T17:00:00Z", "2026-11-21T18:00:00Z", request: "v1")
      _ = try await office.visit("2026-11-21T19:00:00Z", "2026-11-21T20:00:00Z", request: "v2")
      #expect(try await home(client)["visitsLeft"] == 0)
      let tomorrow = try await home(client, ["localDate": "tomorrow"])
      #expect(tomorrow["visitsLeft"] == 2)
      #expect(tomorrow["visitsLeftLabel"] == "2 visits left on November 21")
    }
  }
}
