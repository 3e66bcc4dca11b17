import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("Today with a system of record")
struct SyncTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  private func facts(
    _ outcome: SyncFacts.Outcome, attempt: SyncFacts.Attempt? = nil, pulled: Bool = true, pending: Int = 0,
    retryAt: String? = nil
  ) throws -> SyncFacts {
    SyncFacts(
      isConfigured: true, wasEverPulled: pulled, attempt: attempt, outcome: outcome, pendingChanges: pending,
      retryAt: try retryAt.map { try sarahs.at($0) })
  }

  private func today(_ facts: SyncFacts, _ visits: [DayVisit]? = nil) throws -> TodayView {
    try sarahs.today(try visits ?? sarahs.seedVisits(), sync: facts).view
  }

  @Test("loading is seen before the first attempt has ended")
  func loading() throws {
    let view = try today(try facts(.none, attempt: .background, pulled: false), [])
    #expect(view.state == .loading)
    #expect(view.loading?.message == "Loading schedule...")
    #expect(view.sync.label == "Syncing...")
    #expect(view.empty?.title == "No visits")
    #expect(view.empty?.message == nil)
    #expect(try today(try facts(.failed(times: 1), attempt: .background, pulled: false), []).state == .empty)
  }

  @Test("several failures in a row are said, with a count down")
  func failed() throws {
    let view = try today(try facts(.failed(times: 3), pending: 2, retryAt: "2026-11-20T09:30:30"))
    #expect(view.state == .error)
    #expect(view.sync.label == "Sync failed")
    #expect(view.sync.symbol == "warning")
    #expect(view.sync.pendingChanges == 2)
    #expect(view.sync.retryInSeconds == 30)
    #expect(view.banner?.message == "Sync failed. Will retry in 30 seconds. Tap to retry now.")
    #expect(view.banner?.template == "Sync failed. Will retry in {seconds} seconds. Tap to retry now.")
    #expect(view.banner?.action == "retry")
    #expect(view.banner?.isDismissible == true)
    #expect(view.cards.count == 2)
    #expect(try today(try facts(.failed(times: 2))).state == .default)
    #expect(try today(try facts(.failed(times: 2))).sync.label == "Saved locally")
    #expect(try today(try facts(.failed(times: 3))).banner?.message == "Sync failed. Tap to retry now.")
  }

  @Test("while nothing is saved, banner and indicator say so and why, whatever the sync")
  func unsaved() throws {
    for (reason, words) in [
      (Refusal.Unavailability.diskFull, "the disk is full"), (.diskFailing, "the disk does not work as it should"),
    ] {
      var synced = try facts(.succeeded)
      synced.unsaved = reason
      for facts in [SyncFacts.noUpstream(unsaved: reason), synced] {
        let view = try today(facts)
        #expect(view.state == .error)
        #expect(view.sync.state == .failed)
        #expect(view.sync.label == "Not saved")
        #expect(view.sync.symbol == "warning")
        #expect(view.banner?.kind == .error)
        #expect(view.banner?.reason?.rawValue == reason.rawValue)
        #expect(
          view.banner?.message
            == "Changes are not being saved at the moment: \(words). What stands here is what was saved before.")
        #expect(view.banner?.isDismissible == false)
        #expect(view.cards.count == 2)
      }
    }
    #expect(try today(.noUpstream).banner == nil)
    #expect(try today(.noUpstream).sync.label == "Synced")
  }

  @Test("a network that cannot be reached keeps what is stored")
  func offline() throws {
    let view = try today(try facts(.unreachable))
    #expect(view.state == .offline)
    #expect(view.sync.label == "Saved locally")
    #expect(view.sync.symbol == "cloud")
    #expect(view.banner?.message == "Working offline")
    #expect(view.banner?.isDismissible == true)
    #expect(view.banner?.action == nil)
  }

  @Test("a retry under way leaves the error standing, a success takes it away")
  func retrying() throws {
    let retrying = try today(try facts(.failed(times: 4), attempt: .asked))
    #expect(retrying.state == .error)
    #expect(retrying.sync.label == "Syncing...")
    #expect(retrying.banner?.kind == .error)
    let succeeded = try today(try facts(.succeeded))
    #expect(succeeded.state == .default)
    #expect(succeeded.sync.label == "Synced")
    #expect(succeeded.banner == nil)
  }

  @Test("what is not confirmed is not said to be")
  func pending() throws {
    #expect(try today(try facts(.succeeded, pending: 1)).sync.label == "Saved locally")
  }

  @Test("the etag stays while only seconds pass, and changes with a new attempt's moment")
  func etag() throws {
    let visits = try sarahs.seedVisits()
    let facts = try facts(.failed(times: 3), retryAt: "2026-11-20T09:30:30")
    let first = try sarahs.today(visits, now: "2026-11-20T09:30:00", sync: facts).view
    let second = try sarahs.today(visits, now: "2026-11-20T09:30:10", sync: facts).view
    #expect(first.banner?.message != second.banner?.message)
    #expect(first.etag == second.etag)
    var later = facts
    later.retryAt = try sarahs.at("2026-11-20T09:31:30")
    #expect(try today(later).etag != first.etag)
    later = facts
    later.lastSyncedAt = try sarahs.at("2026-11-20T09:00")
    #expect(try today(later).etag == first.etag)
  }

  @Test("an attempt that nobody asked for does not change the etag, one that somebody did does")
  func etagWhileSyncing() throws {
    let idle = try today(try facts(.succeeded)).etag
    #expect(try today(try facts(.succeeded, attempt: .background)).etag == idle)
    #expect(try today(try facts(.succeeded, attempt: .asked)).etag != idle)
  }

  @Test("an etag is 16 hexadecimal digits, the same in every process")
  func etagText() throws {
    let view = try sarahs.today([]).view
    #expect(view.etag == "4636a3e9d445fb68")
  }

  @Test("the view is valid until the next attempt")
  func validity() throws {
    let facts = try facts(.failed(times: 3), retryAt: "2026-11-20T09:30:30")
    #expect(try sarahs.today([], sync: facts).validUntil == sarahs.at("2026-11-20T09:30:30"))
    #expect(try sarahs.today([], now: "2026-11-20T09:30:30", sync: facts).validUntil == sarahs.at("2026-11-21T00:00"))
  }
}
