import Testing
import VisitsModel

@testable import VisitsExchange

/// Sarah at Margaret Chen's in Edmonton, 2026-11-20 from 8:00 to 9:00.
enum Outgoing {
  static let edmonton = Zone("America/Edmonton") ?? .utc
  static let eight = Instant(milliseconds: 1_795_186_800_000)
  static let id = VisitID(rawValue: "0193f0a2-7c11-7d3c-8a55-0f7d3b1f6a01")

  static let client = Client(
    id: ClientID(rawValue: "margaret-chen") ?? fallback(),
    key: PersonKey(rawValue: "01936f00-0000-7000-8000-00000000000c"),
    name: "Margaret Chen", address: "123 Oak St, Edmonton", zone: edmonton, birthDate: CareDay("1941-03-12"),
    phone: "780-555-0121", emergencyContact: "Daniel Chen, son, 780-555-0142", photo: "https://photos.example/7",
    version: 2, updatedAt: Instant(milliseconds: 1_795_000_000_000))
  static let worker = Worker(
    id: WorkerID(rawValue: "sarah") ?? fallback(), key: PersonKey(rawValue: "01936f00-0000-7000-8000-00000000000a"),
    name: "Sarah Müller", phone: "780-555-0110", locale: "pt-BR", version: 1,
    updatedAt: Instant(milliseconds: 1_795_000_000_000))

  static func visit(_ life: Life = .scheduled, _ change: (inout Visit) -> Void = { _ in }) -> ExportedVisit {
    var visit = Visit(
      id: id, worker: worker.id, client: client.id, start: eight, end: eight.adding(minutes: 60),
      service: "Personal care", life: life, version: 3, updatedAt: eight.adding(minutes: 62))
    change(&visit)
    return ExportedVisit(
      placed: PlacedVisit(visit: visit, client: client, worker: visit.worker == nil ? nil : worker), zone: edmonton)
  }

  static func check(minutes: Int64, at position: Position? = nil, isSuspect: Bool = false) -> Check {
    Check(
      at: eight.adding(minutes: minutes), receivedAt: eight.adding(minutes: minutes + 1), position: position,
      distance: position.map { _ in 41.5 }, method: .device, isClockSuspect: isSuspect)
  }

  private static func fallback<ID>() -> ID { preconditionFailure("no slug") }
}

@Suite("A table that goes out")
struct TableWritingTests {
  private func table(_ visits: ExportedVisit...) -> String {
    ScheduleTable.header + visits.map { ScheduleTable.row(of: $0) }.joined()
  }

  private func entries(of text: String) -> [PlannedEntry] {
    let plan = TableReader().plan(from: text)
    #expect(plan.unreadable == nil)
    #expect(plan.refused == [])
    return plan.entries
  }

