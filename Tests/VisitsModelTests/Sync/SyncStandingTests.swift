import Testing

@testable import VisitsModel

@Suite("The sync indicator of a worker's Today")
struct SyncStandingTests {
  private let now = Instant(milliseconds: 1_800_000_000_000)

  /// A loop that has gone through so many runs.
  private func loop(_ outcomes: RunOutcome..., then events: SyncLoop.Event...) -> SyncLoop {
    var loop = SyncLoop()
    _ = loop.step(.begin, at: now)
    for (position, outcome) in outcomes.enumerated() {
      if position > 0 { _ = loop.step(.asked, at: now) }
      _ = loop.step(.ended(outcome, jitter: 0), at: now)
    }
    for event in events { _ = loop.step(event, at: now) }
    return loop
  }

  private func standing(
    pull: SyncLoop? = nil, push: SyncLoop? = nil, pulled: Bool = true, pending: Int = 0, parked: Int = 0
  ) -> SyncStanding {
    SyncStanding(
      pull: pull ?? loop(.succeeded), push: push ?? loop(.succeeded), wasEverPulled: pulled,
      before: pulled ? now.adding(seconds: -60) : nil,
      own: SyncStanding.Rows(pending: pending, parked: parked))
  }

  private let failed = RunOutcome.failed(.server)

  @Test("says synced only while nothing of the worker's is pending or parked")
  func synced() {
    #expect(standing().state == .synced)
    #expect(standing().lastSyncedAt == now)
    #expect(standing(pending: 1).state == .savedLocally)
    #expect(standing(parked: 1).state == .failed)
    #expect(standing(pulled: false).state == .savedLocally)
  }

  @Test("does not say synced before all was in step once, nor while what was made without upstream is not queued")
  func neverInStep() {
    func state(pull: SyncLoop, push: SyncLoop, isLocalWaiting: Bool = false) -> SyncStanding.State {
      SyncStanding(pull: pull, push: push, wasEverPulled: true, isLocalWaiting: isLocalWaiting, own: .init()).state
    }
    #expect(state(pull: loop(then: .begin), push: loop(.succeeded)) == .syncing)
    #expect(state(pull: loop(failed), push: loop(.succeeded)) == .savedLocally)
    #expect(state(pull: loop(.unreachable, then: .timer(1)), push: loop(.succeeded)) == .savedLocally)
    #expect(state(pull: loop(.succeeded), push: loop(.succeeded)) == .synced)
    #expect(state(pull: loop(.succeeded), push: loop(.succeeded), isLocalWaiting: true) == .syncing)
    #expect(state(pull: loop(.unreachable), push: loop(.succeeded), isLocalWaiting: true) == .savedLocally)
  }

  @Test("says syncing for a run that was asked for, and from a change until its first attempt has ended")
  func syncing() {
    #expect(standing(pull: loop(.succeeded, then: .asked)).state == .syncing)
    let changed = loop(.succeeded, then: .change)
    #expect(standing(push: changed, pending: 1).state == .syncing)
    #expect(standing(push: changed).state == .synced)
    let ended = loop(.succeeded, then: .change, .ended(.unreachable, jitter: 0))
    #expect(standing(push: ended, pending: 1).state == .savedLocally)
  }

  @Test("is masked by no background run that finds nothing new")
  func background() {
    #expect(standing(pull: loop(.succeeded, then: .timer(1))).state == .synced)
    #expect(standing(pull: loop(.succeeded, then: .timer(1), .carries)).state == .syncing)
    #expect(standing(push: loop(.unreachable, then: .timer(1)), pending: 2).state == .savedLocally)
    #expect(standing(push: loop(.unreachable, then: .timer(1), .carries), pending: 2).state == .syncing)
  }

  @Test("says saved locally while the network cannot be reached, failed after three failures of another kind")
  func troubles() {
    #expect(standing(pull: loop(.unreachable)).state == .savedLocally)
    #expect(standing(pull: loop(failed, failed)).state == .synced)
    #expect(standing(pull: loop(failed, failed), pending: 1).state == .savedLocally)
    #expect(standing(pull: loop(failed, failed, failed)).state == .failed)
    #expect(standing(push: loop(.failed(.forbidden))).state == .failed)
    #expect(standing(push: loop(.failed(.forbidden))).failure == .forbidden)
  }

  @Test("keeps the error while a retry is under way")
  func retrying() {
    let retry = standing(pull: loop(failed, failed, failed, then: .asked))
    #expect(retry.state == .syncing)
    #expect(retry.isFailing)
    #expect(standing(pull: loop(.unreachable, then: .asked)).isUnreachable)
  }

  @Test("shows the nearer retry, also while a person must see to something else, and none where nothing failed")
  func retryAt() {
    let push = loop(failed)
    #expect(standing(pull: loop(.unreachable), push: push).retryAt == now.adding(seconds: 15))
    #expect(standing(push: push, parked: 1).retryAt == now.adding(seconds: 15))
    #expect(standing(parked: 1).retryAt == nil)
    #expect(standing().retryAt == nil)
  }

  @Test("is loading before the first attempt has ended, where nothing was ever pulled")
  func loading() {
    #expect(standing(pull: loop(), pulled: false).isLoading)
    #expect(standing(pull: loop(), pulled: false).state == .syncing)
    #expect(!standing(pull: loop()).isLoading)
    #expect(!standing(pull: loop(failed, then: .asked), pulled: false).isLoading)
  }
}
