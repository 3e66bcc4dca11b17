import VisitsModel
import VisitsStore

/// Finds the visits of calendar events that were edited. A day of an event is identified by its original start, so a
/// program that edits the event gives its days other identities. If a visit's identity is missing from the text, either
/// its day has another identity now, or the day was cancelled.
extension ScheduleApplication {
  /// Gives the visits of earlier imports the new identities of their days, and cancels visits whose day is gone.
  ///
  /// It runs before any row is planned, so that a visit to be cancelled does not overlap with a new one. Visits of
  /// events that are missing from the text stay, because the text need not be complete.
  mutating func settleEvents(of plan: SchedulePlan) throws {
    guard let scope = plan.calendar else { return }
    let entries = Dictionary(grouping: plan.entries) { $0.event ?? "" }
    for (uid, recurs) in scope.events.sorted(by: { $0.key < $1.key }) {
      try transaction.goOn()
      // An older version of the event does not show later removals.
      if isOutdated(uid) { continue }
      try settle(uid, recurs: recurs, entries[uid] ?? [], in: scope.window)
    }
  }

  private mutating func settle(
    _ uid: String, recurs: Bool, _ entries: [PlannedEntry], in window: Range<Instant>
  ) throws {
    let known = try days.days(of: uid)
    let told = Set(entries.compactMap(\.identity))
    // A single event is in the text even if it lies outside the window.
    let gone = known.filter { !told.contains($0.identity.value) && (recurs || $0.identity.value != uid) }
    guard !gone.isEmpty, try canBePlanned(entries) else { return }
    let names = Set(known.map(\.identity.value))
    var free = entries.filter { $0.isCancelled != true && !$0.occurrence.isAlone && !names.contains($0.identity ?? "") }
    var isRenamed = false
    for former in gone where !Self.cancelled.repeats(PlannedRow.Part.isCancelled.rawValue, of: former.told) {
      try transaction.goOn()
      guard let visit = try transaction.visit(former.visit) else { continue }
      let start = OccurrenceIdentity(former.identity.value, of: uid)?.start(in: zone) ?? visit.start
      if let index = try index(of: visit, on: zone.day(of: start), among: free, of: uid) {
        guard let name = free.remove(at: index).identity else { continue }
        try transaction.rename(former.identity, to: name)
        isRenamed = true
      } else if isRead(start, window), visit.isStillAhead(of: call.now) {
        try cancel(visit, isNews: true)
        try transaction.link(former.identity, part: 1, to: visit.id, saying: Self.cancelled, after: former.told)
      }
    }
    if isRenamed { try days.renew(uid) }
  }

  /// Whether all entries of an event can be planned. If one is refused, the days of the event are not known completely,
  /// and its existing visits are left as they are.
  private mutating func canBePlanned(_ entries: [PlannedEntry]) throws -> Bool {
    for entry in entries where entry.isCancelled != true {
      do { _ = try planned(entry) } catch is Refusal { return false }
    }
    return true
  }

  /// The values of a row that cancels a visit and says nothing else about it.
  static var cancelled: SaidOfVisit {
    SaidOfVisit(PlannedRow.Part.allCases.map { $0 == .isCancelled ? PlannedRow.cancelledWord : nil })
  }

  private var zone: Zone { call.service.settings.agencyZone }

  /// Whether the imported period certainly includes the original start of a day, so that a missing day means a
  /// cancellation. The exact time zone of the start is not known, so the first day of the period does not count. A
  /// start before the period is not included either, even if the office has postponed its visit into the period.
  private func isRead(_ start: Instant, _ window: Range<Instant>) -> Bool {
    start >= window.lowerBound.adding(minutes: 1440) && start < window.upperBound
  }

  /// Returns the index of the entry for the given day that has the same client as the visit; `nil` if there is none.
  private mutating func index(
    of visit: Visit, on day: CareDay, among entries: [PlannedEntry], of uid: String
  ) throws -> Int? {
    for (index, entry) in entries.enumerated() where self.day(of: entry, uid) == day {
      // A problem of an entry is reported when the entry is applied.
      do { if try planned(entry).client == visit.client { return index } } catch is Refusal {}
    }
    return nil
  }

  private func day(of entry: PlannedEntry, _ uid: String) -> CareDay {
    if let start = entry.identity.flatMap({ OccurrenceIdentity($0, of: uid) })?.start(in: zone) {
      return zone.day(of: start)
    }
    switch entry.start {
    case .instant(let instant): return zone.day(of: instant)
    case .local(let local, _): return local.day
    }
  }
}
