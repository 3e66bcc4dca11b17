import Testing
import VisitsModel

@testable import VisitsService

@Suite("The journal hears of the operator's command for alerts")
struct AlertCommandTellerTests {
  private static let start = Instant(milliseconds: 1_795_186_800_000)

  private var teller = AlertCommandTeller()

  private func words(_ notice: VisitsService.Notice?) -> String? {
    switch notice {
    case .alertCommandFails(let runs, let outcome): "fails \(runs) \(outcome)"
    case .alertCommandWorks(let runs): "works \(runs)"
    case .alertCommandGone(let runs): "gone \(runs)"
    default: nil
    }
  }

  private mutating func fails(_ alert: String, after minutes: Int64 = 0) -> String? {
    words(
      teller.failed(
        AlertID(rawValue: alert), .failed(status: 1), at: Self.start.adding(minutes: minutes)))
  }

  private mutating func succeeds(_ alert: String) -> String? { words(teller.succeeded(AlertID(rawValue: alert))) }

  @Test("once when it begins to fail, whatever fails after that, and once when it works again, with the count")
  mutating func once() {
    #expect(succeeds("a") == nil)
    #expect(fails("b") == "fails 1 failed(status: 1)")
    #expect(fails("c") == nil)
    #expect(fails("b", after: 60) == nil)
    #expect(succeeds("c") == nil, "b still waits")
    #expect(succeeds("b") == "works 3")
    #expect(succeeds("d") == nil)
    #expect(fails("e", after: 61) == "fails 1 failed(status: 1)")
  }

  @Test("that an alert that was resolved meanwhile does not keep it from working again")
  mutating func dropped() {
    #expect(fails("a") == "fails 1 failed(status: 1)")
    #expect(fails("b") == nil)
    teller.dropped(AlertID(rawValue: "a"))
    #expect(succeeds("b") == "works 2")
  }

  @Test("once that a command that fails was taken away, and nothing of one that works")
  mutating func ended() {
    #expect(words(teller.ended()) == nil)
    #expect(fails("a") == "fails 1 failed(status: 1)")
    #expect(fails("b") == nil)
    #expect(words(teller.ended()) == "gone 2")
    #expect(words(teller.ended()) == nil)
    // What waited for the command that was taken away does not keep the next from working.
    #expect(fails("c") == "fails 1 failed(status: 1)")
    #expect(succeeds("c") == "works 1")
  }

  @Test("twelve times at once of a command that comes and goes, then every two hours, with all runs that failed")
  mutating func unsteady() {
    for _ in 1...12 {
      #expect(fails("a") == "fails 1 failed(status: 1)")
      #expect(succeeds("a") == "works 1")
    }
    for _ in 1...30 {
      #expect(fails("a", after: 1) == nil)
      #expect(succeeds("a") == nil)
    }
    #expect(fails("a", after: 121) == "fails 31 failed(status: 1)")
    #expect(succeeds("a") == "works 31")
  }
}
