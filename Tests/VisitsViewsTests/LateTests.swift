import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("Late")
struct LateTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  private func card(_ now: String, _ status: Status = .scheduled, isTimeCritical: Bool = false) throws -> Card {
    let visit = try sarahs.visit(
      "John Smith", "2026-11-20T10:00", "2026-11-20T11:00", status, isTimeCritical: isTimeCritical)
    return try #require(try sarahs.today([visit], now: now).view.cards.first)
  }

  @Test("a scheduled visit is late to the second")
  func threshold() throws {
    #expect(try card("2026-11-20T10:14:59").alert == nil)
    let late = try card("2026-11-20T10:15:00")
    #expect(late.alert?.kind == .late)
    #expect(late.alert?.text == "Late since 10:15 AM")
    #expect(late.alert?.since.text == "2026-11-20T17:15:00Z")
    #expect(
      late.accessibilityLabel
        == "John Smith, 10:00 AM to 11:00 AM, 456 Maple Avenue Edmonton, Scheduled, Late since 10:15 AM. Button.")
  }

  @Test("a time-critical client's visit is late after 5 minutes")
  func timeCritical() throws {
    #expect(try card("2026-11-20T10:04:59", isTimeCritical: true).alert == nil)
    #expect(try card("2026-11-20T10:05:00", isTimeCritical: true).alert?.text == "Late since 10:05 AM")
  }

  @Test("what may have been missed says so instead, after 30 minutes or the planned duration")
  func missed() throws {
    #expect(try card("2026-11-20T10:29:59").alert?.kind == .late)
    let missed = try card("2026-11-20T10:30")
    #expect(missed.alert?.kind == .missed)
    #expect(missed.alert?.text == "Probably missed, no check-in by 10:30 AM")
    #expect(missed.alert?.since.text == "2026-11-20T17:30:00Z")
    #expect(missed.spoken.hasSuffix("Scheduled, Probably missed, no check-in by 10:30 AM"))
  }

  @Test("while the device of a worker is silent there is no news of the visit, late or missed")
  func silent() throws {
    let visit = try sarahs.visit("John Smith", "2026-11-20T10:00", "2026-11-20T11:00")
    let silent = [sarahs.sarah.id: try sarahs.at("2026-11-20T08:02")]
    for now in ["2026-11-20T10:15", "2026-11-20T10:45"] {
      let (view, validUntil) = try sarahs.today([visit], now: now, lastHeard: silent)
      #expect(view.cards.first?.alert?.kind == .noNews)
      #expect(view.cards.first?.alert?.text == "No news since 8:02 AM")
      #expect(validUntil == (try sarahs.at(now)).adding(minutes: 1), "the device may be heard from at any moment")
    }
    func kind(heard: String, now: String) throws -> AlertKind? {
      let heard = [sarahs.sarah.id: try sarahs.at("2026-11-20T\(heard)")]
      let (view, validUntil) = try sarahs.today([visit], now: "2026-11-20T\(now)", lastHeard: heard)
      #expect(validUntil == (try sarahs.at("2026-11-20T\(now)")).adding(minutes: 1), "it may fall silent")
      return view.cards.first?.alert?.kind
    }
    #expect(try kind(heard: "10:20", now: "10:21") == .late)
    #expect(try kind(heard: "10:20", now: "10:45") == .missed, "it was heard from when the visit was late")
    #expect(try kind(heard: "10:14", now: "10:15") == .late, "what spoke a minute ago is not silent")
    #expect(try kind(heard: "10:14", now: "10:16") == .noNews)
  }

  @Test("what is reported from the field otherwise than the office has decided says so until somebody has settled it")
  func conflict() throws {
    var visit = try sarahs.visit("John Smith", "2026-11-20T10:00", "2026-11-20T11:00", .completed)
    visit.conflictSince = try sarahs.at("2026-11-20T10:58")
    let alert = try sarahs.today([visit], now: "2026-11-20T12:00").view.cards.first?.alert
    #expect(alert?.kind == .conflict)
    #expect(alert?.text == "Reported differently from the field at 10:58 AM")
  }

  @Test("a visit that nobody has ended has overrun 15 minutes after its end")
  func overrun() throws {
    #expect(try card("2026-11-20T11:14:59", .inProgress).alert == nil)
    let overrun = try card("2026-11-20T11:15", .inProgress)
    #expect(overrun.alert?.kind == .overrun)
    #expect(overrun.alert?.text == "No check-out by 11:15 AM")
  }

  @Test("only what is still scheduled is late", arguments: [Status.completed, .cancelled, .missed])
  func others(_ status: Status) throws {
    #expect(try card("2026-11-20T15:00", status).alert == nil)
  }

  @Test("a visit of a past day that is still scheduled was probably missed")
  func pastDay() throws {
    let view = try sarahs.today([try sarahs.visit()], now: "2026-11-23T09:00").view
    #expect(view.heading == "Friday, November 20")
    #expect(view.cards.first?.alert?.text == "Probably missed, no check-in by 10:30 AM")
  }

  @Test("a threshold behind midnight says its day")
  func lateTomorrow() throws {
    let visit = try sarahs.visit("John Smith", "2026-11-20T23:50", "2026-11-21T00:30")
    let view = try sarahs.today([visit], now: "2026-11-21T00:05").view
    #expect(view.cards.first?.alert?.text == "Late since Sat 12:05 AM")
    #expect(view.cards.first?.spoken.hasSuffix("Scheduled, Late since Saturday 12:05 AM") == true)
  }

  @Test("the view is valid until the next visit passes a threshold, then until midnight")
  func validity() throws {
    let visits = [
      try sarahs.visit("A B", "2026-11-20T10:00", "2026-11-20T11:00", id: "v-1"),
      try sarahs.visit("C D", "2026-11-20T12:00", "2026-11-20T13:00", isTimeCritical: true, id: "v-2"),
      try sarahs.visit("E F", "2026-11-20T09:40", "2026-11-20T10:00", .inProgress, id: "v-3"),
    ]
    #expect(try sarahs.today(visits).validUntil == sarahs.at("2026-11-20T10:15"))
    #expect(try sarahs.today(visits, now: "2026-11-20T10:15").validUntil == sarahs.at("2026-11-20T10:30"))
    #expect(try sarahs.today(visits, now: "2026-11-20T10:30").validUntil == sarahs.at("2026-11-20T12:05"))
    #expect(try sarahs.today(visits, now: "2026-11-20T12:05").validUntil == sarahs.at("2026-11-20T12:30"))
    #expect(try sarahs.today(visits, now: "2026-11-20T12:30").validUntil == sarahs.at("2026-11-21T00:00"))
  }

  @Test("a view whose moment has come is another, and so is its etag")
  func etagOfLate() throws {
    let visits = [try sarahs.visit()]
    let (before, validUntil) = try sarahs.today(visits, now: "2026-11-20T10:14:59")
    let after = try sarahs.today(visits, now: "2026-11-20T10:15:00").view
    #expect(validUntil == (try sarahs.at("2026-11-20T10:15:00")))
    #expect(before.etag != after.etag)
    #expect(try sarahs.today(visits, now: "2026-11-20T09:31:07").view.etag == before.etag)
  }
}
