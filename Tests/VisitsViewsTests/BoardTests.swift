import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("The coordinator's board")
struct BoardTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  private func worker(_ id: String, _ name: String, isActive: Bool = true) throws -> Worker {
    Worker(id: try #require(WorkerID(rawValue: id)), key: PersonKey(rawValue: id), name: name, isActive: isActive)
  }

  private func board(
    _ visits: [(String?, DayVisit)], workers: [Worker]? = nil, now: String = "2026-11-20T09:30",
    day: String = "2026-11-20", elsewhere: [DayVisit] = [], raised: [Alert] = [], emergencies: [PlacedEmergency] = []
  ) throws -> (view: BoardView, bytes: [UInt8], validUntil: Instant) {
    BoardView.compose(
      day: try #require(CareDay(day)),
      workers: try workers ?? [
        worker("zoe", "Zoë Adams"), worker("james", "James Okafor"), worker("emil", "Émile Roy"), sarahs.sarah,
      ],
      visits: visits.map { AssignedVisit(worker: $0.flatMap(WorkerID.init), visit: $1) },
      elsewhere: elsewhere.map { AssignedVisit(worker: $0.worker, visit: $0) }, raised: raised,
      emergencies: emergencies, sync: .noUpstream,
      lateRule: sarahs.lateRule, canRaise: false, in: try sarahs.context(now))
  }

  private func visit(_ name: String, _ start: Int, _ status: Status = .scheduled, id: String) throws -> DayVisit {
    func clock(_ hour: Int) -> String { "2026-11-20T\(hour < 10 ? "0" : "")\(hour):00" }
    return try sarahs.visit(name, clock(start), clock(start + 1), status, id: id)
  }

  private func emergency(_ id: String, of worker: Worker, _ at: String) throws -> PlacedEmergency {
    let moment = try sarahs.at("2026-11-20T\(at)")
    return PlacedEmergency(
      emergency: Emergency(
        id: EmergencyID(rawValue: id), worker: worker.id, visit: nil, note: nil, position: nil, at: moment,
        receivedAt: try sarahs.at("2026-11-20T09:00"), isClockSuspect: false, raisedBy: "anna"),
      worker: worker, visit: nil)
  }

