import Synchronization
import VisitsModel

/// The escalations of all open emergencies: when to page which tier, and which pages are not yet recorded in the
/// database.
final class Escalations: Sendable {
  /// The pages of one emergency, as they are to be stored in the database.
  struct Record: Sendable {
    var emergency: EmergencyID
    /// The emergency's version; `nil` if the emergency is no longer open.
    var version: Int?
    var pages: [Page]
  }

  /// The failure of the latest page of a tier.
  struct Failure: Sendable {
    var tier: Int
    var at: Instant
  }

  private struct State {
    var plan: EscalationPlan
    var open: [EmergencyID: Escalation] = [:]
    /// The emergencies that have ended last, with their final versions. A state that was read from the database before
    /// the end must not reopen them.
    var over: [(id: EmergencyID, version: Int)] = []
    /// The emergencies whose pages have changed since they were last stored.
    var unkept: Set<EmergencyID> = []
    /// The failure of each tier's latest page, by tier. A page that succeeds removes its tier's failure.
    var failures: [Int: Failure] = [:]
  }

  /// The most ended emergencies that are remembered.
  private static let mostOver = 100

  /// Wakes the loop that sends pages, because a page may be due.
  let paging = FeedSignal()
  /// Wakes the loop that stores pages, because an emergency's pages have changed.
  let keeping = FeedSignal()
  private let state: Mutex<State>

  init(plan: EscalationPlan) { state = Mutex(State(plan: plan)) }

  /// Replaces the plan for all emergencies, because the operator has changed the tiers. Failures of the former commands
  /// are forgotten, and failed pages are sent again at once.
  func take(_ plan: EscalationPlan) {
    state.withLock { state in
      state.plan = plan
      state.failures = [:]
      for id in state.open.keys { state.open[id]?.take(plan) }
      state.unkept.formUnion(state.open.keys)
    }
    keeping.raise()
    paging.raise()
  }

  /// Updates the escalation of an emergency that was raised or changed, or that was already open when the service
  /// started.
  ///
  /// - Parameters:
  ///   - pages: The pages that were sent before the service started.
  ///   - isForetold: Whether this state of the emergency is only predicted: the database has not stored it, and may
  ///     never do so.
  func told(_ emergency: Emergency, pages: [Page] = [], isForetold: Bool = false) {
    state.withLock { state in
      // Without tiers, an open emergency is still remembered: a reload may add tiers.
      if emergency.isOpen {
        let isPast = state.over.contains { $0.id == emergency.id && $0.version >= emergency.version }
        guard isForetold || !isPast else { return }
        state.open[
          emergency.id, default: Escalation(emergency, plan: state.plan, pages: pages, isForetold: isForetold)
        ].update(emergency, isForetold: isForetold)
      } else {
        state.open[emergency.id] = nil
        if !isForetold { state.over = state.over.suffix(Self.mostOver - 1) + [(emergency.id, emergency.version)] }
      }
      if state.plan.tiers > 0 { state.unkept.insert(emergency.id) }
    }
    keeping.raise()
    paging.raise()
  }

  /// The open emergencies.
  var emergencies: [Emergency] { state.withLock { $0.open.values.map(\.emergency) } }

  /// Ends the escalation of an emergency that turned out to be part of another open emergency.
  func forget(_ id: EmergencyID) { state.withLock { $0.open[id] = nil } }

  /// Returns the pages that are due, and records that sending them has begun. `isUnanswered` marks a new page (not a
  /// retry) for an emergency that was paged before and is still not acknowledged.
  func due(at now: Instant) -> [(emergency: Emergency, page: Page, isUnanswered: Bool)] {
    let due = state.withLock { state in
      state.open.keys.flatMap { id in
        let wasPaged = state.open[id]?.pages.contains { $0.at < now } ?? false
        let pages = state.open[id]?.due(at: now) ?? []
        if !pages.isEmpty { state.unkept.insert(id) }
        return pages.compactMap { page in
          state.open[id].map { open in
            (open.emergency, page, wasPaged && page.attempt == 1 && open.emergency.acknowledged == nil)
          }
        }
      }
    }
    if !due.isEmpty { keeping.raise() }
    return due
  }

  /// The time at which the next page of any emergency is due; `nil` if no page is planned.
  var next: Instant? { state.withLock { $0.open.values.compactMap(\.next).min() } }

  /// Records whether an attempt to send a page has succeeded.
  func finish(_ page: Page, of id: EmergencyID, isSent: Bool, at now: Instant) {
    state.withLock { state in
      state.open[id]?.finish(page, isSent: isSent, at: now)
      state.unkept.insert(id)
      guard page.tier <= state.plan.tiers else { return }
      state.failures[page.tier] = isSent ? nil : Failure(tier: page.tier, at: now)
    }
    keeping.raise()
    paging.raise()
  }

  /// The tiers whose latest page has failed, in order, with the time of the failure.
  var failures: [Failure] { state.withLock { $0.failures.values.sorted { $0.tier < $1.tier } } }

  /// Returns the pages of the emergencies whose pages must be stored, and counts them as stored.
  func takeUnkept() -> [Record] {
    state.withLock { state in
      defer { state.unkept = [] }
      return state.unkept.map { id in
        let open = state.open[id]
        return Record(emergency: id, version: open?.emergency.version, pages: open?.pages ?? [])
      }
    }
  }

  /// Records that an emergency's pages could not be stored. They are stored with the next ones.
  func putBack(_ record: Record) { state.withLock { _ = $0.unkept.insert(record.emergency) } }

  /// Ends the loops that send and store pages.
  func close() {
    paging.close()
    keeping.close()
  }
}
