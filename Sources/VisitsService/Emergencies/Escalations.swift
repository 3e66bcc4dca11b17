import Synchronization
import VisitsModel

/// The escalations of the open emergencies, with their page records that are not stored yet.
final class Escalations: Sendable {
  /// The pages of an emergency, to be stored.
  struct Record: Sendable {
    var emergency: EmergencyID
    /// The emergency's version; `nil` if the emergency is over.
    var version: Int?
    var pages: [Page]
  }

  /// A failed page, after which no page of its tier has succeeded.
  struct Failure: Sendable {
    var tier: Int
    var at: Instant
  }

  private struct State {
    var open: [EmergencyID: Escalation] = [:]
    /// The last emergencies that have ended, with their final versions: a state that was read earlier must not reopen
    /// them.
    var over: [(id: EmergencyID, version: Int)] = []
    /// The emergencies whose pages differ from their stored pages.
    var unkept: Set<EmergencyID> = []
    /// The last page of each tier, if it has failed.
    var failures: [Int: Failure] = [:]
  }

  /// The number of ended emergencies that are remembered.
  private static let mostOver = 100

  /// Raised when a page may be due.
  let paging = FeedSignal()
  /// Raised when a page record must be stored.
  let keeping = FeedSignal()
  private let plan: EscalationPlan
  private let state = Mutex(State())

  init(plan: EscalationPlan) { self.plan = plan }

  /// Updates the escalation of an emergency that is new, has changed, or was open before this start.
  ///
  /// - Parameters:
  ///   - pages: The pages that were sent before this start.
  ///   - isForetold: Whether the state is only predicted: the database does not have it, and may never have it.
  func told(_ emergency: Emergency, pages: [Page] = [], isForetold: Bool = false) {
    guard plan.tiers > 0 else { return }
    state.withLock { state in
      if emergency.isOpen {
        let isPast = state.over.contains { $0.id == emergency.id && $0.version >= emergency.version }
        guard isForetold || !isPast else { return }
        state.open[
          emergency.id, default: Escalation(emergency, plan: plan, pages: pages, isForetold: isForetold)
        ].update(emergency, isForetold: isForetold)
      } else {
        state.open[emergency.id] = nil
        if !isForetold { state.over = state.over.suffix(Self.mostOver - 1) + [(emergency.id, emergency.version)] }
      }
      state.unkept.insert(emergency.id)
    }
    keeping.raise()
    paging.raise()
  }

  /// The open emergencies that have an escalation.
  var emergencies: [Emergency] { state.withLock { $0.open.values.map(\.emergency) } }

  /// Removes an emergency that has joined another.
  func forget(_ id: EmergencyID) { state.withLock { $0.open[id] = nil } }

  /// Returns the pages that are due, and counts them as begun. A page is unanswered if an earlier page was sent and the
  /// emergency is still not acknowledged.
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

  /// The time at which the next page is due.
  var next: Instant? { state.withLock { $0.open.values.compactMap(\.next).min() } }

  /// Records the end of an attempt to send a page.
  func finish(_ page: Page, of id: EmergencyID, isSent: Bool, at now: Instant) {
    state.withLock { state in
      state.open[id]?.finish(page, isSent: isSent, at: now)
      state.unkept.insert(id)
      state.failures[page.tier] = isSent ? nil : Failure(tier: page.tier, at: now)
    }
    keeping.raise()
    paging.raise()
  }

  /// The failed pages, sorted by tier.
  var failures: [Failure] { state.withLock { $0.failures.values.sorted { $0.tier < $1.tier } } }

  /// Removes and returns the records to store now.
  func takeUnkept() -> [Record] {
    state.withLock { state in
      defer { state.unkept = [] }
      return state.unkept.map { id in
        let open = state.open[id]
        return Record(emergency: id, version: open?.emergency.version, pages: open?.pages ?? [])
      }
    }
  }

  /// Puts back a record that could not be stored, so that it is stored with the next one.
  func putBack(_ record: Record) { state.withLock { _ = $0.unkept.insert(record.emergency) } }

  /// Ends paging and storing.
  func close() {
    paging.close()
    keeping.close()
  }
}
