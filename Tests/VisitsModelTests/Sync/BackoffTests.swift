import Testing

@testable import VisitsModel

@Suite("The wait after a failed run")
struct BackoffTests {
  private func delays(_ failures: Int, jitter: Double, retryAfter: Int64? = nil) -> Double {
    var backoff = Backoff()
    for _ in 0..<failures { backoff.fail() }
    return Double(backoff.delay(jitter: jitter, retryAfter: retryAfter)) / 1000
  }

  @Test("is at most 30 seconds for the first three, then doubles up to 15 minutes")
  func doubling() {
    let longest = (1...9).map { delays($0, jitter: 0.999_999_9).rounded() }
    #expect(longest == [30, 30, 30, 60, 120, 240, 480, 900, 900])
    #expect(delays(100_000, jitter: 0.999_999_9).rounded() == 900)
  }

  @Test("lies anywhere between half of it and the whole")
  func jitter() {
    #expect(delays(1, jitter: 0) == 15)
    #expect(delays(1, jitter: 0.5) == 22.5)
    #expect(delays(8, jitter: 0) == 450)
  }

  @Test("is never shorter than the server asked for, and never longer than a day")
  func retryAfter() {
    #expect(delays(1, jitter: 0, retryAfter: 120_000) == 120)
    #expect(delays(1, jitter: 0, retryAfter: 1_000) == 15)
    #expect(delays(1, jitter: 0, retryAfter: .max) == 86_400)
    #expect(delays(1, jitter: 0, retryAfter: -5) == 15)
  }

  @Test("begins anew when a person does not want to wait")
  func reset() {
    var backoff = Backoff()
    for _ in 0..<8 { backoff.fail() }
    backoff.reset()
    #expect(backoff.delay(jitter: 0) == 15_000)
  }
}
