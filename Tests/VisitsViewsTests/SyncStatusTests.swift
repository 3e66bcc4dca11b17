import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("What is said of sync to whoever asks how it stands")
struct SyncStatusTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  /// A loop whose last run ended so, a second ago.
  private func loop(_ outcomes: RunOutcome...) throws -> SyncLoop {
    var loop = SyncLoop()
    let now = try sarahs.at("2026-11-20T09:30:00")
    _ = loop.step(.begin, at: now)
    for (number, outcome) in outcomes.enumerated() {
      if number > 0 { _ = loop.step(.asked, at: now) }
      _ = loop.step(.ended(outcome, jitter: 1), at: now)
    }
    return loop
  }

  private func status(
    _ outcome: RunOutcome, _ trouble: ExchangeTrouble? = nil, pending: Int = 0, parked: Int = 0
  ) throws -> SyncStatus.Answer {
    let (pull, push) = (try loop(.succeeded, outcome), try loop(.succeeded))
    let rows = SyncStanding.Rows(pending: pending, parked: parked)
    let standing = SyncStanding(pull: pull, push: push, wasEverPulled: true, own: rows)
    return .compose(
      SyncFacts(standing, wasEverPulled: true), pull: LoopReport(pull, stoppedBy: trouble), push: LoopReport(push),
      fetched: 0, in: try sarahs.context("2026-11-20T09:30:01"))
  }

  @Test("one attempt that failed is told, though the indicator waits for more")
  func failedOnce() throws {
    let status = try status(.failed(.server), ExchangeTrouble(.status, number: 503))
    #expect(status.sync.label == "Synced")
    #expect(status.conclusion.outcome == .failed)
    #expect(status.conclusion.text == "Sync failed. Will retry in 29 seconds.")
    #expect(
      status.conclusion.problem == "The agency's system has trouble of its own. It answered with HTTP status 503.")
    #expect(status.pull?.cause?.kind == "status")
    #expect(status.pull?.cause?.number == 503)
    #expect(status.push?.cause == nil)
  }

  @Test("where upstream cannot be reached it is told why")
  func unreachable() throws {
    let status = try status(.unreachable, ExchangeTrouble(.unknownHost))
    #expect(status.conclusion.outcome == .savedLocally)
    #expect(status.conclusion.text == "Saved locally")
    #expect(
      status.conclusion.problem == "The agency's system cannot be reached. Its name is not known (DNS).")
  }

  @Test("a status that the sentence names already is not told twice")
  func unauthorized() throws {
    let status = try status(.failed(.unauthorized), ExchangeTrouble(.status, number: 401))
    #expect(status.conclusion.text == "Sync failed: the agency's system refuses access. Will retry in 29 seconds.")
    #expect(status.conclusion.problem == "The agency's system does not accept our token (401).")
    let token = try self.status(.failed(.unauthorized), ExchangeTrouble(.noToken))
    #expect(token.conclusion.problem?.hasSuffix("There is no token or key that can be used.") == true)
  }

  @Test("what is parked is counted where all the rest is in step, and else what waits comes first")
  func incomplete() throws {
    #expect(try status(.succeeded).conclusion.outcome == .synced)
    #expect(try status(.succeeded, parked: 1).conclusion.text == "Synced but for 1 change")
    #expect(try status(.succeeded, parked: 12).conclusion.text == "Synced but for 12 changes")
    #expect(try status(.succeeded, pending: 1, parked: 1).conclusion.outcome == .savedLocally)
    #expect(try status(.failed(.server), parked: 1).conclusion.outcome == .failed)
  }

  @Test("whatever became of a request has a sentence of its own")
  func sentences() throws {
    let context = try sarahs.context("2026-11-20T09:30:01")
    let words = ExchangeTrouble.Kind.allCases.map { ExchangeTrouble($0, number: 7).words(in: context) }
    #expect(Set(words).count == words.count)
    for sentence in words { #expect(sentence.contains(" ") && !sentence.contains("{")) }
  }
}
