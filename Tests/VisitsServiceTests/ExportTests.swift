import JSON
import JSONRPC
import Testing
import VisitsAPI
import VisitsTestSupport

@Suite("Visits as a file for another program")
struct ExportTests {
  /// All parts, each of at most so many visits.
  private func parts(
    _ client: CheckedClient, _ format: String, limit: Int64, _ more: JSONValue = [:]
  ) async throws -> [JSONValue] {
    var params = more.object ?? JSONObject()
    params["format"] = .string(format)
    params["limit"] = .integer(limit)
    var parts: [JSONValue] = []
    repeat {
      let part = try await client.call("export", .object(params))
      parts.append(part)
      params["after"] = part["next"]?.string.map(JSONValue.string)
    } while params["after"] != nil
    return parts
  }

  private func text(_ parts: [JSONValue]) -> String { parts.compactMap { $0["content"]?.string }.joined() }

  /// Five visits of an hour at Margaret Chen's, the last one open.
  private func fill(_ client: CheckedClient) async throws -> [String] {
    let office = try await Office.open(client)
    var ids: [String] = []
    for hour in 15...19 {
      let worker = hour == 19 ? nil : "sarah"
      ids.append(
        try await office.visit(
          "2026-11-20T\(hour):00:00Z", "2026-11-20T\(hour + 1):00:00Z", worker: worker, request: "v\(hour)"))
    }
    return ids
  }

  @Test("is the same text in parts of any size", arguments: ["csv", "ics", "fhir", "evv"])
  func parts(format: String) async throws {
    try await TestDaemon.run { _, client in
      _ = try await fill(client)
      let whole = try await parts(client, format, limit: 1000)
      #expect(whole.map { $0["count"] } == [5])
      for limit in [1, 2, 5] as [Int64] {
        let some = try await parts(client, format, limit: limit)
        #expect(some.count == Int((5 + limit - 1) / limit))
        #expect(some.allSatisfy { $0["count"]?.integer ?? 9 <= limit })
        #expect(text(some) == text(whole), "\(format) by \(limit)")
      }
    }
  }

  @Test(
    "says what it is",
    arguments: [
      ("csv", nil, "text/csv; charset=utf-8; header=present"), ("ics", nil, "text/calendar; charset=utf-8"),
      ("fhir", nil, "application/fhir+json"), ("evv", nil, "application/jsonl"),
      ("evv", "csv", "text/csv; charset=utf-8; header=present"),
    ] as [(String, String?, String)])
  func mediaType(format: String, evvFormat: String?, mediaType: String) async throws {
    try await TestDaemon.run { _, client in
      var params = JSONObject()
      params["format"] = .string(format)
      params["evvFormat"] = evvFormat.map(JSONValue.string)
      let part = try await client.call("export", .object(params))
      #expect(part["mediaType"]?.string == mediaType)
      #expect(part["count"] == 0)
      #expect(part["next"]?.isNull == true)
    }
  }

