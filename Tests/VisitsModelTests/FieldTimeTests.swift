import Testing
import VisitsModel

@Suite("What a device says of when something happened")
struct FieldTimeTests {
  private let now = Instant(milliseconds: 1_000_000_000)

  @Test("without a time, it happened now")
  func nothing() {
    let time = FieldTime(at: nil, sentAt: nil, now: now)
    #expect(time.at == now)
    #expect(!time.isClockSuspect)
  }

  @Test("a device whose clock is an hour ahead is set right by the difference, and marked")
  func corrected() {
    let time = FieldTime(at: now.adding(minutes: 50), sentAt: now.adding(minutes: 60), now: now)
    #expect(time.at == now.adding(minutes: -10))
    #expect(time.isClockSuspect)
  }

  @Test(
    "a clock that is ahead is set right by every difference, one that is behind only from two minutes on",
    arguments: [
      (1, -1, false), (119, -119, false), (120, -120, false), (121, -121, true), (-1, 0, false), (-119, 0, false),
      (-120, 120, false), (-121, 121, true),
    ] as [(Int64, Int64, Bool)])
  func limits(sentAfter seconds: Int64, movesBy correction: Int64, isSuspect: Bool) {
    let at = now.adding(minutes: -10)
    let time = FieldTime(at: at, sentAt: now.adding(seconds: seconds), now: now)
    #expect(time.at == at.adding(seconds: correction))
    #expect(time.isClockSuspect == isSuspect)
  }

  @Test("a message that travelled for just under two minutes is no sign of a wrong clock")
  func slowNetwork() {
    let sentAt = Instant(milliseconds: now.milliseconds - 119_999)
    #expect(FieldTime(at: sentAt, sentAt: sentAt, now: now).at == sentAt)
  }

  @Test("a time that lies ahead is kept as sent, and marked beyond two minutes")
  func ahead() {
    #expect(!FieldTime(at: now.adding(seconds: 120), sentAt: nil, now: now).isClockSuspect)
    let time = FieldTime(at: now.adding(seconds: 121), sentAt: nil, now: now)
    #expect(time.at == now.adding(seconds: 121))
    #expect(time.isClockSuspect)
  }

  @Test(
    "a time that has no date tells nothing: it happened now, by a clock that is plainly wrong",
    arguments: [
      (Int64(-62_135_596_800_001), Int64?.none), (253_402_300_800_000, nil),
      (-62_135_596_800_000, 253_402_300_799_999), (253_402_300_799_999, -62_135_596_800_000),
    ])
  func undatable(at: Int64, sentAt: Int64?) {
    let time = FieldTime(
      at: Instant(milliseconds: at), sentAt: sentAt.map(Instant.init(milliseconds:)), now: now)
    #expect(time.at == now)
    #expect(time.isClockSuspect)
  }

  @Test("a completion of last week is no sign of a wrong clock")
  func offline() {
    let time = FieldTime(at: now.adding(minutes: -7 * 24 * 60), sentAt: now.adding(seconds: 90), now: now)
    #expect(time.at == now.adding(minutes: -7 * 24 * 60).adding(seconds: -90))
    #expect(!time.isClockSuspect)
  }
}
