import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("Visits, people and the feed, as the API shows them")
struct ThingTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  private func client(birth: String? = nil, zone: Zone? = nil) throws -> Client {
    Client(
      id: try #require(ClientID(rawValue: "margaret-chen")), key: PersonKey(rawValue: "k-3"), name: "Margaret Chen",
      address: "123 Oak St, Edmonton", zone: zone, birthDate: birth.flatMap { CareDay($0) })
  }

  private func placed(
    _ life: Life = .scheduled, worker: Worker? = nil, address: String? = nil, zone: Zone? = nil
  ) throws -> PlacedVisit {
    let client = try client(zone: zone)
    let visit = Visit(
      id: VisitID(rawValue: "v-1"), worker: worker?.id, client: client.id, start: try sarahs.at("2026-11-20T08:00"),
      end: try sarahs.at("2026-11-20T09:00"), address: address, life: life, version: 2)
    return PlacedVisit(visit: visit, client: client, worker: worker)
  }

  private func view(_ placed: PlacedVisit) throws -> VisitView {
    .compose(placed, farAwayMetres: 200, in: try sarahs.context())
  }

  @Test("a visit has finished words, its place and its zone")
  func visit() throws {
    let view = try view(try placed(worker: sarahs.sarah))
    #expect(view.display.title == "Margaret Chen")
    #expect(view.display.worker == "Sarah Jones")
    #expect(view.display.date == "Friday, November 20")
    #expect(view.display.time == "8:00 AM - 9:00 AM")
    #expect(view.display.status == "Scheduled")
    #expect(view.address == "123 Oak St, Edmonton")
    #expect(view.timeZone == "America/Edmonton")
    #expect(view.sync == .local)
    #expect(try self.view(try placed(address: "1 Fir Ct")).address == "1 Fir Ct")
    let winnipeg = try #require(Zone("America/Winnipeg"))
    let other = try self.view(try placed(zone: winnipeg))
    #expect(other.timeZone == "America/Winnipeg")
    #expect(other.display.time == "9:00 AM - 10:00 AM CST")
  }

  @Test(
    "a visit is late from its quarter of an hour on, while nobody came",
    arguments: [
      ("2026-11-20T08:14", false, nil), ("2026-11-20T08:15", false, "Late since 8:15 AM"),
      ("2026-11-20T08:30", false, "Probably missed, no check-in by 8:30 AM"),
      ("2026-11-21T00:30", false, "Probably missed, no check-in by 8:30 AM"), ("2026-11-20T09:30", true, nil),
    ] as [(String, Bool, String?)])
  func late(_ now: String, _ isDone: Bool, _ alert: String?) throws {
    let life = isDone ? Life.completed(checkIn: nil, checkOut: try check(nil)) : .scheduled
    let view = VisitView.compose(
      try placed(life, worker: sarahs.sarah), farAwayMetres: 200, lateRule: LateRule(), in: try sarahs.context(now))
    #expect(view.display.alert == alert)
    #expect(view.display.late == alert.map { _ in "Late" })
    let open = VisitView.compose(
      try placed(life), farAwayMetres: 200, lateRule: LateRule(), in: try sarahs.context(now))
    #expect(open.display.alert == nil)
  }

  @Test("under its own date a night says only its other day")
  func night() throws {
    var placed = try placed()
    placed.visit.start = try sarahs.at("2026-11-20T22:00")
    placed.visit.end = try sarahs.at("2026-11-21T06:00")
    let view = try view(placed)
    #expect(view.display.date == "Friday, November 20")
    #expect(view.display.time == "10:00 PM - Sat 6:00 AM")
    #expect(view.display.typed.end == "2026-11-21T06:00")
  }

  @Test("a visit without a worker is open")
  func open() throws {
    let view = try view(try placed())
    #expect(view.worker == nil)
    #expect(view.display.worker == "Open")
  }

  private func check(_ distance: Double?, accuracy: Double? = nil, isClockSuspect: Bool = false) throws -> Check {
    let at = try sarahs.at("2026-11-20T08:02")
    return Check(
      at: at, receivedAt: at, position: Position(latitude: 53.5, longitude: -113.5, accuracy: accuracy),
      distance: distance, method: .device, isClockSuspect: isClockSuspect)
  }

  @Test(
    "a check is far away only when it surely is",
    arguments: [
      (200, nil, nil), (200.5, nil, true), (250, 50, nil), (251, 50, true), (10_000, 10_000, nil), (nil, 5, nil),
    ] as [(Double?, Double?, Bool?)])
  func farAway(_ distance: Double?, _ accuracy: Double?, _ isFar: Bool?) throws {
    let view = try view(try placed(.inProgress(checkIn: try check(distance, accuracy: accuracy))))
    #expect(view.checkIn?.farAway == isFar)
    #expect(view.checkIn?.distance == distance)
    #expect(view.checkIn?.location?.accuracy == accuracy)
  }

  @Test("a clock is suspect only when it was, and a correction keeps what stood there")
  func checks() throws {
    var arrived = try check(nil, isClockSuspect: true)
    arrived.correction = .init(first: try sarahs.at("2026-11-20T08:30"), reason: "device")
    let view = try view(try placed(.completed(checkIn: arrived, checkOut: try check(nil))))
    #expect(view.checkIn?.clockSuspect == true)
    #expect(view.checkIn?.firstAt?.text == "2026-11-20T15:30:00Z")
    #expect(view.display.firstCheckIn == "8:30 AM")
    #expect(view.display.firstCheckOut == nil)
    #expect(view.display.typed.checkIn == "2026-11-20T08:02")
    #expect(view.checkIn?.correction == "device")
    #expect(view.checkIn?.method == "device")
    #expect(view.checkOut?.clockSuspect == nil)
    #expect(view.checkOut?.firstAt == nil)
    let missed = try self.view(try placed(.missed(by: .client, reason: "nobody home")))
    #expect(missed.missedBy == .client)
    #expect(missed.reason == "nobody home")
    #expect(missed.checkIn == nil)
  }

  @Test(
    "an age is whole years, from the birthday on",
    arguments: [
      ("1946-11-20", 80), ("1946-11-21", 79), ("2026-11-20", 0), ("2026-11-21", nil), (nil, nil),
    ] as [(String?, Int?)])
  func age(_ birth: String?, _ age: Int?) throws {
    let view = ClientView.compose(try client(birth: birth), in: try sarahs.context())
    #expect(view.age == age)
    #expect(view.birthDate?.text == birth)
    #expect(view.initials == "MC")
  }

  @Test("who was born on February 29 has a birthday on March 1 of a common year")
  func leapDay() throws {
    let born = try client(birth: "1944-02-29")
    #expect(ClientView.compose(born, in: try sarahs.context("2027-02-28T12:00")).age == 82)
    #expect(ClientView.compose(born, in: try sarahs.context("2027-03-01T12:00")).age == 83)
    #expect(ClientView.compose(born, in: try sarahs.context("2028-02-29T12:00")).age == 84)
  }

  @Test("a worker")
  func worker() throws {
    let view = WorkerView.compose(sarahs.sarah, in: try sarahs.context())
    #expect(view.initials == "SJ")
    #expect(view.timeZone == "America/Edmonton")
  }

  @Test("a row of the audit shows before and after, and its place in the feed")
  func audit() throws {
    let before = try placed(worker: sarahs.sarah)
    var after = before.visit
    after.worker = nil
    let event = FeedEvent(
      sequence: 41, at: try sarahs.at("2026-11-20T09:00"), topic: .visit, method: "visit.change", thing: "v-1",
      version: 2)
    let entry = AuditEntry(
      event: event, by: "root", from: .socket, requestId: "r-1", before: .visit(before.visit), after: .visit(after))
    let view = AuditEntryView.compose(
      entry, epoch: 3, farAwayMetres: 200, in: try sarahs.context(), describe: { _ in before })
    #expect(view.event.cursor == "3:41")
    #expect(view.event.topic == .visit)
    #expect(view.from == "socket")
    #expect(view.moment == "Nov 20, 2026 9:00 AM")
    guard case .visit(let was) = view.before, case .visit(let became) = view.after else {
      Issue.record("no visits")
      return
    }
    #expect(was.display.worker == "Sarah Jones")
    #expect(became.display.worker == "Open")
    let unknown = AuditEntryView.compose(
      entry, epoch: 3, farAwayMetres: 200, in: try sarahs.context(), describe: { _ in nil })
    guard case .visit(let nameless) = unknown.before else {
      Issue.record("no visit")
      return
    }
    #expect(nameless.display.title == "margaret-chen")
    #expect(nameless.display.worker == "sarah")
  }

  @Test("a completed visit's toast and card")
  func completed() throws {
    let context = try sarahs.context()
    #expect(context.visitCompletedToast == "Visit completed")
    let visit = try placed(.completed(checkIn: nil, checkOut: nil), worker: sarahs.sarah)
    let card = Card.compose(visit, lateRule: LateRule(), in: context)
    #expect(card.mark == "✓")
    #expect(card.spoken == "Margaret Chen, 8:00 AM to 9:00 AM, 123 Oak Street Edmonton, Completed")
  }
}
