import Testing
import VisitsModel

@Suite("Moves of a visit, by who makes them")
struct MoveTests {
  private let now = Instant(milliseconds: 1_795_186_800_000)

  private func visit(worker: String? = "sarah", life: Life = .scheduled, startsIn minutes: Int64 = 0) throws -> Visit {
    let start = now.adding(minutes: minutes)
    return Visit(
      id: VisitID(rawValue: "v"), worker: worker.flatMap(WorkerID.init), client: try #require(ClientID(rawValue: "c")),
      start: start, end: start.adding(minutes: 60), life: life)
  }

  private func check(_ method: Check.Method, in minutes: Int64 = 0, isClockSuspect: Bool = false) -> Check {
    Check(at: now.adding(minutes: minutes), receivedAt: now, method: method, isClockSuspect: isClockSuspect)
  }

  @Test("what a device did in the field is never refused: neither an open visit nor one of next week")
  func field() throws {
    for var visit in [try visit(worker: nil), try visit(startsIn: 7 * 24 * 60)] {
      try visit.start(check(.device), isTimeTold: false)
      #expect(visit.status == .inProgress)
      try visit.complete(check(.device), isTimeTold: false)
      #expect(visit.status == .completed)
    }
    var forgotten = try visit(worker: nil, startsIn: 7 * 24 * 60)
    try forgotten.complete(check(.device), isTimeTold: false)
    #expect(forgotten.status == .completed)
  }

  @Test("what a device says of another year is kept")
  func otherYear() throws {
    let year: Int64 = 365 * 24 * 60
    var visit = try visit()
    try visit.start(check(.device, in: -year), isTimeTold: true)
    try visit.complete(check(.device, in: year), isTimeTold: true)
    #expect(visit.status == .completed)
  }

  @Test(
    "a check-out before its check-in is kept from a device, marked, and refused to the office",
    arguments: [true, false])
  func outBeforeIn(isSuspect: Bool) throws {
    let checkIn = check(.device, in: 120, isClockSuspect: isSuspect)
    var visit = try visit(life: .inProgress(checkIn: checkIn))
    #expect(
      throws: Refusal.invalid(field: "at", .checkOutBeforeCheckIn(checkIn: checkIn.at, checkOut: now))
    ) { try visit.complete(check(.office), isTimeTold: false) }
    try visit.complete(check(.device), isTimeTold: false)
    #expect(visit.life == .completed(checkIn: checkIn, checkOut: check(.device, isClockSuspect: true)))
  }

  @Test("the office starts what begins within twelve hours, and not a moment later")
  func twelveHours() throws {
    var tonight = try visit(startsIn: 12 * 60)
    try tonight.start(check(.office), isTimeTold: false)
    var later = try visit(startsIn: 12 * 60 + 1)
    #expect(throws: Refusal.invalid(field: "at", .startsMuchLater(later.start))) {
      try later.start(check(.office), isTimeTold: false)
    }
  }
}
