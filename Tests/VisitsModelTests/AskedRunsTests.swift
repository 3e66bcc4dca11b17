import Testing
import VisitsModel

@Suite("Runs of sync that somebody asks for")
struct AskedRunsTests {
  private let start = Instant(milliseconds: 1_795_186_800_000)

  private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: start.milliseconds + milliseconds) }

  @Test("begin at once, and then as far apart as is set")
  func apart() {
    var runs = AskedRuns(every: 2000)
    #expect(runs.ask(at: at(0)) == .now)
    #expect(runs.ask(at: at(500)) == .later(milliseconds: 1500))
    #expect(runs.ask(at: at(700)) == .joined)
    #expect(runs.due == at(2000))
    runs.begin(at: at(2000))
    #expect(runs.due == nil)
    #expect(runs.ask(at: at(3999)) == .later(milliseconds: 1))
    runs.begin(at: at(4000))
    #expect(runs.ask(at: at(6000)) == .now)
  }

  @Test("wait for no clock that was set back, and not at all where that is set")
  func noWait() {
    var runs = AskedRuns(every: 2000)
    #expect(runs.ask(at: at(0)) == .now)
    #expect(runs.ask(at: at(-3_600_000)) == .now)
    var others = AskedRuns(every: 0)
    #expect(others.ask(at: at(0)) == .now)
    #expect(others.ask(at: at(0)) == .now)
  }
}
