import Synchronization
import VisitsModel

/// The escalations of the open emergencies, and what of them is not kept yet.
final class Escalations: Sendable {
  /// What is to be kept of an emergency's pages.
  struct Record: Sendable {
    var emergency: EmergencyID
    /// The emergency's version; `nil`: it is over.
    var version: Int?
    var pages: [Page]
  }

  /// A page that went wrong, and none of its tier since went well.
  struct Failure: Sendable {
    var tier: Int
    var at: Instant
  }

  private struct State {
    var open: [EmergencyID: Escalation] = [:]
    /// The versions in which the last emergencies ended: what was read before must not open them again.
    var over: [(id: EmergencyID, version: Int)] = []
    /// Whose pages are different from what is kept.
    var unkept: Set<EmergencyID> = []
    /// Of each tier the last page, if it went wrong.
    var failures: [Int: Failure] = [:]
  }

  /// How many emergencies that are over are remembered.
  private static let mostOver = 100

  /// Raised when somebody may have to be paged.
  let paging = FeedSignal()
  /// Raised when there is something to keep.
  let keeping = FeedSignal()
  private let plan: EscalationPlan
  private let state = Mutex(State())

  init(plan: EscalationPlan) { self.plan = plan }

  /// An emergency is different, or there has been one before this start.
  ///
  /// - Parameters:
  ///   - pages: What was paged about it before this start.
  ///   - isForetold: Whether the database does not have it so, and may never have.
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

  /// The open emergencies that somebody is paged about.
  var emergencies: [Emergency] { state.withLock { $0.open.values.map(\.emergency) } }

  /// There is no such emergency any more: it has become a part of another.
  func forget(_ id: EmergencyID) { state.withLock { $0.open[id] = nil } }

  /// What is to be paged now; it counts as begun. A page is unanswered when somebody was paged before it, and nobody has
  /// taken the emergency up.
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

  /// When something is to be paged next.
  var next: Instant? { state.withLock { $0.open.values.compactMap(\.next).min() } }

  /// An attempt at a page has ended.
  func finish(_ page: Page, of id: EmergencyID, isSent: Bool, at now: Instant) {
    state.withLock { state in
      state.open[id]?.finish(page, isSent: isSent, at: now)
      state.unkept.insert(id)
      state.failures[page.tier] = isSent ? nil : Failure(tier: page.tier, at: now)
    }
    keeping.raise()
    paging.raise()
  }

  /// The last page of each tier that went wrong, in the order of the tiers.
  var failures: [Failure] { state.withLock { $0.failures.values.sorted { $0.tier < $1.tier } } }

  /// What is to be kept now.
  func takeUnkept() -> [Record] {
    state.withLock { state in
      defer { state.unkept = [] }
      return state.unkept.map { id in
        let open = state.open[id]
        return Record(emergency: id, version: open?.emergency.version, pages: open?.pages ?? [])
      }
    }
  }

  /// It could not be kept: it is to be tried again with the next.
  func putBack(_ record: Record) { state.withLock { _ = $0.unkept.insert(record.emergency) } }

  /// Nobody is to be paged any more.
  func close() {
    paging.close()
    keeping.close()
  }
}
