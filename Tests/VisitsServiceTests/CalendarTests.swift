import Foundation
import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("The import of a calendar, through the socket")
struct CalendarTests {
  func office(_ client: CheckedClient) async throws {
    _ = try await Office.open(client)
    for name in ["John Smith", "Élsie Beaudry-Côté"] {
      let id = name == "John Smith" ? "john-smith" : "elsie"
      _ = try await client.call(
        "client.put", ["id": .string(id), "name": .string(name), "requestId": .string("c-\(id)")])
    }
  }

  /// A calendar as another program exports it.
  private func fixture(_ name: String) throws -> String {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: tests.appending(path: "VisitsExchangeTests/Fixtures/\(name).ics"), encoding: .utf8)
  }

  func importing(
    _ text: String, _ request: String, _ client: CheckedClient, _ more: [String: JSONValue] = [:]
  ) async throws -> JSONValue {
    var params = JSONObject()
    params["format"] = "ics"
    params["content"] = .string(text)
    params["requestId"] = .string(request)
    for (name, value) in more { params[name] = value }
    return try await client.call("import", .object(params))
  }

  func counts(_ answer: JSONValue) -> [Int64?] {
    ["added", "changed", "unchanged"].map { answer[$0]?.integer } + [(answer["refused"]?.array?.count).map(Int64.init)]
  }

  func visits(_ client: CheckedClient) async throws -> [JSONValue] {
    try await client.call("visit.list", ["limit": 1000])["visits"]?.array ?? []
  }

  func calendar(_ events: String...) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN"]
      + events.flatMap { ["BEGIN:VEVENT", "DTSTAMP:20261101T000000Z", $0, "END:VEVENT"] } + ["END:VCALENDAR", ""])
      .joined(separator: "\r\n")
  }

  private let monday = """
    UID:m1\r\nSUMMARY:Margaret Chen\r\nDTSTART:20261123T150000Z\r\nDTEND:20261123T160000Z\r\n\
    RRULE:FREQ=WEEKLY;COUNT=3
    """

  @Test("a Google export is taken in, and the same file again changes nothing")
  func google() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { _, client in
      try await office(client)
      let text = try fixture("google")
      let more: [String: JSONValue] = ["worker": "sarah", "skipInvalid": true, "allowOverlap": true]
      let first = try await importing(text, "i1", client, more)
      // The day off is refused, and days that a series leaves out are nothing to cancel.
      #expect(counts(first) == [21, 0, 0, 1])
      let visits = try await visits(client)
      #expect(visits.allSatisfy { $0["worker"] == "sarah" })
      #expect(visits.first?["client"] == "john-smith")
      #expect(visits.first?["start"] == "2026-11-13T17:30:00Z")
      #expect(counts(try await importing(text, "i2", client, more)) == [0, 0, 21, 1])
      #expect(try await self.visits(client) == visits)
      let audit = try await client.call("audit.list", ["visit": visits[0]["id"] ?? .null])
      #expect(audit["entries"]?.array?.first?["from"] == "import")
    }
  }

  @Test("a changed file changes just that, and undoes nothing that the office has decided since")
  func changed() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { _, client in
      try await office(client)
      let first = try await importing(calendar(monday), "i1", client, ["worker": "sarah"])
      #expect(counts(first) == [3, 0, 0, 0])
      let before = try await visits(client)
      _ = try await client.call(
        "visit.change", ["visit": before[2]["id"] ?? .null, "localStart": "2026-12-08T10:00", "requestId": "m1"])
      // One day is left out now, and one is moved.
      let text = calendar(
        monday + "\r\nEXDATE:20261123T150000Z",
        """
        UID:m1\r\nRECURRENCE-ID:20261130T150000Z\r\nSUMMARY:Margaret Chen\r\nDTSTART:20261130T170000Z\r\n\
        DTEND:20261130T180000Z
        """)
      #expect(counts(try await importing(text, "i2", client, ["worker": "sarah"])) == [0, 2, 1, 0])
      let after = try await visits(client)
      #expect(after.map { $0["status"] } == ["cancelled", "scheduled", "scheduled"])
      #expect(
        after.map { $0["start"] } == [
          "2026-11-23T15:00:00Z", "2026-11-30T17:00:00Z", "2026-12-08T17:00:00Z",
        ])
      #expect(after[0]["reason"] == "Cancelled in the imported file.")
      #expect(counts(try await importing(text, "i3", client, ["worker": "sarah"])) == [0, 0, 3, 0])
    }
  }

  @Test("an event of our own calendar is the visit that it was made of")
  func own() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { _, client in
      try await office(client)
      let office = Office(client: client)
      let id = try await office.visit("2026-11-23T15:00:00Z", "2026-11-23T16:00:00Z", request: "v1")
      func event(_ hour: String) -> String {
        """
        UID:\(id)@visits\r\nSUMMARY:Margaret Chen\r\nX-VISITS-CLIENT:margaret-chen\r\nX-VISITS-WORKER:sarah\r\n\
        LOCATION:123 Oak St\\, Edmonton\r\nDTSTART:20261123T\(hour)0000Z\r\nDTEND:20261123T\(hour)3000Z
        """
      }
      let same = event("15").replacing("T153000Z", with: "T160000Z")
      #expect(counts(try await importing(calendar(same), "i1", client)) == [0, 0, 1, 0])
      #expect(counts(try await importing(calendar(event("18")), "i2", client)) == [0, 1, 0, 0])
      let visits = try await visits(client)
      #expect(visits.map { $0["id"]?.string } == [id])
      #expect(visits.map { $0["start"] } == ["2026-11-23T18:00:00Z"])
    }
  }

  @Test("a client or a worker whom nobody knows, and a text that is none, are refused by name")
  func refusals() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { _, client in
      try await office(client)
      let unknown = try await importing(calendar(monday.replacing("Margaret Chen", with: "Margret Chen")), "i1", client)
      // Once for the whole series, by its title and first day.
      #expect(counts(unknown) == [0, 0, 0, 1])
      #expect(unknown["refused"]?.array?.first?["place"] == "\"Margret Chen\", 2026-11-23")
      #expect(
        unknown["refused"]?.array?.first?["reason"]
          == "No client has the name or the id \"Margret Chen\". Did you mean \"Margaret Chen\"?")
      for (text, worker, field) in [(calendar(monday), "nobody", nil), ("no calendar", "sarah", "content")] {
        do {
          _ = try await importing(text, "i2", client, ["worker": .string(worker)])
          Issue.record("not refused")
        } catch let error as RPCError {
          #expect(error.code == (field == nil ? 1404 : -32602))
          #expect(error.data["field"]?.string == field)
        }
      }
      #expect(try await visits(client).isEmpty)
    }
  }

  @Test("an event that is another client's by now changes no visit and is not called unchanged")
  func anotherClient() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { _, client in
      try await office(client)
      #expect(counts(try await importing(calendar(monday), "i1", client)) == [3, 0, 0, 0])
      let changed = monday.replacing("Margaret Chen", with: "John Smith")
      let answer = try await importing(calendar(changed), "i2", client)
      #expect(counts(answer) == [0, 0, 0, 1])
      #expect(
        answer["refused"]?.array?.first?["reason"]
          == "The id of this entry belongs to a visit of another client. Give the entry an id of its own.")
      #expect(try await visits(client).allSatisfy { $0["client"] == "margaret-chen" })
    }
  }

  @Test("an event that stands in two workers' calendars is taken from neither")
  func twoCalendars() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { _, client in
      try await office(client)
      _ = try await client.call("worker.put", ["id": "daniel", "name": "Daniel Okafor", "requestId": "w"])
      #expect(counts(try await importing(calendar(monday), "i1", client, ["worker": "sarah"])) == [3, 0, 0, 0])
      let second = try await importing(calendar(monday), "i2", client, ["worker": "daniel"])
      #expect(counts(second) == [0, 0, 0, 1])
      #expect(
        second["refused"]?.array?.first?["reason"]
          == """
          Sarah Miller has this visit from another calendar. If it was handed over, assign it first. If both come, \
          plan the second visit by hand.
          """)
      #expect(try await visits(client).allSatisfy { $0["worker"] == "sarah" })
      // Those who were handed over by the office are the other's in their calendar.
      for visit in try await visits(client) {
        _ = try await client.call(
          "visit.change", ["visit": visit["id"] ?? .null, "worker": "daniel", "requestId": visit["id"] ?? .null])
      }
      #expect(counts(try await importing(calendar(monday), "i3", client, ["worker": "daniel"])) == [0, 0, 3, 0])
    }
  }

  @Test("a colleague who is invited to an event, or to one day of it, or taken off again, makes no second visit of it")
  func invited() async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { _, client in
      try await office(client)
      func take(_ request: String, _ events: String...) async throws -> [Int64?] {
        let text = calendar(events.joined(separator: "\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\n"))
        return counts(try await importing(text, request, client, ["worker": "sarah"]))
      }
      let sarah = "\r\nATTENDEE;CN=Sarah Miller:mailto:sarah@a.example"
      let both = sarah + "\r\nATTENDEE;CN=Daniel:mailto:daniel@a.example"
      let secondDay = """
        UID:m1\r\nRECURRENCE-ID:20261130T150000Z\r\nSUMMARY:Margaret Chen\r\nDTSTART:20261130T170000Z\r\n\
        DTEND:20261130T180000Z
        """
      #expect(try await take("i1", monday + sarah) == [3, 0, 0, 0])
      #expect(try await take("i2", monday + both) == [0, 0, 3, 0])
      #expect(try await take("i3", monday + sarah, secondDay + both) == [0, 1, 2, 0])
      #expect(try await take("i4", monday + sarah, secondDay + sarah) == [0, 0, 3, 0])
      #expect(try await take("i5", monday + both + "\r\nSTATUS:CANCELLED") == [0, 3, 0, 0])
      #expect(try await visits(client).map { $0["status"] } == ["cancelled", "cancelled", "cancelled"])
    }
  }
}
