import Testing

@testable import VisitsModel

@Suite("An escalation")
struct EscalationTests {
  private static let raisedAt = Instant(milliseconds: 1_800_000_000_000)
  private let sarah: WorkerID
  private let three = EscalationPlan(delays: [0, 2, 5], repeatAfter: 2, unresolvedAfter: 30)

  init() throws { sarah = try #require(WorkerID(rawValue: "sarah")) }

  /// What is to be paged, as "tier.attempt".
  private func due(_ escalation: inout Escalation, _ minutes: Double) -> [String] {
    escalation.due(at: at(minutes)).map { "\($0.tier).\($0.attempt)" }
  }

  private func at(_ minutes: Double) -> Instant {
    Instant(milliseconds: Self.raisedAt.milliseconds + Int64(minutes * 60_000))
  }

  /// In minutes from when it was raised.
  private func next(_ escalation: Escalation) -> Double? {
    escalation.next.map { Double(Self.raisedAt.milliseconds(to: $0)) / 60_000 }
  }

  private func emergency(version: Int = 1) -> Emergency {
    Emergency(
      id: EmergencyID(rawValue: "e"), worker: sarah, visit: nil, note: nil, position: nil,
      at: Self.raisedAt, receivedAt: Self.raisedAt, isClockSuspect: false, raisedBy: "sarah", version: version)
  }

  private func taken(_ emergency: Emergency, _ minutes: Double) -> Emergency {
    var emergency = emergency
    emergency.acknowledged = Emergency.Handling(at: at(minutes), by: "omar", note: nil)
    emergency.version += 1
    return emergency
  }

  private func finish(_ escalation: inout Escalation, _ isSent: Bool, _ minutes: Double) {
    for page in escalation.pages where page.end == nil { escalation.finish(page, isSent: isSent, at: at(minutes)) }
  }

  @Test("pages tier 1 at once, each next one after its minutes, and begins again after the last")
  func tiers() {
    var escalation = Escalation(emergency(), plan: three)
    #expect(due(&escalation, 0) == ["1.1"])
    finish(&escalation, true, 0.1)
    #expect(next(escalation) == 2)
    #expect(due(&escalation, 1.99) == [])
    #expect(due(&escalation, 2) == ["2.1"])
    finish(&escalation, true, 2.1)
    #expect(next(escalation) == 7)
    #expect(due(&escalation, 7) == ["3.1"])
    finish(&escalation, true, 7.1)
    #expect(next(escalation) == 9)
    #expect(due(&escalation, 9) == ["1.1"])
    #expect(next(escalation) == 11)
  }

  @Test("with tiers side by side pages them together; with one tier, that one over and over")
  func sideBySide() {
    var escalation = Escalation(emergency(), plan: EscalationPlan(delays: [0, 0, 2]))
    #expect(due(&escalation, 0) == ["1.1", "2.1"])
    #expect(due(&escalation, 2) == ["3.1"])
    var alone = Escalation(emergency(), plan: EscalationPlan(delays: [0]))
    #expect(due(&alone, 0) == ["1.1"])
    #expect(due(&alone, 2) == ["1.1"])
  }

  @Test("by other tiers sends a failed page again at once, drops pages of tiers that are gone, and keeps its order")
  func otherTiers() {
    var escalation = Escalation(emergency(), plan: three)
    #expect(due(&escalation, 0) == ["1.1"])
    finish(&escalation, true, 0.1)
    #expect(due(&escalation, 2) == ["2.1"])
    finish(&escalation, false, 2.01)
    #expect(due(&escalation, 2.02) == [])
    escalation.take(EscalationPlan(delays: [0, 1], repeatAfter: 4))
    #expect(due(&escalation, 2.02) == ["2.2"])
    finish(&escalation, true, 2.03)
    #expect(next(escalation) == 6)
    escalation.take(EscalationPlan(delays: [0]))
    #expect(next(escalation) == 2)
    #expect(due(&escalation, 2.04) == ["1.1"])
  }

  @Test("that began without a tier pages as soon as there is one")
  func firstTier() {
    var escalation = Escalation(emergency(), plan: EscalationPlan(delays: []))
    #expect(due(&escalation, 0) == [])
    escalation.take(EscalationPlan(delays: [0]))
    #expect(due(&escalation, 1) == ["1.1"])
  }

  @Test("without a tier pages nobody")
  func nobody() {
    var escalation = Escalation(emergency(), plan: EscalationPlan(delays: []))
    #expect(due(&escalation, 0) == [])
    #expect(next(escalation) == nil)
  }

  @Test("tries a failed page again after 5, 15, 30 and 60 seconds, then no more, and the next tier keeps its time")
  func retries() {
    var escalation = Escalation(emergency(), plan: three)
    #expect(due(&escalation, 0) == ["1.1"])
    finish(&escalation, false, 0)
    #expect(escalation.next == at(0).adding(seconds: 5))
    #expect(escalation.due(at: at(0).adding(seconds: 4)) == [])
    #expect(due(&escalation, 5 / 60) == ["1.2"])
    finish(&escalation, false, 0.25)
    #expect(due(&escalation, 0.5) == ["1.3"])
    finish(&escalation, false, 0.5)
    #expect(due(&escalation, 1) == ["1.4"])
    finish(&escalation, false, 1)
    #expect(due(&escalation, 2) == ["2.1", "1.5"])
    finish(&escalation, false, 2)
    // Tier 1 is given up until its turn comes again; tier 2 is tried.
    #expect(due(&escalation, 2 + 5 / 60) == ["2.2"])
    #expect(next(escalation) == 7)
  }

  @Test("waits for no page that hangs, and takes no notice of one that ends after its tier was paged again")
  func hangs() {
    var escalation = Escalation(emergency(), plan: EscalationPlan(delays: [0]))
    let first = escalation.due(at: at(0))
    #expect(due(&escalation, 2) == ["1.1"])
    for page in first { escalation.finish(page, isSent: false, at: at(2.5)) }
    #expect(next(escalation) == 4)
    #expect(escalation.pages.allSatisfy { $0.end == nil })
  }

  @Test("stops when somebody takes it up, and goes on half an hour later, a tier each half hour, until it is ended")
  func unresolved() {
    var escalation = Escalation(emergency(), plan: three)
    #expect(due(&escalation, 0) == ["1.1"])
    finish(&escalation, false, 0)
    let taken = taken(emergency(), 1)
    escalation.update(taken)
    #expect(next(escalation) == 31)
    #expect(due(&escalation, 30.9) == [])
    #expect(due(&escalation, 31) == ["1.1"])
    finish(&escalation, true, 31)
    #expect(next(escalation) == 61)
    #expect(due(&escalation, 61) == ["2.1"])
    #expect(due(&escalation, 91) == ["3.1"])
    #expect(due(&escalation, 121) == ["1.1"])
    var over = taken
    over.resolved = Emergency.Handling(at: at(122), by: "omar", note: "Home")
    over.version += 1
    escalation.update(over)
    #expect(next(escalation) == nil)
    #expect(due(&escalation, 500) == [])
  }

  @Test("raised again after it was taken up begins anew at once; raised again before, it goes on as it was")
  func again() {
    var escalation = Escalation(emergency(), plan: three)
    #expect(due(&escalation, 0) == ["1.1"])
    let page = escalation.pages
    finish(&escalation, true, 0)
    var joined = emergency(version: 2)
    joined.raises = 2
    escalation.update(joined)
    #expect(next(escalation) == 2)
    escalation.update(taken(joined, 1))
    var anew = emergency(version: 4)
    anew.raises = 3
    escalation.update(anew)
    #expect(due(&escalation, 1.5) == ["1.1"])
    // What is said of a page of before concerns none of now.
    for old in page { escalation.finish(old, isSent: false, at: at(1.6)) }
    #expect(next(escalation) == 3.5)
    // What is older than what is known changes nothing.
    escalation.update(taken(emergency(version: 2), 1))
    #expect(next(escalation) == 3.5)
  }

  @Test("after a restart goes on where it was: what ended is not sent again, what had not ended is, as another attempt")
  func restart() {
    let sent = Page.End(at: at(0.1), isSent: true)
    var escalation = Escalation(
      emergency(), plan: three, pages: [Page(tier: 1, number: 1, at: at(0), end: sent)])
    #expect(due(&escalation, 1) == [])
    #expect(due(&escalation, 2) == ["2.1"])
    var torn = Escalation(
      emergency(), plan: three,
      pages: [Page(tier: 1, number: 1, at: at(0), end: sent), Page(tier: 2, number: 2, at: at(2), attempt: 5)])
    #expect(torn.next == at(2))
    #expect(due(&torn, 3) == ["2.6"])
    #expect(due(&torn, 3) == [])
    #expect(next(torn) == 7)
    var failed = Escalation(
      emergency(), plan: three,
      pages: [Page(tier: 1, number: 1, at: at(0), end: Page.End(at: at(0), isSent: false))])
    #expect(due(&failed, 1) == ["1.2"])
  }

  @Test("after a long stop pages one tier, and the next after its minutes: not all that were missed at once")
  func longStop() {
    var escalation = Escalation(
      emergency(), plan: three,
      pages: [Page(tier: 1, number: 1, at: at(0), end: Page.End(at: at(0), isSent: true))])
    #expect(due(&escalation, 600) == ["2.1"])
    #expect(next(escalation) == 605)
  }

  @Test("is put off by a clock that was set back no longer than a tier has")
  func clockSetBack() {
    var escalation = Escalation(emergency(), plan: three)
    #expect(due(&escalation, -600) == ["1.1"])
    #expect(due(&escalation, -1200) == [])
    #expect(next(escalation) == -1198)
    finish(&escalation, false, -600)
    #expect(due(&escalation, -1200) == [])
    #expect(escalation.next == at(-1200).adding(seconds: 5))
  }

  @Test("that was taken up reminds at the latest its full wait after a clock was set back")
  func clockSetBackTaken() {
    var escalation = Escalation(taken(emergency(), 1), plan: three)
    #expect(due(&escalation, -600) == [])
    #expect(next(escalation) == -570)
    #expect(due(&escalation, -570) == ["1.1"])
  }

  @Test("does not send again a page whose attempts are no number of attempts", arguments: [Int.min, -1, 0, Int.max])
  func strangeAttempts(attempt: Int) {
    let page = Page(tier: 1, number: 1, at: at(0), attempt: attempt, end: Page.End(at: at(0), isSent: false))
    var escalation = Escalation(emergency(), plan: three, pages: [page])
    #expect(due(&escalation, 1) == [])
    #expect(due(&escalation, 2) == ["2.1"])
  }

  @Test("with fewer tiers than before a restart forgets the pages of those that are gone")
  func fewerTiers() {
    var escalation = Escalation(
      emergency(), plan: EscalationPlan(delays: [0]), pages: [Page(tier: 3, number: 7, at: at(0))])
    #expect(due(&escalation, 1) == ["1.1"])
    #expect(escalation.pages.map(\.number) == [8])
  }
}
