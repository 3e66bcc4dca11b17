import JSON
import Testing
import VisitsTestSupport

@Suite("A calendar that is taken in again after its events were edited")
struct EditedCalendarTests {
  private let files = CalendarTests()

  /// Margaret Chen at 8:00 in Edmonton, on three Mondays.
  private let eight = """
    UID:m1\r\nSUMMARY:Margaret Chen\r\nDTSTART;TZID=America/Edmonton:20261123T080000\r\n\
    DTEND;TZID=America/Edmonton:20261123T090000\r\nRRULE:FREQ=WEEKLY;COUNT=3
    """

  private func run(_ body: @Sendable (TestDaemon, CheckedClient) async throws -> Void) async throws {
    try await TestDaemon.run(at: "2026-11-20T12:00:00Z") { daemon, client in
      try await files.office(client)
      try await body(daemon, client)
    }
  }

  private func importing(
    _ events: String..., request: String, client: CheckedClient, more: [String: JSONValue] = [:]
  ) async throws -> [Int64?] {
    var params: [String: JSONValue] = ["worker": "sarah"]
    for (name, value) in more { params[name] = value }
    let text =
      (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN"]
      + events.flatMap { ["BEGIN:VEVENT", "DTSTAMP:20261101T000000Z", $0, "END:VEVENT"] } + ["END:VCALENDAR", ""])
      .joined(separator: "\r\n")
    return files.counts(try await files.importing(text, request, client, params))
  }

  /// Each visit as its start in Edmonton, with its status where that is not scheduled.
  private func plan(_ client: CheckedClient) async throws -> [String] {
    try await files.visits(client).map { visit in
      let start = visit["start"]?.string?.replacing("2026-", with: "").replacing(":00Z", with: "") ?? ""
      return visit["status"] == "scheduled" ? start : "\(start) \(visit["status"]?.string ?? "")"
    }
  }

  @Test("moves the visits of a series that begins an hour later, each its own")
  func all() async throws {
    try await run { _, client in
      #expect(try await importing(eight, request: "i1", client: client) == [3, 0, 0, 0])
      let before = try await files.visits(client).map { $0["id"] }
      let nine = eight.replacing("T090000", with: "T100000").replacing("T080000", with: "T090000")
      #expect(try await importing(nine, request: "i2", client: client) == [0, 3, 0, 0])
      #expect(try await plan(client) == ["11-23T16:00", "11-30T16:00", "12-07T16:00"])
      #expect(try await files.visits(client).map { $0["id"] } == before)
      #expect(try await importing(nine, request: "i3", client: client) == [0, 0, 3, 0])
      #expect(try await importing(eight, request: "i4", client: client) == [0, 3, 0, 0])
      #expect(try await plan(client) == ["11-23T15:00", "11-30T15:00", "12-07T15:00"])
    }
  }

  @Test("leaves a visit that the office has cancelled, and plans none in its place")
  func decided() async throws {
    try await run { _, client in
      _ = try await importing(eight, request: "i1", client: client)
      let visit = try await files.visits(client)[1]["id"] ?? .null
      _ = try await client.call("visit.cancel", ["visit": visit, "reason": "In hospital", "requestId": "c1"])
      let nine = eight.replacing("T090000", with: "T100000").replacing("T080000", with: "T090000")
      #expect(try await importing(nine, request: "i2", client: client) == [0, 2, 0, 0])
      #expect(try await plan(client) == ["11-23T16:00", "11-30T15:00 cancelled", "12-07T16:00"])
    }
  }

  @Test("cancels what lies behind the new end of a series, once, and what the office reopens stays")
  func shortened() async throws {
    try await run { _, client in
      _ = try await importing(eight, request: "i1", client: client)
      let short = eight.replacing("COUNT=3", with: "UNTIL=20261124T000000Z")
      #expect(try await importing(short, request: "i2", client: client) == [0, 2, 1, 0])
      #expect(try await plan(client) == ["11-23T15:00", "11-30T15:00 cancelled", "12-07T15:00 cancelled"])
      let last = try await files.visits(client)[2]
      #expect(last["reason"] == "Cancelled in the imported file.")
      _ = try await client.call(
        "visit.reopen", ["visit": last["id"] ?? .null, "reason": "still needed", "requestId": "r1"])
      #expect(try await importing(short, request: "i3", client: client) == [0, 0, 1, 0])
      #expect(try await plan(client) == ["11-23T15:00", "11-30T15:00 cancelled", "12-07T15:00"])
    }
  }

