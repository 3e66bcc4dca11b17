/// Whom to page when about one emergency (`product.md`, An emergency). It is told what happens and says what is to be
/// done; there is no clock and no I/O in it.
///
/// Tier 1 is paged at once, each next tier after its delay, and after the last the first again, until somebody takes the
/// emergency up. From then on one tier is paged each time that so many minutes have passed without an end, beginning with
/// the first: whoever took it up and forgot it is not the only one to be reminded. What becomes of one page changes
/// nothing about when the next is due.
package struct Escalation: Sendable, Hashable {
  /// The emergency as it was told last.
  package private(set) var emergency: Emergency
  /// The latest page of each tier since the emergency was raised, or taken up.
  package private(set) var pages: [Page]
  private var plan: EscalationPlan
  /// The version that the database had last. One that is foretold says nothing of the order: it may never be reached.
  private var committed: Int
  /// When somebody took it up, or the present moment of a clock that was set back since.
  private var takenAt: Instant?
  /// The pages that are sent again at once: those that another life of this process began, since it is not known whether
  /// they were sent, and those that failed before the operator changed the tiers.
  private var lost: Set<Int>
  private var lastNumber: Int

  /// The pages of an emergency.
  ///
  /// - Parameters:
  ///   - pages: What was paged before a restart. A page that has not ended is sent again: better twice than never.
  ///   - isForetold: Whether the database does not have the emergency so, and may never have.
  package init(_ emergency: Emergency, plan: EscalationPlan, pages: [Page] = [], isForetold: Bool = false) {
    self.emergency = emergency
    self.plan = plan
    committed = isForetold ? 0 : emergency.version
    self.pages = pages.filter { (1...max(1, plan.tiers)).contains($0.tier) }
    lost = Set(self.pages.filter { $0.end == nil }.map(\.number))
    lastNumber = pages.map(\.number).max() ?? 0
    takenAt = emergency.acknowledged?.at
  }

  /// The emergency is different now. When it was taken up, or raised again after that, paging starts anew; what is noted
  /// of it later pages nobody early.
  ///
  /// - Parameter isForetold: Whether the database does not have this state yet, and may never have. A committed state that
  ///   is older than the last committed one changes nothing.
  package mutating func update(_ emergency: Emergency, isForetold: Bool = false) {
    if !isForetold {
      guard emergency.version >= committed else { return }
      committed = emergency.version
    }
    if emergency.acknowledged?.at != self.emergency.acknowledged?.at || !emergency.isOpen {
      pages = []
      takenAt = emergency.acknowledged?.at
    }
    self.emergency = emergency
  }

  /// Takes another plan, because the operator has changed the tiers. The page of a tier that is no longer there is
  /// dropped. A page that failed is sent again at once, since its command may have been mended.
  package mutating func take(_ plan: EscalationPlan) {
    self.plan = plan
    pages.removeAll { $0.tier > plan.tiers }
    lost.formUnion(pages.filter { $0.end?.isSent == false }.map(\.number))
  }

  /// An attempt has ended. Of a page that is not current any more it means nothing.
  package mutating func finish(_ page: Page, isSent: Bool, at now: Instant) {
    let current = pages.firstIndex { ($0.number, $0.attempt) == (page.number, page.attempt) && $0.end == nil }
    guard let index = current else { return }
    pages[index].end = Page.End(at: now, isSent: isSent)
  }

  /// What is to be paged now. It counts as begun from here on.
  package mutating func due(at now: Instant) -> [Page] {
    guard plan.tiers > 0, emergency.isOpen else { return [] }
    // A clock that was set back puts no page off.
    takenAt = takenAt.map { min($0, now) }
    for index in pages.indices {
      pages[index].at = min(pages[index].at, now)
      pages[index].end = pages[index].end.map { Page.End(at: min($0.at, now), isSent: $0.isSent) }
    }
    var due: [Page] = []
    // Several at once where tiers stand side by side, and never one twice.
    for _ in 1...plan.tiers {
      let (tier, at) = turn
      guard at <= now else { break }
      lastNumber += 1
      let page = Page(tier: tier, number: lastNumber, at: now)
      pages.removeAll { $0.tier == tier }
      pages.append(page)
      due.append(page)
    }
    for index in pages.indices {
      guard let at = retry(of: pages[index]), at <= now else { continue }
      lost.remove(pages[index].number)
      pages[index].attempt += 1
      pages[index].end = nil
      due.append(pages[index])
    }
    return due
  }

  /// When ``due(at:)`` has something to say; `nil`: not before it is told something.
  package var next: Instant? {
    guard plan.tiers > 0, emergency.isOpen else { return nil }
    return ([turn.at] + pages.compactMap(retry)).min()
  }

  /// Whose turn is next, and when.
  private var turn: (tier: Int, at: Instant) {
    guard let last = pages.max(by: { $0.number < $1.number }) else {
      // At once, whatever a clock says that was set back since.
      return (1, takenAt?.adding(minutes: plan.unresolvedAfter) ?? Instant(milliseconds: 0))
    }
    let tier = last.tier % plan.tiers + 1
    return (tier, last.at.adding(minutes: plan.delay(before: tier, isTakenUp: takenAt != nil)))
  }

  private func retry(of page: Page) -> Instant? {
    if lost.contains(page.number) { return page.at }
    guard let end = page.end, !end.isSent, (1...EscalationPlan.retries.count).contains(page.attempt) else { return nil }
    return end.at.adding(seconds: EscalationPlan.retries[page.attempt - 1])
  }
}
