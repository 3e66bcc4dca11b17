import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("Today, as seed 002 draws it")
struct TodayTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  @Test("the default state")
  func defaultState() throws {
    let view = try sarahs.today(try sarahs.seedVisits()).view
    #expect(view.heading == "Today")
    #expect(view.state == .default)
    #expect(view.worker == "sarah")
    #expect(view.date == "2026-11-20")
    #expect(view.sync.state == .synced)
    #expect(view.sync.label == "Synced")
    #expect(view.sync.symbol == "check")
    #expect(view.sync.pendingChanges == 0)
    #expect(view.banner == nil)
    #expect(view.emergency.label == "Emergency")
    #expect(view.emergency.hint == "Alerts your office at once.")
    #expect(view.emergency.open == nil)
    #expect(view.empty == nil)
    #expect(view.loading == nil)
    #expect(view.announcement == nil)
    #expect(view.progress.label == "1/2")
    #expect(view.cards.map(\.title) == ["Margaret Chen", "John Smith"])
    #expect(view.cards.map(\.time) == ["8:00 AM - 9:00 AM", "10:00 AM - 11:00 AM"])
    #expect(view.cards.map(\.address) == ["123 Oak St, Edmonton", "456 Maple Ave, Edmonton"])
    #expect(view.cards.map(\.mark) == ["✓", "○"])
    #expect(view.cards.map(\.initials) == ["MC", "JS"])
  }

  @Test("the sentence that a screen reader says")
  func accessibility() throws {
    let card = try #require(try sarahs.today(try sarahs.seedVisits()).view.cards.first)
    #expect(card.spoken == "Margaret Chen, 8:00 AM to 9:00 AM, 123 Oak Street Edmonton, Completed")
    #expect(
      card.accessibilityLabel == "Margaret Chen, 8:00 AM to 9:00 AM, 123 Oak Street Edmonton, Completed. Button.")
    #expect(card.role == "Button")
    #expect(card.accessibilityHint == "Opens the visit.")
  }

  @Test("the whole view, as it goes over the wire")
  func wire() throws {
    let view = try sarahs.today([try sarahs.seedVisits()[0]]).view
    #expect(
      String(decoding: view.bytes, as: UTF8.self) == """
        {"heading":"Today","state":"default","worker":"sarah","date":"2026-11-20",\
        "utcOffset":-25200,"sync":{"state":"synced","label":"Synced","symbol":"check","pendingChanges":0},"emergency":{"canRaise":true,"label":"Emergency",\
        "hint":"Alerts your office at once."},"cards":[{"visit":"v-0","client":"margaret-chen",\
        "title":"Margaret Chen","time":"8:00 AM - 9:00 AM","address":"123 Oak St, Edmonton","status":"completed",\
        "mark":"✓","statusLabel":"Completed","photo":null,"initials":"MC","start":"2026-11-20T15:00:00Z",\
        "end":"2026-11-20T16:00:00Z","version":1,"role":"Button","accessibilityLabel":"Margaret Chen, 8:00 AM to \
        9:00 AM, 123 Oak Street Edmonton, Completed. Button.","spoken":"Margaret Chen, 8:00 AM to 9:00 AM, 123 Oak \
        Street Edmonton, Completed","spokenTemplate":"Margaret Chen, 8:00 AM to 9:00 AM, 123 Oak Street Edmonton, \
        {status}","accessibilityHint":"Opens the visit."}],"progress":{"completed":1,"total":1,"label":"1/1"},\
        "forms":{"inProgress":{"mark":"◐","label":"In progress"},"completed":{"mark":"✓","label":"Completed"},\
        "progress":"{completed}/{total}","sync":{"syncing":"Syncing...","savedLocally":"Saved locally"},\
        "headings":{"today":"Today","date":"Friday, November 20"}},"epoch":"1795000000","etag":"\(view.etag)"}
        """)
  }

  @Test("the empty state, today")
  func emptyToday() throws {
    let view = try sarahs.today([]).view
    #expect(view.state == .empty)
    #expect(view.heading == "Today")
    #expect(view.empty?.title == "No visits today")
    #expect(view.empty?.message == "Enjoy your day off!")
    #expect(view.empty?.symbol == "calendar")
    #expect(view.progress.label == "0/0")
  }

  @Test("who no longer works here has no day off", arguments: ["2026-11-20", "2026-11-21"])
  func inactive(_ day: String) throws {
    var worker = sarahs.sarah
    worker.isActive = false
    let view = try sarahs.today([], day: day, worker: worker).view
    #expect(view.empty?.message == "This worker is inactive.")
  }

  @Test("an empty day that is not today is no day off", arguments: ["2026-11-19", "2026-11-21"])
  func emptyOtherDay(_ day: String) throws {
    let view = try sarahs.today([], day: day).view
    #expect(view.state == .empty)
    #expect(view.empty?.title == "No visits")
    #expect(view.empty?.message == nil)
  }

  @Test(
    "another day has its date as heading, with the year when it is another",
    arguments: [
      ("2026-11-20", "Today"), ("2026-11-21", "Saturday, November 21"), ("2026-11-19", "Thursday, November 19"),
      ("2027-01-01", "Friday, January 1, 2027"), ("2025-12-31", "Wednesday, December 31, 2025"),
    ])
  func headings(_ day: String, _ heading: String) throws {
    #expect(try sarahs.today([], day: day).view.heading == heading)
  }

  @Test("today is the worker's, not the agency's")
  func workersZone() throws {
    let tokyo = try #require(Zone("Asia/Tokyo"))
    var worker = sarahs.sarah
    worker.zone = tokyo
    // 9:30 AM on the 20th in Edmonton is 1:30 AM on the 21st in Tokyo.
    let (view, validUntil) = try sarahs.today([], day: "2026-11-21", worker: worker)
    #expect(view.heading == "Today")
    #expect(validUntil == (try sarahs.at("2026-11-22T00:00", tokyo)))
  }

  @Test("cards stand in order of start")
  func order() throws {
    let visits = try sarahs.seedVisits()
    #expect(try sarahs.today(visits.reversed()).view.cards.map(\.title) == ["Margaret Chen", "John Smith"])
  }

  @Test("every state of a visit has a mark and words of its own")
  func marks() throws {
    let cards = try Status.allCases.map {
      try sarahs.today([try sarahs.visit(.init("A B"), "2026-11-20T10:00", "2026-11-20T11:00", $0)]).view.cards[0]
    }
    #expect(cards.map(\.status) == [.scheduled, .inProgress, .completed, .cancelled, .missed])
    #expect(cards.map(\.mark) == ["○", "◐", "✓", "–", "✗"])
    #expect(cards.map(\.statusLabel) == ["Scheduled", "In progress", "Completed", "Cancelled", "Missed"])
  }

  @Test("progress leaves out what is cancelled and what another day counts")
  func progress() throws {
    let view = try sarahs.today([
      try sarahs.visit("Night Shift", "2026-11-19T22:00", "2026-11-20T06:00", .completed, id: "v-0"),
      try sarahs.visit("A B", "2026-11-20T08:00", "2026-11-20T09:00", .completed, id: "v-1"),
      try sarahs.visit("C D", "2026-11-20T09:00", "2026-11-20T10:00", .cancelled, id: "v-2"),
      try sarahs.visit("E F", "2026-11-20T10:00", "2026-11-20T11:00", .missed, id: "v-3"),
      try sarahs.visit("G H", "2026-11-20T22:00", "2026-11-21T06:00", .scheduled, id: "v-4"),
    ]).view
    #expect(view.cards.count == 5)
    #expect(view.progress.completed == 1)
    #expect(view.progress.total == 3)
    #expect(view.progress.label == "1/3")
  }

  @Test("the button does not promise an alarm that cannot be raised")
  func cannotRaise() throws {
    let view = TodayView.compose(
      worker: sarahs.sarah, day: sarahs.friday, visits: [], sync: .noUpstream, lateRule: sarahs.lateRule,
      canRaise: false, epoch: 1_795_000_000, in: try sarahs.context()
    ).view
    #expect(view.emergency.canRaise == false)
    #expect(view.emergency.hint == "An alarm cannot be raised from here. Call your office.")
  }
}