  @Test("plans this and following as the new series says, instead of the old one and in nobody's way")
  func following() async throws {
    try await run { _, client in
      _ = try await importing(eight, request: "i1", client: client)
      let short = eight.replacing("COUNT=3", with: "UNTIL=20261124T000000Z")
      let rest = eight.replacing("UID:m1", with: "UID:m1_R20261130T150000").replacing("20261123", with: "20261130")
        .replacing("COUNT=3", with: "COUNT=2").replacing("T090000", with: "T093000")
      let counts = try await importing(short, rest, request: "i2", client: client, more: ["skipInvalid": true])
      #expect(counts == [2, 2, 1, 0])
      #expect(
        try await plan(client).sorted() == [
          "11-23T15:00", "11-30T15:00", "11-30T15:00 cancelled", "12-07T15:00", "12-07T15:00 cancelled",
        ])
    }
  }

  @Test("cancels the Mondays of a series that is on Tuesdays now")
  func otherDay() async throws {
    try await run { _, client in
      _ = try await importing(eight, request: "i1", client: client)
      let tuesday = eight.replacing("20261123", with: "20261124")
      #expect(try await importing(tuesday, request: "i2", client: client) == [3, 3, 0, 0])
      #expect(
        try await plan(client) == [
          "11-23T15:00 cancelled", "11-24T15:00", "11-30T15:00 cancelled", "12-01T15:00", "12-07T15:00 cancelled",
          "12-08T15:00",
        ])
    }
  }

  @Test("keeps the visit of a single event that recurs now, and of a series that is a single event")
  func becomesSeries() async throws {
    try await run { _, client in
      let single = eight.replacing("\r\nRRULE:FREQ=WEEKLY;COUNT=3", with: "")
      let first = try await importing(single, request: "i1", client: client)
      #expect(first == [1, 0, 0, 0])
      #expect(try await importing(eight, request: "i2", client: client) == [2, 0, 1, 0])
      #expect(try await plan(client) == ["11-23T15:00", "11-30T15:00", "12-07T15:00"])
      #expect(try await importing(single, request: "i3", client: client) == [0, 2, 1, 0])
      #expect(try await plan(client) == ["11-23T15:00", "11-30T15:00 cancelled", "12-07T15:00 cancelled"])
    }
  }

  @Test("leaves alone what it tells in parts only: other events, single days, and what is refused")
  func untold() async throws {
    try await run { _, client in
      _ = try await importing(eight, request: "i1", client: client)
      let three = ["11-23T15:00", "11-30T15:00", "12-07T15:00"]
      let other = eight.replacing("UID:m1", with: "UID:m1/x").replacing("T080000", with: "T110000")
        .replacing("T090000", with: "T120000").replacing(";COUNT=3", with: ";COUNT=1")
      #expect(try await importing(other, request: "i2", client: client) == [1, 0, 0, 0])
      let day = eight.replacing(
        "RRULE:FREQ=WEEKLY;COUNT=3", with: "RECURRENCE-ID;TZID=America/Edmonton:20261123T080000")
      #expect(try await importing(day, request: "i3", client: client) == [0, 0, 1, 0])
      let unread = eight.replacing("FREQ=WEEKLY;COUNT=3", with: "FREQ=HOURLY;COUNT=3")
      #expect(
        try await importing(unread, request: "i4", client: client, more: ["skipInvalid": true]) == [0, 0, 0, 1])
      #expect(try await plan(client) == [three[0], "11-23T18:00", three[1], three[2]])
    }
  }

  @Test("cancels nothing of an event that was moved while its client's name is not known any more")
  func unknownClient() async throws {
    try await run { _, client in
      _ = try await importing(eight, request: "i1", client: client)
      let three = try await plan(client)
      let moved = eight.replacing("T090000", with: "T100000").replacing("T080000", with: "T090000")
        .replacing("SUMMARY:Margaret Chen", with: "SUMMARY:Margret Chn")
      let skipping = try await importing(moved, request: "i2", client: client, more: ["skipInvalid": true])
      #expect(skipping == [0, 0, 0, 1])
      #expect(try await plan(client) == three)
    }
  }

  @Test("touches nothing that has been, and nothing of long ago that was put off until now")
  func past() async throws {
    try await run { daemon, client in
      _ = try await importing(eight, request: "i1", client: client)
      let first = try await files.visits(client)[0]["id"] ?? .null
      _ = try await client.call(
        "visit.change", ["visit": first, "localStart": "2026-12-04T10:00", "requestId": "m1"])
      daemon.time.set("2026-12-01T12:00:00Z")
      // The first lies before the window now, the second is over.
      let short = eight.replacing("20261123", with: "20261207").replacing("COUNT=3", with: "COUNT=1")
      #expect(try await importing(short, request: "i2", client: client) == [0, 0, 1, 0])
      #expect(try await plan(client) == ["11-30T15:00", "12-04T17:00", "12-07T15:00"])
    }
  }

  @Test("reads Outlook's series with its own zone's name and a day moved to another, twice, then one day changed")
  func outlook() async throws {
    try await run { _, client in
      let zoned = "TZID=\"Mountain Standard Time\""
      func event(_ lines: String...) -> String { "UID:040000008200E00074C5\r\n" + lines.joined(separator: "\r\n") }
      let series = event(
        "SUMMARY:Margaret Chen", "DTSTART;\(zoned):20261123T080000", "DTEND;\(zoned):20261123T090000",
        "RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=MO", "X-MICROSOFT-CDO-BUSYSTATUS:BUSY")
      func moved(_ day: String) -> String {
        event(
          "SUMMARY:Margaret Chen", "RECURRENCE-ID;\(zoned):20261130T080000", "DTSTART;\(zoned):\(day)T130000",
          "DTEND;\(zoned):\(day)T140000")
      }
      let off = """
        UID:off\r\nSUMMARY:Vacation\r\nDTSTART;VALUE=DATE:20261124\r\nDTEND;VALUE=DATE:20261126\r\n\
        X-MICROSOFT-CDO-BUSYSTATUS:OOF
        """
      let skip: [String: JSONValue] = ["skipInvalid": true]
      let plans = ["11-23T15:00", "12-02T20:00", "12-07T15:00"]
      let first = try await importing(series, moved("20261202"), off, request: "i1", client: client, more: skip)
      #expect(first == [3, 0, 0, 1])
      #expect(try await plan(client) == plans)
      #expect(
        try await importing(series, moved("20261202"), off, request: "i2", client: client, more: skip) == [0, 0, 3, 1])
      #expect(
        try await importing(series, moved("20261203"), off, request: "i3", client: client, more: skip) == [0, 1, 2, 1])
      #expect(try await plan(client) == [plans[0], "12-03T20:00", plans[2]])
    }
  }

  @Test("says how many events lie outside the days that are taken in, the same again when it is asked again")
  func outside() async throws {
    try await run { _, client in
      let text = files.calendar(eight, eight.replacing("m1", with: "m2").replacing("20261123", with: "20260323"))
      for _ in 1...2 {
        let answer = try await files.importing(text, "i1", client, ["worker": "sarah"])
        #expect(files.counts(answer) == [3, 0, 0, 0])
        #expect(
          answer["outside"] == [
            "events": 1, "from": "2026-11-13", "to": "2027-01-15", "days": "Nov 13, 2026 – Jan 15, 2027",
          ])
      }
    }
  }

  @Test("takes an event at an hour that the clocks skip as late as they are put forward")
  func skippedHour() async throws {
    try await TestDaemon.run(at: "2026-03-01T12:00:00Z") { _, client in
      try await files.office(client)
      let night = "UID:n1\r\nSUMMARY:Margaret Chen\r\nDTSTART:20260308T023000\r\nDTEND:20260308T033000"
      #expect(try await importing(night, request: "i1", client: client) == [1, 0, 0, 0])
      let visit = try await files.visits(client)[0]
      #expect([visit["start"], visit["end"]] == ["2026-03-08T09:30:00Z", "2026-03-08T10:30:00Z"])
    }
  }
}