  @Test("everybody who is in an emergency is named, and marked in their row")
  func emergencies() throws {
    let zoe = try worker("zoe", "Zoë Adams")
    let view = try board(
      [("sarah", try visit("John Smith", 9, .inProgress, id: "v2"))],
      // The second told a time that lies ahead: since when it is known counts.
      emergencies: [try emergency("e1", of: sarahs.sarah, "08:50"), try emergency("e2", of: zoe, "21:00")]
    ).view
    #expect(
      view.banner?.message == "Emergency: Sarah Jones, since 8:50 AM · Emergency: Zoë Adams, since 9:00 AM")
    #expect(view.rows.map(\.name) == ["Émile Roy", "James Okafor", "Sarah Jones", "Zoë Adams"])
    #expect(view.rows.map(\.state) == [.free, .free, .emergency, .emergency])
    #expect(view.rows.map(\.mark) == ["–", "–", "⚠", "⚠"])
    #expect(view.rows[2].current?.text == "John Smith until 10:00 AM")
    #expect(view.rows[3].spoken == "Zoë Adams, Emergency")
  }

  @Test("the heading's date is said, and how far the clocks there are ahead, unless the heading is the date")
  func date() throws {
    let today = try board([]).view
    #expect(today.dateLabel == "Friday, November 20")
    #expect(today.utcOffset == -25_200)
    let other = try board([], day: "2026-11-21").view
    #expect(other.heading == "Saturday, November 21")
    #expect(other.dateLabel == nil)
  }

  @Test("a row for each worker, by name: who is with whom until when, who comes next, and who is free")
  func rows() throws {
    let view = try board([
      ("sarah", try visit("Margaret Chen", 8, .completed, id: "v1")),
      ("sarah", try visit("John Smith", 9, .inProgress, id: "v2")),
      ("sarah", try visit("Agnes Kowalchuk", 14, id: "v3")), ("sarah", try visit("Walter Berg", 16, id: "v4")),
      ("james", try visit("Walter Berg", 7, .completed, id: "v5")),
      ("james", try visit("Doreen MacLeod", 10, .cancelled, id: "v6")),
      ("emil", try visit("Doreen MacLeod", 11, id: "v7")),
      ("zoe", try visit("Doreen MacLeod", 12, .cancelled, id: "v8")),
    ]).view
    #expect(view.heading == "Today")
    #expect(view.date == "2026-11-20")
    #expect(view.progress.label == "2/6")
    #expect(view.rows.map(\.name) == ["Émile Roy", "James Okafor", "Sarah Jones", "Zoë Adams"])
    #expect(view.rows.map(\.state) == [.scheduled, .done, .inProgress, .free])
    #expect(view.rows.map(\.mark) == ["○", "✓", "◐", "–"])
    #expect(view.rows.map(\.progress.label) == ["0/1", "1/1", "1/4", "0/0"])
    let sarah = view.rows[2]
    #expect(sarah.current?.text == "John Smith until 10:00 AM")
    #expect(sarah.current?.time == "9:00 AM - 10:00 AM")
    #expect(sarah.next?.text == "next Agnes Kowalchuk 2:00 PM")
    #expect(
      sarah.spoken == "Sarah Jones, 1 of 4 completed, John Smith until 10:00 AM, next Agnes Kowalchuk 2:00 PM")
    #expect(view.rows[3].spoken == "Zoë Adams, Free")
    #expect(view.alerts.isEmpty)
  }

  @Test("what is late stands first, what has waited longest before the rest, open visits too")
  func alerts() throws {
    let visits: [(String?, DayVisit)] = [
      ("james", try visit("Walter Berg", 8, id: "v1")), (nil, try visit("Margaret Chen", 9, id: "v2")),
      ("sarah", try visit("John Smith", 9, .inProgress, id: "v3")),
      ("james", try visit("Doreen MacLeod", 10, id: "v4")),
    ]
    let view = try board(visits).view
    #expect(view.alerts.map(\.title) == ["Margaret Chen", "Walter Berg"])
    #expect(view.alerts.map(\.name) == ["Open", "James Okafor"])
    #expect(view.alerts.map(\.worker) == [nil, "james"])
    #expect(
      view.alerts.map(\.text) == [
        "Unassigned, due 9:00 AM", "Probably missed, no check-in by 8:30 AM",
      ])
    #expect(view.alerts[1].spoken == "Walter Berg, James Okafor, Probably missed, no check-in by 8:30 AM")
    let james = view.rows[1]
    #expect((james.state, james.mark, james.label, james.alerts) == (.late, "⚠", "Late", 1))
    #expect(james.next?.title == "Doreen MacLeod")
    #expect(view.open.map(\.title) == ["Margaret Chen"])
    #expect(view.open[0].alert?.text == "Unassigned, due 9:00 AM")
  }

  @Test("what somebody has taken note of stands last and says who; overlaps and conflicts stand there too")
  func acknowledged() throws {
    func alert(_ kind: Alert.Kind, of visit: DayVisit, by name: String? = nil) throws -> Alert {
      Alert(
        id: AlertID(rawValue: "a-\(kind)"), kind: kind, visit: visit.id, worker: WorkerID(rawValue: "james"),
        client: visit.client, since: visit.start, raisedAt: visit.start,
        acknowledged: name.map { Alert.Acknowledgement(at: visit.start, by: $0, note: nil) })
    }
    let walter = try visit("Walter Berg", 8, id: "v1")
    let john = try visit("John Smith", 9, id: "v2")
    let doreen = try visit("Doreen MacLeod", 15, id: "v3")
    let view = try board(
      [("james", walter), ("sarah", john), ("james", doreen)],
      raised: [
        alert(.late, of: walter, by: "omar"), alert(.missed, of: walter, by: "anna"), alert(.overlap, of: doreen),
      ]
    ).view
    #expect(view.alerts.map(\.title) == ["John Smith", "Doreen MacLeod", "Walter Berg"])
    #expect(view.alerts.map(\.kind) == [.missed, .overlap, .missed])
    #expect(view.alerts.map(\.state) == [.open, .open, .acknowledged])
    #expect(view.alerts.map(\.status) == [nil, nil, "Acknowledged by anna"])
    #expect(view.alerts[1].text == "Overlaps another visit of this worker")
    #expect(view.rows.first { $0.worker == "james" }?.alerts == 2)
  }

  @Test("what is wrong with visits of other days stands on it too, with their day, and counts for no progress")
  func elsewhere() throws {
    let john = try sarahs.visit("John Smith", "2026-11-20T22:30", "2026-11-20T23:30", id: "v1")
    var doreen = try sarahs.visit("Doreen MacLeod", "2026-11-22T00:30", "2026-11-22T01:30", id: "v2")
    doreen.worker = nil
    let walter = try sarahs.visit("Walter Berg", "2026-11-19T08:00", "2026-11-19T09:00", .completed, id: "v3")
    let conflict = Alert(
      id: AlertID(rawValue: "a"), kind: .conflict, visit: walter.id, worker: walter.worker, client: walter.client,
      since: try sarahs.at("2026-11-20T07:05"), raisedAt: walter.start)
    func shown(_ now: String) throws -> (view: BoardView, bytes: [UInt8], validUntil: Instant) {
      try board([], now: now, day: "2026-11-21", elsewhere: [john, doreen, walter], raised: [conflict])
    }
    let view = try shown("2026-11-21T22:30").view
    #expect(view.alerts.map(\.title) == ["Walter Berg", "John Smith", "Doreen MacLeod"])
    #expect(
      view.alerts.map(\.date) == ["Thursday, November 19", "Friday, November 20", "Sunday, November 22"])
    #expect(
      view.alerts.map(\.text) == [
        "Reported differently from the field at Fri 7:05 AM", "Probably missed, no check-in by 11:00 PM",
        "Unassigned, due 12:30 AM",
      ])
    #expect(
      view.alerts[1].spoken
        == "John Smith, Sarah Jones, Friday, November 20, Probably missed, no check-in by 11:00 PM")
    #expect(view.progress.label == "0/0")
    #expect(view.rows.first { $0.worker == "sarah" }?.alerts == 2)
    #expect(view.open.isEmpty, "on its own day it stands there")
    #expect(try shown("2026-11-21T22:29").validUntil == sarahs.at("2026-11-21T22:30"))
  }

  @Test("it holds until the next visit is late, and no longer than the agency's day")
  func validity() throws {
    let visits: [(String?, DayVisit)] = [
      ("james", try visit("Walter Berg", 8, id: "v1")), ("james", try visit("Doreen MacLeod", 10, id: "v4")),
      (nil, try visit("Margaret Chen", 13, id: "v5")),
    ]
    #expect(try board(visits).validUntil == sarahs.at("2026-11-20T10:15"))
    #expect(try board(visits, now: "2026-11-20T10:15").validUntil == sarahs.at("2026-11-20T10:30"))
    #expect(try board(visits, now: "2026-11-20T10:30").validUntil == sarahs.at("2026-11-20T11:00"))
    #expect(try board(visits, now: "2026-11-20T11:00").validUntil == sarahs.at("2026-11-21T00:00"))
    let (before, after) = (try board(visits).view.etag, try board(visits, now: "2026-11-20T10:15").view.etag)
    #expect(before != after)
    #expect(try board(visits, now: "2026-11-20T10:14").view.etag == before)
  }

  @Test("a visit across midnight counts on its start day and shows on both; who left but had visits has a row")
  func borders() throws {
    let night = try sarahs.visit("John Smith", "2026-11-19T22:00", "2026-11-20T10:00", .inProgress, id: "v1")
    let gone = try worker("gone", "Gone Away", isActive: false)
    let view = try board([("gone", night)], workers: [gone]).view
    #expect(view.progress.label == "0/0")
    #expect(view.rows[0].current?.text == "John Smith until 10:00 AM")
    #expect(view.rows[0].current?.time == "Thu 10:00 PM - Fri 10:00 AM")
    #expect(view.empty == nil)
  }

  @Test("a day on which nothing is planned says so, and another day has its date")
  func empty() throws {
    #expect(try board([]).view.empty?.title == "No visits today")
    let other = try board([], day: "2026-11-23").view
    #expect(other.heading == "Monday, November 23")
    #expect(other.empty?.title == "No visits")
  }

  @Test("5,000 workers with six visits each get their rows")
  func large() throws {
    let workers = try (0..<5000).map { try worker("w\($0)", "Worker \($0)") }
    let hours: [(Int, Status)] = [
      (7, .completed), (8, .completed), (9, .inProgress), (10, .scheduled), (12, .scheduled), (14, .scheduled),
    ]
    let day = try hours.map { try visit("Margaret Chen", $0, $1, id: "v\($0)") }
    let visits = day.flatMap { visit in workers.map { ($0.id.rawValue as String?, visit) } }
    let (view, bytes, _) = try board(visits, workers: workers)
    #expect(view.rows.count == 5000)
    #expect(view.progress.label == "10000/30000")
    #expect(view.rows.allSatisfy { $0.progress.label == "2/6" && $0.current != nil && $0.next != nil })
    #expect(bytes == view.bytes)
  }
}

