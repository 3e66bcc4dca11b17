import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("A person who is added by the name alone")
struct NewPeopleTests {
  @Test("gets an id that is made of it", arguments: ["worker", "client"])
  func made(kind: String) async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      let added = try await client.call("\(kind).put", ["name": "Łukasz O’Żółć", "phone": "780", "requestId": "1"])
      #expect(added[kind]?["id"] == "lukasz-ozolc")
      #expect(added[kind]?["name"] == "Łukasz O’Żółć")
      #expect(added[kind]?["phone"] == "780")
      let shown = try await client.call("\(kind).show", [kind: "lukasz-ozolc"])[kind]
      #expect(shown?["version"] == 1)
      // The same call again is the same person.
      let again = try await client.call("\(kind).put", ["name": "Łukasz O’Żółć", "phone": "780", "requestId": "1"])
      #expect(again[kind]?["id"] == "lukasz-ozolc" && again[kind]?["version"] == 1)
    }
  }

  @Test("is refused where somebody has that id, who stays as before", arguments: ["worker", "client"])
  func taken(kind: String) async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      _ = try await client.call("\(kind).put", ["id": "wanda-kirk", "name": "Wanda Kirk", "requestId": "1"])
      let office = Office(client: client)
      let error = try await office.refusal("\(kind).put", ["name": "Wanda Kirk", "phone": "780", "requestId": "2"])
      #expect(error.kind == "versionConflict")
      #expect(error.data["current"]?["id"] == "wanda-kirk")
      let shown = try await client.call("\(kind).show", [kind: "wanda-kirk"])[kind]
      #expect(shown?["phone"] == .null)
    }
  }

  @Test("in letters that an id cannot hold gets a free one, and nobody is added without a name")
  func others() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      let first = try await client.call("client.put", ["name": "王芳", "requestId": "1"])
      let second = try await client.call("client.put", ["name": "李娜", "requestId": "2"])
      #expect(first["client"]?["id"] == "client")
      #expect(second["client"]?["id"] == "client-2")
      let error = try await Office(client: client).refusal("client.put", ["phone": "780", "requestId": "3"])
      #expect(error.kind == "invalidParams" && error.data["field"] == "name")
    }
  }
}
