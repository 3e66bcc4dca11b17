import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("What comes of an event after it was first taken in, through the socket")
struct CalendarMessagesTests {
  private let files = CalendarTests()

  /// Margaret Chen at 8:00 in Edmonton, on three days.
  private let series = """
    UID:e\r\nSUMMARY:Margaret Chen\r\nDTSTART;TZID=America/Edmonton:20261126T080000\r\nDURATION:PT1H\r\n\
    RRULE:FREQ=DAILY;COUNT=3
    """

  private func run(_ body: @Sendable (CheckedClient) async throws -> Void) async throws {
    try await TestDaemon.run(at: "2026-11-24T12:00:00Z") { _, client in
      try await files.office(client)
      try await body(client)
    }
  }

  private func message(_ method: String, _ lines: String) -> String {
    files.calendar("UID:e\r\n\(lines)").replacing("VERSION:2.0", with: "VERSION:2.0\r\nMETHOD:\(method)")
  }

  private func take(
    _ text: String, _ request: String, _ client: CheckedClient, _ more: [String: JSONValue] = ["worker": "sarah"]
  ) async throws -> [Int64?] {
    files.counts(try await files.importing(text, request, client, more))
  }

  /// Each visit as its start, with its status where that is not scheduled.
  private func starts(_ client: CheckedClient) async throws -> [String] {
    try await files.visits(client).map { visit in
      let start = visit["start"]?.string?.replacing("2026-", with: "").replacing(":00Z", with: "") ?? ""
      return visit["status"] == "scheduled" ? start : "\(start) \(visit["status"]?.string ?? "")"
    }
  }

  @Test("a day without a zone that is called off alone is the day by the client's clocks")
  func floatingCancelled() async throws {
    try await run { client in
      _ = try await client.call(
        "client.put", ["id": "margaret-chen", "timeZone": "Europe/London", "requestId": "zone"])
      let series = "SUMMARY:Margaret Chen\r\nDTSTART:20261126T150000\r\nDURATION:PT1H\r\nRRULE:FREQ=DAILY;COUNT=2"
      _ = try await take(files.calendar("UID:e\r\n\(series)"), "i1", client)
      #expect(try await starts(client) == ["11-26T15:00", "11-27T15:00"])
      let off = "SEQUENCE:1\r\nRECURRENCE-ID:20261127T150000"
      #expect(try await take(message("CANCEL", off), "i2", client) == [0, 1, 0, 0])
      #expect(try await starts(client) == ["11-26T15:00", "11-27T15:00 cancelled"])
    }
  }

