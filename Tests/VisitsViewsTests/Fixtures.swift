import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

/// Sarah's Friday, November 20, 2026, in Edmonton (MST, seven hours behind UTC), seen at 9:30 AM.
struct SarahsDay {
  let edmonton: Zone
  let sarah: Worker
  let friday: CareDay
  let lateRule = LateRule()

  init() throws {
    edmonton = try #require(Zone("America/Edmonton"))
    friday = try #require(CareDay("2026-11-20"))
    sarah = Worker(
      id: try #require(WorkerID(rawValue: "sarah")), key: PersonKey(rawValue: "k-1"), name: "Sarah Jones",
      zone: edmonton)
  }

  /// A moment: `at("2026-11-20T08:00")` on Edmonton's clocks, or of another zone.
  func at(_ text: String, _ zone: Zone? = nil) throws -> Instant {
    let zone = zone ?? edmonton
    let typed = try #require(TypedTime.parse(text))
    return try typed.resolve(now: Instant(milliseconds: 0), zone: zone, field: "at")
  }

  func context(
    _ now: String = "2026-11-20T09:30", locale: String? = nil, lastHeard: [WorkerID: Instant] = [:]
  ) throws -> ViewContext {
    ViewContext(
      locale: locale, agencyLocale: "en", agencyZone: edmonton, now: try at(now), lastHeard: { lastHeard[$0] })
  }

  func visit(
    _ name: String = "John Smith", _ start: String = "2026-11-20T10:00", _ end: String = "2026-11-20T11:00",
    _ status: Status = .scheduled, address: String? = "456 Maple Ave, Edmonton", zone: Zone? = nil,
    isTimeCritical: Bool = false, id: String = "v-1"
  ) throws -> DayVisit {
    DayVisit(
      id: VisitID(rawValue: id), worker: sarah.id,
      client: try #require(ClientID(rawValue: Slug.make(from: name) ?? "x")),
      clientName: name, photo: nil, isTimeCritical: isTimeCritical, zone: zone, address: address,
      start: try at(start, zone), end: try at(end, zone), status: status, version: 1)
  }

  /// The two cards that seed 002 draws.
  func seedVisits() throws -> [DayVisit] {
    [
      try visit(
        "Margaret Chen", "2026-11-20T08:00", "2026-11-20T09:00", .completed, address: "123 Oak St, Edmonton", id: "v-0"),
      try visit(),
    ]
  }

  func today(
    _ visits: [DayVisit], now: String = "2026-11-20T09:30", day: String = "2026-11-20", sync: SyncFacts = .noUpstream,
    locale: String? = nil, worker: Worker? = nil, lastHeard: [WorkerID: Instant] = [:],
    epoch: Int64 = 1_795_000_000
  ) throws -> (view: TodayView, validUntil: Instant) {
    let (view, bytes, validUntil) = TodayView.compose(
      worker: worker ?? sarah, day: try #require(CareDay(day)), visits: visits, sync: sync, lateRule: lateRule,
      canRaise: true, epoch: epoch, in: try context(now, locale: locale, lastHeard: lastHeard))
    // Whatever a test looks at, the bytes that go out are those of the view.
    #expect(bytes == view.bytes)
    return (view, validUntil)
  }
}
