import Testing
import VisitsModel

@Suite("A session's moves")
struct SessionTests {
  private static let noon = Instant(milliseconds: 1_795_186_800_000)

  private func mark(_ minutes: Int64, _ method: Check.Method = .office) -> GoalSession.Mark {
    let at = Self.noon.adding(minutes: minutes)
    return GoalSession.Mark(at: at, receivedAt: at, method: method, by: "anna")
  }

  private func session(end: GoalSession.End? = nil) throws -> GoalSession {
    GoalSession(
      id: SessionID(rawValue: "s"), worker: try #require(WorkerID(rawValue: "sarah")),
      client: try #require(ClientID(rawValue: "margaret-chen")), goal: GoalID(rawValue: "g"), start: mark(0), end: end)
  }

  private func trial(_ number: Int, _ isSuccess: Bool) -> Trial {
    Trial(
      id: TrialID(rawValue: "t\(number)"), session: SessionID(rawValue: "s"), number: number, isSuccess: isSuccess,
      mark: mark(Int64(number)))
  }

  @Test("the success rate is of the trials that count, and there is none without trials")
  func rate() throws {
    var session = try session()
    #expect(session.successRate == nil)
    for number in 1...4 { session.add(trial(number, number != 4)) }
    #expect(session.successRate == 0.75)
    session.takeBack(trial(4, false))
    #expect(session.successRate == 1)
    #expect(session.lastTrial?.isTakenBack == true)
  }

  @Test("it lasts from start to end, while it runs until now, and never less than no time")
  func duration() throws {
    let ended = try session(end: GoalSession.End(mark(12)))
    #expect(ended.duration(now: Self.noon.adding(minutes: 90)) == 720)
    #expect(try session().duration(now: Self.noon.adding(minutes: 5)) == 300)
    #expect(try session().duration(now: Self.noon.adding(minutes: -5)) == 0)
  }

  @Test("what a device says of the end outdoes what followed and what the office said; the later of two counts")
  func ends() throws {
    var derived = try session()
    derived.giveWay(mark(10, .device))
    #expect(derived.end?.isDerived == true)
    derived.reportEnd(mark(8, .device))
    #expect(derived.end == GoalSession.End(mark(8, .device)))
    derived.reportEnd(mark(9, .device))
    #expect(derived.end == GoalSession.End(mark(9, .device)))
    derived.reportEnd(mark(8, .device))
    #expect(derived.end == GoalSession.End(mark(9, .device)))
    var told = try session(end: GoalSession.End(mark(10)))
    told.reportEnd(mark(7, .device))
    #expect(told.end == GoalSession.End(mark(7, .device)))
  }

  @Test("an end before the start is a wrong clock of a device, and refused to the office")
  func wrong() throws {
    var session = try session()
    #expect(throws: Refusal.invalid(field: "at", .beforeSession(Self.noon.adding(minutes: -1), start: Self.noon))) {
      try session.finish(mark(-1), isTimeTold: true)
    }
    session.reportEnd(mark(-1, .device))
    #expect(session.end?.mark.at == Self.noon)
    #expect(session.end?.mark.isClockSuspect == true)
  }

  @Test("what a clock years ahead began can be ended by the office all the same")
  func clockAhead() throws {
    let years = Self.noon.adding(minutes: 2_000_000)
    var session = try session()
    session.start = GoalSession.Mark(
      at: years, receivedAt: Self.noon, method: .device, by: "sarah", isClockSuspect: true)
    #expect(session.start.reckoned == Self.noon)
    try session.finish(mark(30), isTimeTold: false)
    #expect(session.end?.mark.at == years)
    #expect(session.end?.mark.isClockSuspect == true)
    #expect(session.duration(now: Self.noon) == 0)
  }

  @Test("a trial that is heard of after the end came late, unless nobody had told of that end and it lay before")
  func late() throws {
    let ended = try session(end: GoalSession.End(mark(10)))
    #expect(ended.isOver(for: Self.noon.adding(minutes: 5)))
    let gaveWay = try session(end: GoalSession.End(mark(10), isDerived: true))
    #expect(!gaveWay.isOver(for: Self.noon.adding(minutes: 5)))
    #expect(gaveWay.isOver(for: Self.noon.adding(minutes: 11)))
    #expect(try !session().isOver(for: Self.noon))
  }
}