  @Test("a single event that is moved beyond the planned days no longer takes place at its old time")
  func movedOut() async throws {
    try await run { client in
      let event = "SUMMARY:Margaret Chen\r\nDURATION:PT1H\r\n"
      let first = "\(event)SEQUENCE:1\r\nDTSTART:20261126T150000Z"
      #expect(try await take(message("REQUEST", first), "i1", client) == [1, 0, 0, 0])
      // An older version says nothing, nor does the same one with a shorter list of days.
      let older = "\(event)SEQUENCE:0\r\nDTSTART:20270204T150000Z"
      #expect(try await take(message("REQUEST", older), "i2", client) == [0, 0, 0, 0])
      #expect(try await starts(client) == ["11-26T15:00"])
      let moved = "\(event)SEQUENCE:2\r\nDTSTART:20270204T150000Z"
      let answer = try await files.importing(message("REQUEST", moved), "i3", client, ["worker": "sarah"])
      #expect(files.counts(answer) == [0, 1, 0, 0])
      #expect(
        answer["notes"]?.array?.map { $0["reason"] } == [
          "lies outside the days that are planned now; its visit was cancelled"
        ])
      #expect(try await starts(client) == ["11-26T15:00 cancelled"])
      let back = "\(event)SEQUENCE:3\r\nDTSTART:20261127T150000Z"
      #expect(try await take(message("REQUEST", back), "i4", client)[3] == 0)
    }
  }

  @Test("a single event that is moved beyond the planned days and then called off takes place no more")
  func calledOffOutside() async throws {
    try await run { client in
      let event = "SUMMARY:Margaret Chen\r\nDURATION:PT1H\r\n"
      _ = try await take(files.calendar("UID:e\r\n\(event)DTSTART:20261126T150000Z"), "i1", client)
      let off = "\(event)SEQUENCE:2\r\nSTATUS:CANCELLED\r\nDTSTART:20270204T150000Z"
      #expect(try await take(files.calendar("UID:e\r\n\(off)"), "i2", client) == [0, 1, 0, 0])
      #expect(try await starts(client) == ["11-26T15:00 cancelled"])
    }
  }

  @Test("a day that came before its series is not put back by an older version of the series")
  func dayFirst() async throws {
    try await run { client in
      let day = """
        SUMMARY:Margaret Chen\r\nSEQUENCE:1\r\nDTSTAMP:20261101T000000Z\r\nRECURRENCE-ID:20261127T150000Z\r\n\
        DTSTART:20261127T170000Z\r\nDURATION:PT1H
        """
      #expect(try await take(message("REQUEST", day), "i1", client) == [1, 0, 0, 0])
      let older = files.calendar("\(series)\r\nSEQUENCE:0\r\nDTSTAMP:20261031T000000Z")
      for request in ["i2", "i3"] {
        _ = try await take(older, request, client)
        #expect(try await starts(client) == ["11-26T15:00", "11-27T17:00", "11-28T15:00"])
      }
    }
  }

  @Test("a day of a series in UTC that is named by its date is the day in UTC")
  func dateOfUTC() async throws {
    try await run { client in
      let series =
        "UID:e\r\nSUMMARY:Margaret Chen\r\nDTSTART:20261126T040000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=DAILY;COUNT=3"
      _ = try await take(files.calendar(series), "i1", client)
      let off = "SUMMARY:Margaret Chen\r\nSEQUENCE:1\r\nRECURRENCE-ID;VALUE=DATE:20261127\r\nDTSTART:20261127T040000Z"
      #expect(try await take(message("CANCEL", off), "i2", client) == [0, 1, 0, 0])
      #expect(try await starts(client) == ["11-26T04:00", "11-27T04:00 cancelled", "11-28T04:00"])
    }
  }

  @Test(
    "one day that is called off alone is that day, however its start is written",
    arguments: [
      "RECURRENCE-ID:20261127T150000Z", "RECURRENCE-ID;TZID=America/New_York:20261127T100000",
      "RECURRENCE-ID;VALUE=DATE:20261127", "RECURRENCE-ID;TZID=America/Edmonton:20261127T080000",
    ])
  func cancelled(_ original: String) async throws {
    try await run { client in
      let first = try await take(files.calendar(series), "i1", client)
      #expect(first == [3, 0, 0, 0])
      let whole = """
        SUMMARY:Margaret Chen\r\n\(original)\r\nDTSTART:20261127T150000Z\r\nDURATION:PT1H\r\nSEQUENCE:1\r\n\
        STATUS:CANCELLED
        """
      #expect(try await take(message("CANCEL", whole), "i2", client) == [0, 1, 0, 0])
      let planned = ["11-26T15:00", "11-27T15:00 cancelled", "11-28T15:00"]
      #expect(try await starts(client) == planned)
      #expect(try await take(message("CANCEL", whole), "i3", client) == [0, 0, 1, 0])
      // RFC 5546, 3.2.5: nothing else need be told.
      let bare = original.replacing("20261127", with: "20261128")
      #expect(try await take(message("CANCEL", "\(bare)\r\nSEQUENCE:1"), "i4", client) == [0, 1, 0, 0])
      #expect(try await starts(client) == [planned[0], planned[1], "11-28T15:00 cancelled"])
    }
  }

  @Test(
    "one day that is moved alone moves, and is that day when it is called off",
    arguments: ["RECURRENCE-ID:20261127T150000Z", "RECURRENCE-ID;TZID=America/New_York:20261127T100000"])
  func moved(_ original: String) async throws {
    try await run { client in
      let first = try await take(files.calendar(series), "i1", client)
      #expect(first == [3, 0, 0, 0])
      let moved = "SUMMARY:Margaret Chen\r\n\(original)\r\nDTSTART:20261127T170000Z\r\nDURATION:PT1H\r\nSEQUENCE:1"
      #expect(try await take(message("REQUEST", moved), "i2", client) == [0, 1, 0, 0])
      #expect(try await starts(client) == ["11-26T15:00", "11-27T17:00", "11-28T15:00"])
      // The series as it was before says nothing of that.
      #expect(try await take(files.calendar(series), "i3", client) == [0, 0, 2, 0])
      let off = moved.replacing("SEQUENCE:1", with: "SEQUENCE:2\r\nSTATUS:CANCELLED")
      #expect(try await take(message("CANCEL", off), "i4", client) == [0, 1, 0, 0])
      #expect(try await starts(client) == ["11-26T15:00", "11-27T17:00 cancelled", "11-28T15:00"])
    }
  }

  @Test("a series in UTC is known in other zones, and a whole text afterwards adds nothing")
  func inUTC() async throws {
    try await run { client in
      let utc = series.replacing(";TZID=America/Edmonton:20261126T080000", with: ":20261126T150000Z")
      let first = try await take(files.calendar(utc), "i1", client)
      #expect(first == [3, 0, 0, 0])
      let moved = """
        SUMMARY:Margaret Chen\r\nRECURRENCE-ID;TZID=Europe/Berlin:20261127T160000\r\nDTSTART:20261127T170000Z\r\n\
        DURATION:PT1H\r\nSEQUENCE:1
        """
      #expect(try await take(message("REQUEST", moved), "i2", client) == [0, 1, 0, 0])
      let newer = utc + "\r\nSEQUENCE:2"
      #expect(try await take(files.calendar(newer, "UID:e\r\n\(moved)"), "i3", client) == [0, 0, 3, 0])
      #expect(try await starts(client) == ["11-26T15:00", "11-27T17:00", "11-28T15:00"])
    }
  }

  @Test("an event is called off by its UID alone")
  func byUID() async throws {
    try await run { client in
      let first = try await take(files.calendar(series), "i1", client)
      #expect(first == [3, 0, 0, 0])
      #expect(try await take(message("CANCEL", "SEQUENCE:1"), "i2", client) == [0, 3, 0, 0])
      #expect(
        try await starts(client) == ["11-26T15:00 cancelled", "11-27T15:00 cancelled", "11-28T15:00 cancelled"])
      let unknown = message("CANCEL", "SEQUENCE:1").replacing("UID:e", with: "UID:other")
      let answer = try await files.importing(unknown, "i3", client)
      #expect(answer["neverPlanned"] == 1)
    }
  }

  @Test("what the next version of an event says no more goes, and what the office wrote stays")
  func gone() async throws {
    try await run { client in
      let lines = """
        UID:e\r\nSUMMARY:Margaret Chen\r\nDTSTART:20261126T150000Z\r\nDURATION:PT1H
        """
      let full = lines + "\r\nLOCATION:12 Oak\r\nDESCRIPTION:Ring\r\nCATEGORIES:Bath"
      #expect(try await take(files.calendar(full), "i1", client) == [1, 0, 0, 0])
      let id = try await files.visits(client)[0]["id"] ?? .null
      _ = try await client.call("visit.change", ["visit": id, "note": "Key at Tom's", "requestId": "c1"])
      #expect(try await take(files.calendar(lines), "i2", client) == [0, 1, 0, 0])
      let visit = try await files.visits(client)[0]
      let left = ["address", "note", "service"].map { visit[$0]?.string }
      #expect(left == ["123 Oak St, Edmonton", "Key at Tom's", nil])
      #expect(try await take(files.calendar(lines), "i3", client) == [0, 0, 1, 0])
      #expect(try await take(files.calendar(full), "i4", client) == [0, 1, 0, 0])
    }
  }

  @Test("who declines is not planned, and is told")
  func declined() async throws {
    try await run { client in
      func event(_ state: String) -> String {
        """
        UID:e\r\nSUMMARY:Margaret Chen\r\nDTSTART:20261126T150000Z\r\nDURATION:PT1H\r\n\
        ATTENDEE;CN=Sarah Miller;PARTSTAT=\(state):mailto:s@x.example
        """
      }
      #expect(try await take(files.calendar(event("ACCEPTED")), "i1", client) == [1, 0, 0, 0])
      let answer = try await files.importing(files.calendar(event("DECLINED")), "i2", client, ["worker": "sarah"])
      #expect(files.counts(answer) == [0, 1, 0, 0])
      #expect(
        answer["notes"] == [
          [
            "place": "\"Margaret Chen\", 2026-11-26",
            "reason": "\"Sarah Miller\" has declined, so the visit is open",
          ]
        ])
      #expect(try await files.visits(client).map { $0["worker"]?.string } == [nil])
      // Whom the office asks instead comes.
      _ = try await client.call("worker.put", ["id": "daniel", "name": "Daniel Okafor", "requestId": "w"])
      let id = try await files.visits(client)[0]["id"] ?? .null
      _ = try await client.call("visit.change", ["visit": id, "worker": "daniel", "requestId": "a1"])
      let later = event("DECLINED").replacing("DURATION:PT1H", with: "DURATION:PT2H")
      #expect(try await take(files.calendar(later), "i3", client) == [0, 1, 0, 0])
      #expect(try await files.visits(client).map { $0["worker"] } == ["daniel"])
    }
  }

  @Test("times without a zone and times in UTC in one event meet by the client's clocks")
  func mixed() async throws {
    try await run { client in
      _ = try await client.call(
        "client.put", ["id": "ann", "name": "Ann Lee", "timeZone": "Europe/London", "requestId": "l1"])
      let lines = "UID:e\r\nSUMMARY:Ann Lee\r\nDTSTART:20261126T080000\r\n"
      #expect(try await take(files.calendar(lines + "DTEND:20261126T160000Z"), "i1", client) == [1, 0, 0, 0])
      let visit = try await files.visits(client)[0]
      #expect([visit["start"], visit["end"]] == ["2026-11-26T08:00:00Z", "2026-11-26T16:00:00Z"])
      let daily =
        lines.replacing("UID:e", with: "UID:d").replacing("T080000", with: "T180000")
        + "DURATION:PT1H\r\nRRULE:FREQ=DAILY;COUNT=3"
      let day = """
        UID:d\r\nSUMMARY:Ann Lee\r\nRECURRENCE-ID:20261128T180000Z\r\nDTSTART:20261128T200000Z\r\nDURATION:PT1H
        """
      let both = files.calendar(daily + "\r\nEXDATE:20261127T180000Z", day)
      for (request, counts) in [("i2", [2, 0, 0, 0]), ("i3", [0, 0, 2, 0])] as [(String, [Int64?])] {
        #expect(try await take(both, request, client) == counts)
        #expect(try await starts(client) == ["11-26T08:00", "11-26T18:00", "11-28T20:00"])
      }
    }
  }

  @Test("on the night on which clocks change a duration without a zone lasts as long as it says, and an end stays")
  func floatingHours() async throws {
    try await TestDaemon.run(at: "2026-03-01T12:00:00Z") { _, client in
      try await files.office(client)
      let night = "UID:n\r\nSUMMARY:Margaret Chen\r\nDTSTART:20260307T220000\r\nDURATION:PT8H"
      #expect(try await take(files.calendar(night), "i1", client) == [1, 0, 0, 0])
      let visit = try await files.visits(client)[0]
      #expect([visit["start"], visit["end"]] == ["2026-03-08T05:00:00Z", "2026-03-08T13:00:00Z"])
      let shift = """
        UID:s\r\nSUMMARY:Margaret Chen\r\nDTSTART:20260303T220000\r\nDTEND:20260304T060000\r\n\
        RRULE:FREQ=DAILY;COUNT=1\r\nRDATE:20260307T220000
        """
      #expect(try await take(files.calendar(shift), "i2", client, ["allowOverlap": true]) == [2, 0, 0, 0])
      let ends = try await files.visits(client).map { $0["end"] }
      #expect(ends == ["2026-03-04T13:00:00Z", "2026-03-08T13:00:00Z", "2026-03-08T12:00:00Z"])
    }
  }

  @Test("an older version that comes later is left out, with a word")
  func older() async throws {
    try await run { client in
      func version(_ sequence: Int, _ hour: String) -> String {
        files.calendar(series.replacing("T080000", with: "T\(hour)0000") + "\r\nSEQUENCE:\(sequence)")
      }
      #expect(try await take(version(1, "08"), "i1", client) == [3, 0, 0, 0])
      let planned = try await starts(client)
      let answer = try await files.importing(version(0, "06"), "i2", client, ["worker": "sarah"])
      #expect(files.counts(answer) == [0, 0, 0, 0])
      #expect(answer["kept"]?.array?.count == 3)
      #expect(
        answer["kept"]?.array?.first?["reason"]?.string
          == "The file holds an older version of this event than the one that was imported before. Export the calendar "
          + "again.")
      #expect(try await starts(client) == planned)
      #expect(try await take(version(0, "08"), "i3", client) == [0, 0, 3, 0], "the same is no news")
      #expect(try await take(version(2, "06"), "i4", client) == [0, 3, 0, 0])
      let stamped = version(2, "07").replacing("DTSTAMP:20261101", with: "DTSTAMP:20261031")
      #expect(try await take(stamped, "i5", client) == [0, 0, 0, 0])
      #expect(try await starts(client) == ["11-26T13:00", "11-27T13:00", "11-28T13:00"])
    }
  }

  @Test("a stamp that is the start itself, in UTC beside a zone, keeps no move to an earlier hour out")
  func stampOfTheStart() async throws {
    try await run { client in
      func event(_ hour: String, _ stamp: String) -> String {
        files.calendar(
          "UID:e\r\nSUMMARY:Margaret Chen\r\nDTSTART;TZID=America/Edmonton:20261127T\(hour)0000\r\nDURATION:PT1H"
        ).replacing("DTSTAMP:20261101T000000Z", with: "DTSTAMP:20261127T\(stamp)0000Z")
      }
      let planned = try await take(event("08", "15"), "i1", client)
      #expect(planned == [1, 0, 0, 0])
      #expect(try await take(event("06", "13"), "i2", client) == [0, 1, 0, 0])
      #expect(try await starts(client) == ["11-27T13:00"])
    }
  }

  @Test("when an event was written and when it was changed are not compared with each other")
  func stampsOfTwoKinds() async throws {
    try await run { client in
      func event(_ stamp: String, _ more: String = "") -> String {
        files.calendar(
          "UID:e\r\nSUMMARY:Margaret Chen\r\nDTSTART:20261127T150000Z\r\nDURATION:PT1H\(more)"
        ).replacing("DTSTAMP:20261101T000000Z", with: "DTSTAMP:\(stamp)")
      }
      #expect(try await take(event("20261120T100500Z"), "i1", client) == [1, 0, 0, 0])
      let export = event("20261123T100000Z", "\r\nLAST-MODIFIED:20261120T100400Z\r\nLOCATION:12 Oak")
      #expect(try await take(export, "i2", client) == [0, 1, 0, 0])
      #expect(try await files.visits(client).map { $0["address"] } == ["12 Oak"])
      // Of one DTSTAMP the time of the change tells.
      let older = event("20261123T100000Z", "\r\nLAST-MODIFIED:20261120T100300Z\r\nLOCATION:13 Oak")
      let answer = try await files.importing(older, "i3", client, ["worker": "sarah"])
      #expect(answer["kept"]?.array?.count == 1)
      #expect(try await files.visits(client).map { $0["address"] } == ["12 Oak"])
    }
  }

  @Test("says what of a calendar is no event, the same again when it is asked again")
  func passedOver() async throws {
    try await run { client in
      let text = files.calendar(series).replacing(
        "END:VCALENDAR", with: "BEGIN:VTODO\r\nUID:t\r\nEND:VTODO\r\nEND:VCALENDAR")
      for _ in 1...2 {
        let answer = try await files.importing(text, "i1", client, ["worker": "sarah"])
        #expect(files.counts(answer) == [3, 0, 0, 0])
        #expect(
          answer["passedOver"] == [
            ["kind": "VTODO", "reason": "notRead", "count": 1, "words": "1 VTODO skipped: not part of a schedule"]
          ])
      }
    }
  }
}