  @Test("has a row for each visit, in the time of the place, with what came of it")
  func rows() {
    let made = Outgoing.visit(
      .completed(checkIn: Outgoing.check(minutes: 2), checkOut: Outgoing.check(minutes: 61)))
    let open = Outgoing.visit(.cancelled(reason: "In hospital", checkIn: nil)) { $0.worker = nil }
    #expect(
      table(made, open) == """
        id,client,worker,start,end,time zone,address,service,service code,note,status,state,reason,missed by,check-in,check-out,version\r
        0193f0a2-7c11-7d3c-8a55-0f7d3b1f6a01,margaret-chen,sarah,2026-11-20 08:00,2026-11-20 09:00,America/Edmonton,,Personal care,,,planned,completed,,,2026-11-20 08:02,2026-11-20 09:01,3\r
        0193f0a2-7c11-7d3c-8a55-0f7d3b1f6a01,margaret-chen,,2026-11-20 08:00,2026-11-20 09:00,America/Edmonton,,Personal care,,,cancelled,cancelled,In hospital,,,,3\r

        """)
  }

  @Test("is read back to what was planned, whatever stands in its texts")
  func roundTrip() {
    let texts = [
      "=1+1", "+1 780 555", "-5 °C", "@home", "'quoted'", "'=1", "''=1", "＝1", "a,b;c", "say \"hi\"", "two\nlines",
      "O'Neil",
    ]
    for text in texts {
      let plain = text.filter { $0 != "\n" }
      let visit = Outgoing.visit { visit in
        visit.note = text
        visit.service = plain
        visit.address = plain
      }
      let row = ScheduleTable.row(of: visit)
      #expect(
        entries(of: ScheduleTable.header + row) == [
          PlannedEntry(
            place: .row(2), identity: Outgoing.id.rawValue, client: "margaret-chen", worker: "sarah",
            start: .local(LocalTime(day: CareDay("2026-11-20")!, hour: 8), zone: Outgoing.edmonton),
            end: .time(.local(LocalTime(day: CareDay("2026-11-20")!, hour: 9), zone: Outgoing.edmonton)),
            address: plain, service: plain, note: text, isCancelled: false)
        ], "\(text)")
    }
  }

  @Test("no cell begins as a formula does", arguments: ["=1+1", "+1", "-1+1", "-", "-1.", "@x", "＝1", "\t=1", "'=1"])
  func formulas(text: String) {
    let cell = FormulaGuard.guarded(text)
    #expect(cell == "'" + text)
    #expect(FormulaGuard.unguarded(cell) == text)
  }

  @Test(
    "a text that is no formula stays as it is",
    arguments: ["'quoted'", "1=1", "", "'", "O'Neil", "8-9", "-113.5", "'-7"])
  func harmless(text: String) {
    #expect(FormulaGuard.guarded(text) == text)
    #expect(FormulaGuard.unguarded(text) == text)
  }

  @Test("a time that the clocks show twice is told apart from the other")
  func repeated() {
    // 2026-11-01 1:30 in Edmonton is 7:30 and 8:30 UTC.
    let first = Instant(milliseconds: 1_793_518_200_000)
    let moments = [first, first.adding(minutes: 60), first.adding(seconds: 5)]
    #expect(
      moments.map { Outgoing.edmonton.sheetText($0) } == [
        "2026-11-01 01:30", "2026-11-01 01:30:00-07:00", "2026-11-01 01:30:05",
      ])
    let visit = Outgoing.visit { visit in
      visit.start = first.adding(minutes: 60)
      visit.end = first.adding(minutes: 90)
    }
    #expect(entries(of: table(visit)).map(\.start) == [.instant(first.adding(minutes: 60))])
  }
}

@Suite("Records for electronic visit verification")
struct EVVTests {
  private let made: ExportedVisit = {
    var exported = Outgoing.visit(
      .completed(
        checkIn: Outgoing.check(minutes: 2, at: Position(latitude: 53.5, longitude: -113.5, accuracy: 12)),
        checkOut: Outgoing.check(minutes: 61, isSuspect: true)))
    exported.changes = [
      VisitStep(version: 1, at: Outgoing.eight.adding(minutes: -600), by: "anna", from: .socket, method: "visit.add"),
      VisitStep(version: 2, at: Outgoing.eight.adding(minutes: 3), by: "sarah", from: .gateway, method: "visit.start"),
      VisitStep(
        version: 3, at: Outgoing.eight.adding(minutes: 62), by: "anna", from: .socket, method: "visit.correct",
        reason: "forgotten: \"phone\", at home"),
    ]
    return exported
  }()

