import JSON
import Testing
import VisitsTestSupport

@Suite("An emergency that a device raises without end")
struct RepeatedRaiseTests {
  private func raise(
    _ device: Peer, _ request: String, note: String? = nil, latitude: Double? = nil
  ) async throws -> JSONValue {
    var params = JSONObject()
    params["worker"] = "sarah"
    params["requestId"] = .string(request)
    params["note"] = note.map(JSONValue.string)
    params["location"] = latitude.map { ["latitude": .number($0), "longitude": -113.5] }
    let answer = try await device.call("emergency.raise", .object(params))
    return try #require(answer["emergency"])
  }

  /// Two devices of one worker, the first of which has raised an emergency 500 times.
  private func flood(
    _ body: @Sendable (TestDaemon, CheckedClient, _ flooding: Peer, _ other: Peer) async throws -> Void
  ) async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let flooding = try await office.device("sarah", at: daemon, request: "flooding")
      let other = try await office.device("sarah", at: daemon, request: "other")
      for number in 1...500 { #expect(try await raise(flooding, "e\(number)", note: "Help")["stored"] == true) }
      try await body(daemon, client, flooding, other)
    }
  }

  @Test("is kept once a minute, or at once when somebody has taken it up")
  func nothingNew() async throws {
    try await flood { daemon, client, flooding, _ in
      let again = try await raise(flooding, "again", note: "Help")
      #expect(again["raises"] == 500)
      #expect(again["state"] == "raised")
      #expect(again["stored"] == true)
      _ = try await client.call(
        "emergency.acknowledge", ["emergency": again["id"] ?? .null, "requestId": "a"])
      let anew = try await raise(flooding, "anew", note: "Help")
      #expect(anew["state"] == "raised")
      #expect(anew["raises"] == 501)
      daemon.time.set("2026-11-20T16:30:59Z")
      #expect(try await raise(flooding, "within", note: "Help")["raises"] == 501)
      daemon.time.set("2026-11-20T16:31:00Z")
      #expect(try await raise(flooding, "later", note: "Help")["raises"] == 502)
    }
  }

  @Test("is kept with all that another device says of it, at once")
  func otherDevice() async throws {
    try await flood { _, client, flooding, other in
      #expect(try await raise(flooding, "again", note: "Help")["raises"] == 500)
      let told = try await raise(other, "o1", note: "He has a knife", latitude: 53.5)
      #expect(told["note"] == "Help\nHe has a knife")
      #expect(told["location"]?["latitude"] == 53.5)
      #expect(told["stored"] == true)
      #expect(try await raise(other, "o2", latitude: 53.6)["location"]?["latitude"] == 53.6)
      let list = try await client.call("emergency.list", ["open": true])["emergencies"]?.array
      #expect(list?.map { $0["raises"] } == [502])
      #expect(list?.first?["note"] == "Help\nHe has a knife")
    }
  }

  @Test("takes its new words at once while the note has room for them, then once a minute, and never says otherwise")
  func words() async throws {
    try await flood { daemon, _, flooding, _ in
      #expect(try await raise(flooding, "w0", note: "I fell")["note"] == "Help\nI fell")
      for number in 1...3 {
        let words = "\(number)" + String(repeating: "x", count: 1999)
        #expect(try await raise(flooding, "w\(number)", note: words)["stored"] == true)
      }
      let full = try await raise(flooding, "w4", note: String(repeating: "y", count: 2000))
      #expect(full["raises"] == 504)
      #expect(full["stored"] == false)
      #expect(try await raise(flooding, "w5", note: "The door is locked")["stored"] == true)
      daemon.time.set("2026-11-20T16:30:59Z")
      #expect(try await raise(flooding, "w6", note: String(repeating: "z", count: 1990))["stored"] == false)
      daemon.time.set("2026-11-20T16:31:00Z")
      let again = try await raise(flooding, "w4", note: String(repeating: "y", count: 2000))
      #expect(again["stored"] == true)
      #expect(again["note"]?.string?.hasSuffix("\n" + String(repeating: "y", count: 2000)) == true)
      #expect(again["raises"] == 506)
    }
  }

  @Test("takes another place every ten seconds, and never says otherwise")
  func places() async throws {
    try await flood { daemon, _, flooding, _ in
      let first = try await raise(flooding, "p1", note: "Help", latitude: 53.1)
      #expect(first["location"] == .null)
      #expect(first["stored"] == false)
      daemon.time.set("2026-11-20T16:30:10Z")
      let second = try await raise(flooding, "p2", note: "Help", latitude: 53.2)
      #expect(second["location"]?["latitude"] == 53.2)
      #expect(second["stored"] == true)
      daemon.time.set("2026-11-20T16:30:19Z")
      let third = try await raise(flooding, "p3", latitude: 53.3)
      #expect(third["location"]?["latitude"] == 53.2)
      #expect(third["stored"] == false)
      daemon.time.set("2026-11-20T16:30:20Z")
      let again = try await raise(flooding, "p3", latitude: 53.3)
      #expect(again["location"]?["latitude"] == 53.3)
      #expect(again["stored"] == true)
      #expect(try await raise(flooding, "p3", latitude: 53.3)["stored"] == true)
      // Places alone do not keep words out.
      #expect(try await raise(flooding, "w", note: "I fell")["note"] == "Help\nI fell")
    }
  }
}
