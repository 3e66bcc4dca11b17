import Testing
import VisitsAPI
import VisitsModel

@testable import VisitsViews

@Suite("Today with a system of record")
struct SyncTests {
  let sarahs: SarahsDay

  init() throws { sarahs = try SarahsDay() }

  /// A loop that has gone through these runs, the last of which ended at a moment, and then heard of something.
  private func loop(
    _ outcomes: [RunOutcome], at: String = "2026-11-20T09:30:00", then event: SyncLoop.Event? = nil
  ) throws -> SyncLoop {
    var loop = SyncLoop()
    let now = try sarahs.at(at)
    _ = loop.step(.begin, at: now)
    for (number, outcome) in outcomes.enumerated() {
      if number > 0 { _ = loop.step(.asked, at: now) }
      _ = loop.step(.ended(outcome, jitter: 1), at: now)
    }
    if let event { _ = loop.step(event, at: now) }
    return loop
  }

  private func facts(
    _ outcomes: RunOutcome..., at: String = "2026-11-20T09:30:00", then event: SyncLoop.Event? = nil,
    pulled: Bool = true, pending: Int = 0, parked: SyncFacts.Parked? = nil
  ) throws -> SyncFacts {
    let standing = SyncStanding(
      pull: try loop(outcomes, at: at, then: event), push: try loop([.succeeded]), wasEverPulled: pulled,
      own: SyncStanding.Rows(pending: pending, parked: parked?.count ?? 0))
    return SyncFacts(standing, wasEverPulled: pulled, parked: parked)
  }

  private let failed = RunOutcome.failed(.server)

  private func today(_ facts: SyncFacts, _ visits: [DayVisit]? = nil) throws -> TodayView {
    try sarahs.today(try visits ?? sarahs.seedVisits(), sync: facts).view
  }

  @Test("loading is seen before the first attempt has ended")
  func loading() throws {
    let view = try today(try facts(pulled: false), [])
    #expect(view.state == .loading)
    #expect(view.loading?.message == "Loading schedule...")
    #expect(view.sync.label == "Syncing...")
    #expect(view.empty?.title == "No visits")
    #expect(view.empty?.message == nil)
    #expect(try today(try facts(failed, then: .asked, pulled: false), []).state == .empty)
  }

  @Test("several failures in a row are said, with a count down")
  func severalFailures() throws {
    let view = try today(try facts(failed, failed, failed, pending: 2))
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
    #expect(try today(try facts(failed, failed)).state == .default)
    #expect(try today(try facts(failed, failed, pending: 1)).sync.label == "Saved locally")
    let due = try facts(failed, failed, failed, at: "2026-11-20T09:29:30")
    #expect(try today(due).banner?.message == "Sync failed. Tap to retry now.")
  }