  @Test("a calendar keeps a visit's UID and counts on; what is cancelled stays in it")
  func calendar() async throws {
    try await TestDaemon.run { _, client in
      let visits = try await fill(client)
      _ = try await client.call(
        "visit.cancel", ["visit": .string(visits[1]), "reason": "In hospital", "requestId": "c"])
      let lines = text(try await parts(client, "ics", limit: 2, ["worker": "sarah"])).split(separator: "\r\n")
      #expect(lines.filter { $0.hasPrefix("UID:") } == visits.prefix(4).map { "UID:\($0)@visits" })
      #expect(lines.filter { $0.hasPrefix("SEQUENCE:") } == ["SEQUENCE:1", "SEQUENCE:2", "SEQUENCE:1", "SEQUENCE:1"])
      #expect(
        lines.filter { $0.hasPrefix("STATUS:") } == [
          "STATUS:CONFIRMED", "STATUS:CANCELLED", "STATUS:CONFIRMED", "STATUS:CONFIRMED",
        ])
      #expect(lines.contains("X-WR-CALNAME:Visits of Sarah Miller"))
      #expect(lines.contains("SUMMARY:Margaret Chen"))
      #expect(lines.contains("DTSTART;TZID=America/Edmonton:20261120T080000"))
      #expect(lines.filter { $0 == "BEGIN:VTIMEZONE" }.count == 1)
      let all = text(try await parts(client, "ics", limit: 1000)).split(separator: "\r\n")
      #expect(all.contains("X-WR-CALNAME:Visits"))
      #expect(all.filter { $0.hasPrefix("SUMMARY:") }.last == "SUMMARY:Margaret Chen (Open)")
    }
  }

  @Test("holds the window that was found first, in each of its parts")
  func window() async throws {
    try await TestDaemon.run { _, client in
      let visits = try await fill(client)
      let first = try await client.call(
        "export", ["format": "csv", "from": "2026-11-20T16:00:00Z", "to": "2026-11-20T19:00:00Z", "limit": 1])
      #expect(first["content"]?.string?.contains(visits[1]) == true)
      let rest = try await client.call("export", ["format": "csv", "after": first["next"] ?? .null])
      #expect(rest["count"] == 2)
      #expect(rest["content"]?.string?.hasPrefix(visits[2]) == true)
      #expect(rest["next"]?.isNull == true)
      let tomorrow = try await parts(client, "csv", limit: 9, ["from": "2026-11-21", "to": "2026-11-22"])
      #expect(tomorrow.map { $0["count"] } == [0])
    }
  }

  @Test(
    "what is no place in an export is refused",
    arguments: ["x", "1;2;3", ";;;0..0;x", ";;Nowhere/City;0..0;v", ";;;1..0;v"])
  func places(after: String) async throws {
    try await TestDaemon.run { _, client in
      let office = Office(client: client)
      let error = try await office.refusal("export", ["format": "csv", "after": .string(after)])
      #expect(error.code == -32602)
      #expect(error.data["field"] == "after")
    }
  }

  @Test("a device takes out its own worker's visits and nobody else's")
  func device() async throws {
    try await TestDaemon.run { daemon, client in
      _ = try await fill(client)
      _ = try await client.call("worker.put", ["id": "james", "name": "James Miller", "requestId": "w"])
      let office = Office(client: client)
      let own = try await office.visit(
        "2026-11-20T22:00:00Z", "2026-11-20T23:00:00Z", worker: "james", request: "own")
      let device = try await office.device("james", at: daemon)
      for params in [["format": "csv"], ["format": "csv", "worker": "james"]] as [JSONValue] {
        let text = await device.reply("export", params).text
        #expect(text.contains(own))
        #expect(text.contains("\"count\":1"))
      }
      let error = await device.reply("export", ["format": "csv", "worker": "sarah"]).error
      #expect(error?.code == 1404)
    }
  }

  @Test("a device's record of a visit names nobody but its own worker as who changed it", arguments: ["jsonl", "csv"])
  func deviceRecord(evvFormat: String) async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v")
      let device = try await office.device("sarah", at: daemon)
      _ = try await Peer(service: daemon.service, role: .coordinator).call(
        "visit.change", ["visit": .string(visit), "note": "Ring twice", "requestId": "n"])
      _ = try await device.call("visit.start", ["visit": .string(visit), "requestId": "s"])
      let params: JSONValue = ["format": "evv", "evvFormat": .string(evvFormat)]
      let shown = try #require(try await device.call("export", params)["content"]?.string)
      #expect(!shown.contains("coordinator"))
      #expect(
        shown.contains(evvFormat == "csv" ? "- socket visit.change" : #""from":"socket","action":"visit.change""#))
      #expect(shown.contains(evvFormat == "csv" ? "sarah gateway visit.start" : #""by":"sarah","from":"gateway""#))
      let whole = try #require(try await client.call("export", params)["content"]?.string)
      #expect(whole.contains("coordinator"))
    }
  }

  @Test("its own Bundle, its own table and its own calendar change nothing when they come back")
  func comesBack() async throws {
    try await TestDaemon.run { _, client in
      let visits = try await fill(client)
      _ = try await client.call("visit.complete", ["visit": .string(visits[0]), "requestId": "d"])
      _ = try await client.call(
        "visit.cancel", ["visit": .string(visits[1]), "reason": "In hospital", "requestId": "c"])
      let before = try await client.call("system.status")["cursor"]
      for (format, unchanged) in [("fhir", 7), ("csv", 5), ("ics", 5)] as [(String, JSONValue)] {
        let content = text(try await parts(client, format, limit: 2))
        let answer = try await client.call(
          "import", ["format": .string(format), "content": .string(content), "requestId": .string(format)])
        #expect(answer["refused"] == [])
        #expect(answer["added"] == 0)
        #expect(answer["changed"] == 0)
        #expect(answer["unchanged"] == unchanged)
      }
      let news = try await client.call(
        "event.wait", ["since": try #require(before), "topics": ["visit", "worker", "client"], "timeout": 0])
      #expect(news["events"] == [])
    }
  }

  @Test("words and times that no file tells as they are change nothing when they come back", arguments: ["csv", "ics"])
  func returnedWords(format: String) async throws {
    try await TestDaemon.run { _, client in
      _ = try await Office.open(client)
      let added = try await client.call(
        "visit.add",
        [
          "client": "margaret-chen", "start": "2026-11-20T17:00:07.250Z", "end": "2026-11-20T18:00:00.001Z",
          "address": .string("  9  Gooseberry Lane\n" + String(repeating: "x", count: 470)),
          "service": "Care,\tbath; tea", "note": "Ring twice \n\n\n  then  wait\\n\n", "requestId": "v",
        ])
      let content = text(try await parts(client, format, limit: 9))
      let answer = try await client.call(
        "import", ["format": .string(format), "content": .string(content), "requestId": "i"])
      #expect(answer["refused"] == [])
      #expect(answer["unchanged"] == 1)
      let visit = try await client.call("visit.show", ["visit": added["visits"]?.array?.first?["id"] ?? .null])
      #expect(visit["visit"]?["note"] == "Ring twice \n\n\n  then  wait\\n\n")
      #expect(visit["visit"]?["version"] == 1)
    }
  }

  @Test("a calendar that was edited changes just what was edited")
  func editedCalendar() async throws {
    try await TestDaemon.run { _, client in
      let visits = try await fill(client)
      let content = text(try await parts(client, "ics", limit: 9)).replacing(
        "T100000\r\nDTEND;TZID=America/Edmonton:20261120T110000",
        with: "T101500\r\nDTEND;TZID=America/Edmonton:20261120T104500")
      let answer = try await client.call("import", ["format": "ics", "content": .string(content), "requestId": "i"])
      #expect(answer["changed"] == 1)
      #expect(answer["unchanged"] == 4)
      let visit = try await client.call("visit.show", ["visit": .string(visits[2])])["visit"]
      #expect(visit?["start"] == "2026-11-20T17:15:00Z")
      let again = try await client.call("import", ["format": "ics", "content": .string(content), "requestId": "j"])
      #expect(again["unchanged"] == 5)
      // The client's address, which the calendar shows, has not become the visit's own.
      _ = try await client.call(
        "client.put", ["id": "margaret-chen", "address": "9 Gooseberry Lane", "requestId": "p"])
      let moved = try await client.call("visit.show", ["visit": .string(visits[2])])["visit"]
      #expect(moved?["address"] == "9 Gooseberry Lane")
    }
  }

  @Test("a table that was edited changes just what was edited")
  func edited() async throws {
    try await TestDaemon.run { _, client in
      let visits = try await fill(client)
      let content = text(try await parts(client, "csv", limit: 9)).replacing(
        "2026-11-20 10:00,2026-11-20 11:00", with: "2026-11-20 10:15,2026-11-20 10:45")
      let answer = try await client.call("import", ["format": "csv", "content": .string(content), "requestId": "i"])
      #expect(answer["changed"] == 1)
      #expect(answer["unchanged"] == 4)
      let visit = try await client.call("visit.show", ["visit": .string(visits[2])])["visit"]
      #expect(visit?["start"] == "2026-11-20T17:15:00Z")
      #expect(visit?["version"] == 2)
    }
  }
}
