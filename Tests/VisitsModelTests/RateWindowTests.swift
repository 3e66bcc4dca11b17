import Testing
import VisitsModel

@Suite("How often something happened within the last minute")
struct RateWindowTests {
  private func moment(_ seconds: Int64) -> Instant { Instant(milliseconds: 1_795_186_800_000 + seconds * 1000) }

  @Test("counts what happened, and forgets it after a minute, five seconds at a time")
  func minute() {
    var window = RateWindow()
    window.add(1, at: moment(0))
    window.add(2, at: moment(4))
    window.add(4, at: moment(5))
    #expect(window.count(at: moment(5)) == 7)
    #expect(window.count(at: moment(59)) == 7)
    #expect(window.count(at: moment(60)) == 4)
    #expect(window.count(at: moment(65)) == 0)
    window.add(8, at: moment(600))
    #expect(window.count(at: moment(600)) == 8)
  }

  @Test("counts nothing that is still to come, when the clock was set back")
  func setBack() {
    var window = RateWindow()
    window.add(1, at: moment(3600))
    #expect(window.count(at: moment(0)) == 0)
    window.add(2, at: moment(0))
    #expect(window.count(at: moment(1)) == 2)
  }
}