  @Test("that access is refused is said at once")
  func noAccess() throws {
    let view = try today(try facts(.failed(.forbidden)))
    #expect(view.state == .error)
    #expect(
      view.banner?.message
        == "Sync failed: the agency's system refuses access. Will retry in 30 seconds. Tap to retry now.")
    #expect(view.banner?.action == "retry")
  }

  @Test("a change that needs a person is named, with a count down only while the rest waits for an attempt")
  func parked() throws {
    var parked = SyncFacts.Parked(
      count: 1, client: "Margaret Chen", start: try sarahs.at("2026-11-20T08:00"), zone: sarahs.edmonton)
    let view = try today(try facts(.succeeded, parked: parked))
    #expect(view.state == .error)
    #expect(view.sync.label == "Sync failed")
    #expect(view.sync.pendingChanges == 1)
    #expect(view.sync.retryAt == nil)
    #expect(
      view.banner?.message
        == "The agency's system did not take the change to Margaret Chen, 8:00 AM. It is saved here; the office must see to it."
    )
    #expect(view.banner?.action == nil)
    #expect(view.banner?.template == nil)
    let failing = try today(try facts(failed, failed, failed, parked: parked))
    #expect(
      failing.banner?.message
        == "The agency's system did not take the change to Margaret Chen, 8:00 AM. It is saved here; the office must see to it. Sync failed. Will retry in 30 seconds. Tap to retry now."
    )
    #expect(
      failing.banner?.template
        == "The agency's system did not take the change to Margaret Chen, 8:00 AM. It is saved here; the office must see to it. Sync failed. Will retry in {seconds} seconds. Tap to retry now."
    )
    #expect(failing.banner?.action == "retry")
    #expect(failing.banner?.retryAt == failing.sync.retryAt)
    #expect(failing.sync.retryInSeconds == 30)
    parked.count = 3
    #expect(
      try today(try facts(.succeeded, parked: parked)).banner?.message
        == "The agency's system did not take 3 changes, among them to Margaret Chen, 8:00 AM. They are saved here; the office must see to them."
    )
  }

  @Test("an emergency that upstream refuses is told before any other change, in the banner and of the sync")
  func refusedEmergency() throws {
    let refused =
      "The agency's system refuses an emergency. People who rely on that system do not see it: call them."
    var parked = SyncFacts.Parked(count: 1, emergencies: 1)
    #expect(try today(try facts(.succeeded, parked: parked)).banner?.message == refused)
    func conclusion() throws -> SyncConclusion {
      .compose(try facts(.succeeded, parked: parked), pull: nil, push: nil, in: try sarahs.context())
    }
    #expect(try conclusion().outcome == .incomplete)
    #expect(try conclusion().text == "Synced but for 1 emergency")
    #expect(try conclusion().problem == refused)
    parked = SyncFacts.Parked(
      count: 2, emergencies: 1, client: "Margaret Chen", start: try sarahs.at("2026-11-20T08:00"), zone: sarahs.edmonton
    )
    #expect(
      try today(try facts(.succeeded, parked: parked)).banner?.message == refused
        + " The agency's system did not take the change to Margaret Chen, 8:00 AM. It is saved here; the office must see to it."
    )
    #expect(try conclusion().text == "Synced but for 2 changes")
    #expect(try conclusion().problem == refused)
    parked = SyncFacts.Parked(count: 3, emergencies: 2)
    #expect(
      try conclusion().problem
        == "The agency's system refuses 2 emergencies. People who rely on that system do not see them: call them."
    )
  }

  @Test("while nothing is saved, banner and indicator say so and why, whatever the sync")
  func unsaved() throws {
    for (reason, words) in [
      (Refusal.Unavailability.diskFull, " at the moment: the disk is full"),
      (.diskFailing, " at the moment: the disk is not working properly"),
      (.databaseDamaged, ": the database is damaged"),
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
            == "Changes are not being saved\(words). This screen shows what was saved before.")
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
    let retrying = try today(try facts(failed, failed, failed, failed, then: .asked))
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
    let facts = try facts(failed, failed, failed)
    let first = try sarahs.today(visits, now: "2026-11-20T09:30:00", sync: facts).view
    let second = try sarahs.today(visits, now: "2026-11-20T09:30:10", sync: facts).view
    #expect(first.banner?.message != second.banner?.message)
    #expect(first.etag == second.etag)
    let later = try self.facts(failed, failed, failed, at: "2026-11-20T09:30:01")
    #expect(try sarahs.today(visits, now: "2026-11-20T09:30:01", sync: later).view.etag != first.etag)
    let before = try today(try self.facts(.succeeded, at: "2026-11-20T09:00")).sync.lastSyncedAt
    let after = try today(try self.facts(.succeeded, at: "2026-11-20T09:29")).sync.lastSyncedAt
    #expect(before != after)
    #expect(
      try today(try self.facts(.succeeded, at: "2026-11-20T09:00")).etag
        == today(try self.facts(.succeeded, at: "2026-11-20T09:29")).etag)
  }

  @Test("an attempt that nobody asked for does not change the etag, one that somebody did does")
  func etagWhileSyncing() throws {
    let idle = try today(try facts(.succeeded)).etag
    #expect(try today(try facts(.succeeded, then: .timer(1))).etag == idle)
    #expect(try today(try facts(.succeeded, then: .asked)).etag != idle)
  }

  @Test("an etag is 16 hexadecimal digits, the same in every process")
  func etagText() throws {
    let view = try sarahs.today([]).view
    #expect(view.etag == "487f645a720611cc")
  }

  @Test("the view is valid until the countdown to the next attempt says a second less")
  func validity() throws {
    let facts = try facts(failed, failed, failed)
    #expect(try sarahs.today([], sync: facts).validUntil == sarahs.at("2026-11-20T09:30:01"))
    #expect(try sarahs.today([], now: "2026-11-20T09:30:30", sync: facts).validUntil == sarahs.at("2026-11-21T00:00"))
  }
}
