import JSON
import Testing
import VisitsTestSupport

@Suite("How a table was understood, through the socket")
struct TableUseTests {
  private func importing(
    _ text: String, _ request: String, _ client: CheckedClient, more: [String: JSONValue] = [:]
  ) async throws -> JSONValue {
    var params = JSONObject()
    for (name, value) in more { params[name] = value }
    params["format"] = "csv"
    params["content"] = .string(text)
    params["requestId"] = .string(request)
    return try await client.call("import", .object(params))
  }

  private func row(_ start: Int, day: Int = 21, client: String = "margaret-chen") -> String {
    "\(client),sarah,2026-11-\(day) \(start):00,2026-11-\(day) \(start):45\n"
  }

  @Test("the answer tells which headings were used and which were not, again when the request is repeated")
  func told() async throws {
    try await TestDaemon.run { _, client in
      _ = try await Office.open(client)
      let text = "Klient,Bereich,Beginn,Ende\nmargaret-chen,Nord,2026-11-21 10:00,2026-11-21 11:00\n"
      let expected: JSONValue = [
        "columns": [
          ["column": "client", "heading": "Klient"], ["column": "start", "heading": "Beginn"],
          ["column": "end", "heading": "Ende"],
        ],
        "ignored": ["Bereich"], "leftBehind": 0,
      ]
      #expect(try await importing(text, "i1", client, more: ["dryRun": true])["table"] == expected)
      let first = try await importing(text, "i2", client)
      #expect(first["table"] == expected)
      #expect(try await importing(text, "i2", client) == first)
      let refused = try await importing(text.replacing("margaret-chen", with: "nobody"), "i3", client)
      #expect(refused["refused"]?.array?.count == 1)
      #expect(refused["table"] == expected)
    }
  }

  @Test("what was left behind is told where rows were taken, and not where none was")
  func leftBehindByRefused() async throws {
    try await TestDaemon.run { _, client in
      _ = try await Office.open(client)
      let head = "client,worker,start,end\n"
      _ = try await importing(head + row(10) + row(12), "i1", client)
      // It overlaps the visit that it leaves behind.
      let moved = "margaret-chen,sarah,2026-11-21 10:30,2026-11-21 11:15\n"
      func left(_ rows: String, _ request: String, _ skips: Bool) async throws -> JSONValue? {
        let answer = try await importing(head + rows, request, client, more: ["skipInvalid": .bool(skips)])
        #expect(answer["refused"]?.array?.count == 1)
        let reason = answer["refused"]?.array?.first?["reason"]?.string
        #expect(
          reason?.hasSuffix("If this row is that visit at another time, move the visit first, or give the rows ids.")
            == true)
        return answer["table"]?["leftBehind"]
      }
      #expect(try await left(moved + row(12), "i2", false) == 0)
      #expect(try await left(moved + row(12), "i3", true) == 1)
      #expect(try await left(moved, "i4", true) == 0)
    }
  }

  @Test("a row without an id that has another start leaves its visit behind, which is told")
  func leftBehind() async throws {
    try await TestDaemon.run { _, client in
      _ = try await Office.open(client)
      let head = "client,worker,start,end\n"
      func left(_ rows: [String], _ request: String, head: String = head) async throws -> JSONValue? {
        try await importing(head + rows.joined(), request, client)["table"]?["leftBehind"]
      }
      #expect(try await left([row(8), row(10)], "i1") == 0)
      #expect(try await left([row(8), row(10)], "i2") == 0)
      // A row that is dropped does not call its visit off.
      #expect(try await left([row(8)], "i2b") == 1)
      // The next day's table says nothing of this one.
      #expect(try await left([row(8, day: 22)], "i3") == 0)
      // Nor does one of other clients.
      #expect(try await left([row(14, client: "john-smith")], "i4") == 0)
      #expect(try await left([row(8), row(12)], "i5") == 1)
      // What was left behind and cancelled is nobody's question any more.
      let ten = try await client.call("visit.list")["visits"]?.array?.first { $0["start"] == "2026-11-21T17:00:00Z" }
      _ = try await client.call(
        "visit.cancel", ["visit": try #require(ten?["id"]), "reason": "moved", "requestId": "x1"])
      #expect(try await left([row(8), row(12), row(16)], "i6") == 0)
      // A row with an id names its visit, whatever it came from.
      let noon = try await client.call("visit.list")["visits"]?.array?.first { $0["start"] == "2026-11-21T19:00:00Z" }
      let id = try #require(noon?["id"]?.string)
      let rows = ["\(id),", ",", ",", ","]
      let all = zip(rows, [row(12), row(8), row(16), row(18)]).map { $0 + $1 }
      #expect(try await left(all, "i7", head: "id," + head) == 0)
    }
  }
}
