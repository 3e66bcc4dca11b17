import Testing
import VisitsModel

@testable import VisitsDaemon

@Suite("The proof of life")
struct ProofOfLifeTests {
  private var proof = ProofOfLife()

  private mutating func pulse(steps: UInt64 = 0, late: [DaemonLoop] = []) -> [ProofOfLife.Action] {
    proof.take(.pulse(writerSteps: steps), late: late)
  }

  private mutating func answered(
    _ part: ProofOfLife.Part, well isGood: Bool = true, late: [DaemonLoop] = []
  ) -> [ProofOfLife.Action] {
    proof.take(.answered(part, isGood: isGood), late: late)
  }

  @Test("is given when both a call and the writer have answered, once for each time that it is asked for")
  mutating func given() {
    #expect(pulse() == [.ask(.calls), .ask(.writer)])
    #expect(answered(.writer) == [])
    #expect(answered(.calls) == [.feed])
    #expect(pulse() == [.ask(.calls), .ask(.writer)])
    #expect(answered(.calls) == [])
    #expect(answered(.writer) == [.feed])
  }

  @Test("is withheld while the writer hangs, which is told once and asked no second time, and given when it goes on")
  mutating func writerHangs() {
    _ = pulse()
    #expect(answered(.calls) == [])
    #expect(pulse() == [.withheld([.part(.writer)]), .ask(.calls)])
    #expect(answered(.calls) == [])
    #expect(pulse() == [.ask(.calls)])
    #expect(answered(.calls) == [])
    #expect(answered(.writer) == [.feed, .resumed])
    #expect(pulse() == [.ask(.calls), .ask(.writer)])
  }

  @Test("is withheld while calls are not answered, or only refused")
  mutating func callsHang() {
    _ = pulse()
    #expect(answered(.writer) == [])
    #expect(answered(.calls, well: false) == [])
    #expect(pulse() == [.withheld([.part(.calls)]), .ask(.calls), .ask(.writer)])
    #expect(answered(.writer) == [])
    #expect(answered(.calls) == [.feed, .resumed])
  }

  @Test("is withheld while a loop does not turn, however well all else answers")
  mutating func loopHangs() {
    _ = pulse()
    #expect(answered(.writer, late: [.alerts]) == [])
    #expect(answered(.calls, late: [.alerts]) == [])
    #expect(pulse(late: [.alerts]) == [.withheld([.loop(.alerts)]), .ask(.calls), .ask(.writer)])
    #expect(answered(.writer) == [])
    #expect(answered(.calls) == [.feed, .resumed])
  }

  @Test("is given while one change takes long and gets on, with the loops that wait behind it, and not when it stops")
  mutating func longChange() {
    _ = pulse(steps: 10)
    #expect(answered(.calls) == [])
    #expect(pulse(steps: 20, late: [.alerts]) == [.feed, .ask(.calls)])
    #expect(answered(.calls) == [])
    #expect(pulse(steps: 20) == [.withheld([.part(.writer)]), .ask(.calls)])
  }

  @Test("tells anew what is missing when it is something else")
  mutating func changes() {
    _ = pulse()
    #expect(answered(.calls) == [])
    #expect(pulse() == [.withheld([.part(.writer)]), .ask(.calls)])
    #expect(pulse(late: [.sync]) == [.withheld([.part(.calls), .part(.writer), .loop(.sync)])])
    #expect(pulse(late: [.sync]) == [])
  }
}