  @Test("a line says the six elements, what was planned, and who changed what")
  func line() {
    #expect(
      EVVRecord(made).line == """
        {"visit":"0193f0a2-7c11-7d3c-8a55-0f7d3b1f6a01","sequence":3,"status":"completed","service":"Personal care",\
        "recipient":{"id":"margaret-chen","name":"Margaret Chen"},"provider":{"id":"sarah","name":"Sarah Müller"},\
        "date":"2026-11-20","timeZone":"America/Edmonton","place":{"address":"123 Oak St, Edmonton"},\
        "begin":{"at":"2026-11-20T15:02:00Z","method":"device","receivedAt":"2026-11-20T15:03:00Z",\
        "location":{"latitude":53.5,"longitude":-113.5,"accuracy":12.0},"distance":41.5},\
        "end":{"at":"2026-11-20T16:01:00Z","method":"device","receivedAt":"2026-11-20T16:02:00Z","clockSuspect":true},\
        "plannedBegin":"2026-11-20T15:00:00Z","plannedEnd":"2026-11-20T16:00:00Z","updatedAt":"2026-11-20T16:02:00Z",\
        "changes":[{"sequence":1,"at":"2026-11-20T05:00:00Z","by":"anna","from":"socket","action":"visit.add"},\
        {"sequence":2,"at":"2026-11-20T15:03:00Z","by":"sarah","from":"gateway","action":"visit.start"},\
        {"sequence":3,"at":"2026-11-20T16:02:00Z","by":"anna","from":"socket","action":"visit.correct",\
        "reason":"forgotten: \\"phone\\", at home"}]}

        """)
  }

  @Test("tells what was recorded of the client's tasks during the visit, done or not, under their titles")
  func tasks() throws {
    var exported = made
    let day = try #require(CareDay("2026-11-20"))
    func task(_ number: Int, _ title: String, _ change: (inout CareTaskRecord) -> Void) -> VisitTask {
      let id = CareTaskID(rawValue: "0193f0a2-7c11-7d3c-8a55-00000000000\(number)")
      var record = CareTaskRecord(
        id: TaskRecordID(rawValue: "r"), task: id, client: exported.placed.client.id, day: day, by: "sarah",
        at: Outgoing.eight.adding(minutes: Int64(20 + number)))
      change(&record)
      return VisitTask(task: id, title: title, record: record)
    }
    exported.tasks = [
      task(1, "Breakfast") { record in
        record.isDone = true
        record.secondOfDay = 30_300
      },
      task(2, "Washed") { record in
        record.outcome = .refused
        record.reason = "Too cold, she said"
        record.note = "Hands only"
      },
      task(3, "Lunch") { record in
        record.outcome = .unable
        record.note = "Ate half"
      },
    ]
    #expect(
      EVVRecord(exported).line.contains(
        """
        "tasks":[{"task":"0193f0a2-7c11-7d3c-8a55-000000000001","title":"Breakfast","date":"2026-11-20",\
        "result":"done","time":"08:25","recordedAt":"2026-11-20T15:21:00Z"},\
        {"task":"0193f0a2-7c11-7d3c-8a55-000000000002","title":"Washed","date":"2026-11-20","result":"refused",\
        "reason":"Too cold, she said","note":"Hands only","recordedAt":"2026-11-20T15:22:00Z"},\
        {"task":"0193f0a2-7c11-7d3c-8a55-000000000003","title":"Lunch","date":"2026-11-20","result":"unable",\
        "note":"Ate half","recordedAt":"2026-11-20T15:23:00Z"}],"changes":
        """))
    #expect(
      EVVRecord(exported).row.hasSuffix(
        """
        "2026-11-20T15:21:00Z done 08:25 Breakfast
        2026-11-20T15:22:00Z refused - Washed: Too cold, she said (Hands only)
        2026-11-20T15:23:00Z unable - Lunch (Ate half)",\r\n
        """))
  }

  @Test("a row of a table says the same, each under its heading")
  func row() {
    var records = RecordScanner(separator: UInt8(ascii: ","), from: 0, limits: TableLimits())
    let text = EVVRecord.header + EVVRecord(made).row
    let bytes = text.utf8.span
    var rows: [[String]] = []
    while records.next(in: bytes) { rows.append(records.cells.map { RecordScanner.text($0, in: bytes) }) }
    #expect(rows.map(\.count) == [41, 41])
    let cells = Dictionary(zip(rows[0], rows[1])) { first, _ in first }.filter { !$0.value.isEmpty }
    #expect(
      cells == [
        "visit": "0193f0a2-7c11-7d3c-8a55-0f7d3b1f6a01", "sequence": "3", "status": "completed",
        "service": "Personal care", "recipient": "margaret-chen", "recipientName": "Margaret Chen",
        "provider": "sarah", "providerName": "Sarah Müller", "date": "2026-11-20", "timeZone": "America/Edmonton",
        "address": "123 Oak St, Edmonton", "beginAt": "2026-11-20T15:02:00Z", "beginMethod": "device",
        "beginReceivedAt": "2026-11-20T15:03:00Z", "beginLatitude": "53.5", "beginLongitude": "-113.5",
        "beginAccuracy": "12.0", "beginDistance": "41.5", "endAt": "2026-11-20T16:01:00Z", "endMethod": "device",
        "endReceivedAt": "2026-11-20T16:02:00Z", "endClockSuspect": "true", "plannedBegin": "2026-11-20T15:00:00Z",
        "plannedEnd": "2026-11-20T16:00:00Z", "updatedAt": "2026-11-20T16:02:00Z",
        "changes": """
        1 2026-11-20T05:00:00Z anna socket visit.add
        2 2026-11-20T15:03:00Z sarah gateway visit.start
        3 2026-11-20T16:02:00Z anna socket visit.correct forgotten: "phone", at home
        """,
      ])
  }
}