@Suite("A worker's week")
struct WeekTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  @Test("each day has its date, its cards, and how much of it is done and still to do")
  func week() throws {
    let monday = try #require(CareDay("2026-11-16"))
    let night = try sarahs.visit("Walter Berg", "2026-11-20T22:00", "2026-11-21T01:30", id: "v-9")
    var days = (0..<7).map { (day: monday.adding(days: $0), visits: [DayVisit]()) }
    days[0].visits = [
      try sarahs.visit("John Smith", "2026-11-16T10:00", "2026-11-16T11:00", .missed, id: "v-7"),
      try sarahs.visit("John Smith", "2026-11-16T12:00", "2026-11-16T13:00", .cancelled, id: "v-8"),
    ]
    days[4].visits = try sarahs.seedVisits() + [night]
    days[5].visits = [night]
    let view = WeekView.compose(
      worker: sarahs.sarah, days: days, lateRule: sarahs.lateRule, in: try sarahs.context())
    #expect(view.heading == "Nov 16 - Nov 22")
    #expect(view.name == "Sarah Jones")
    #expect(view.days.map(\.date).first == "2026-11-16")
    #expect(view.days.map(\.isToday) == [false, false, false, false, true, false, false])
    #expect(view.days[4].heading == "Friday, November 20")
    #expect(
      view.days[4].counts
        == VisitCounts(
          planned: 3, completed: 1, missed: 0, openMinutes: 270, open: "4 h 30 min", label: "1/3, 4 h 30 min to do"))
    #expect(view.days[0].counts.label == "0/1, 1 missed")
    #expect(view.days[0].cards.count == 2)
    #expect(view.days[4].cards.map(\.time).last == "Fri 10:00 PM - Sat 1:30 AM")
    // It stands on both days and counts on the first.
    #expect(view.days[5].cards.count == 1)
    #expect(view.days[5].counts.label == "Fri 10:00 PM - Sat 1:30 AM")
    #expect(view.counts.label == "1/4, 1 missed, 4 h 30 min to do")
  }

  @Test(
    "durations are said in hours and minutes",
    arguments: [(0, "0 min"), (45, "45 min"), (60, "1 h"), (210, "3 h 30 min")])
  func durations(minutes: Int, words: String) throws {
    #expect(try sarahs.context().duration(minutes: minutes) == words)
  }
}
