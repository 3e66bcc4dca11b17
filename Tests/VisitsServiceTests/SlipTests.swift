import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("Slips of the hand")
struct SlipTests {
  @Test(
    "blanks are no reason and no note",
    arguments: [
      ("visit.cancel", "reason", ["reason": " "]),
      ("visit.reopen", "reason", ["reason": "\t\n"]),
      ("visit.miss", "reason", ["reason": "\u{3000}", "by": "client"]),
      ("visit.correct", "reason", ["reason": "  ", "checkIn": "2026-11-20T15:01:00Z"]),
      ("visit.correct", "note", ["reason": "other", "note": " ", "checkIn": "2026-11-20T15:01:00Z"]),
      ("visit.complete", "note", ["note": "  "]),
      ("visit.change", "note", ["note": " "]),
      ("visit.change", "address", ["address": "\u{200B} "]),
    ] as [(String, String, JSONValue)])
  func blanks(method: String, field: String, said: JSONValue) async throws {
    try await TestDaemon.run(at: "2026-11-20T16:00:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      var params = try #require(said.object)
      params["visit"] = .string(visit)
      params["requestId"] = "r1"
      let error = try await office.refusal(method, .object(params))
      #expect(error.code == -32602)
      #expect(error.data["field"] == .string(field))
      #expect(try await client.call("visit.show", ["visit": .string(visit)])["visit"]?["version"] == 1)
    }
  }

  @Test("who says nothing with a reason is told what is wanted")
  func saysWhy() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let error = try await office.refusal("visit.cancel", ["visit": "v", "reason": "  ", "requestId": "r1"])
      #expect(
        error.message == """
          The parameter "reason" must be a text of 1 to 500 characters, not of blanks alone and without U+0000; it is \
          "  ".
          """)
    }
  }

  @Test(
    "a worker's language is a language tag, as the agency's is", arguments: ["not a tag", "e", "en_CA", "12", "en-"])
  func language(_ locale: String) async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let error = try await office.refusal(
        "worker.put", ["id": "sarah", "locale": .string(locale), "requestId": "l1"])
      #expect(error.code == -32602)
      #expect(error.data["field"] == "locale")
      #expect(
        error.message == """
          The parameter "locale" must be a language tag such as en or pt-BR; it is "\(locale)".
          """)
      let spoken = try await client.call("worker.put", ["id": "sarah", "locale": "pt-BR", "requestId": "l2"])
      #expect(spoken["worker"]?["locale"] == "pt-BR")
    }
  }

  @Test("a list that would end before it has begun says both dates")
  func emptyWindow() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:00:00Z") { _, client in
      let office = try await Office.open(client)
      let error = try await office.refusal("visit.list", ["from": "2026-11-20", "to": "2026-11-20"])
      #expect(error.data["field"] == "to")
      #expect(
        error.message == """
          The list would end at 12:00 AM on November 20, 2026, which is not after its start, 12:00 AM on November 20, \
          2026. Give a later "to".
          """)
    }
  }

  @Test("nobody is late for a visit that nobody makes")
  func openIsNotLate() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:30:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit(
        "2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", worker: nil, request: "v1")
      let open = try await client.call("visit.list", ["open": true])["visits"]?.array?.first
      #expect(open?["id"] == .string(visit))
      #expect(open?["display"]?["late"] == nil)
      #expect(open?["display"]?["alert"] == nil)
      _ = try await client.call("visit.change", ["visit": .string(visit), "worker": "sarah", "requestId": "a1"])
      let hers = try await client.call("visit.list", ["worker": "sarah"])["visits"]?.array?.first
      #expect(hers?["display"]?["late"] == "Late")
      #expect(hers?["display"]?["alert"] == "Probably missed, no check-in by 8:30 AM")
    }
  }

  @Test(
    "an element or a member that is wrong is shown, not the kind of what holds it",
    arguments: [
      ("visit.list", ["status": ["x"]], "; it holds \"x\"."),
      ("event.wait", ["topics": ["foo"], "timeout": 0], "; it holds \"foo\"."),
      ("visit.start", ["visit": "v", "location": ["latitude": 91, "longitude": 0]], "; it has the latitude 91."),
    ] as [(String, JSONValue, String)])
  func shownParts(method: String, params: JSONValue, ending: String) async throws {
    try await TestDaemon.run { _, client in
      let error = await #expect(throws: RPCError.self) { try await client.raw(method, params) }
      #expect(error?.code == -32602)
      #expect(error?.message.hasSuffix(ending) == true)
    }
  }
}
