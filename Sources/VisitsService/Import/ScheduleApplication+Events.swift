import VisitsModel
import VisitsStore

/// A calendar's event that was itself edited gives its days other names: each is known by its original start. What was
/// known of such an event and stands in the text no more is the visit of its day all the same, or takes place no more.
extension ScheduleApplication {
  /// Gives known visits the names that their days have now, and cancels those that have no day any more.
  ///
  /// Before anything is planned: a visit that goes must be in nobody's way. Events that are missing from the text stay,
  /// since nobody says that it is all there is.
  mutating func settleEvents(of plan: SchedulePlan) throws {
    guard let scope = plan.calendar else { return }
    let entries = Dictionary(grouping: plan.entries) { $0.event ?? "" }
    for (uid, recurs) in scope.events.sorted(by: { $0.key < $1.key }) {
      try transaction.goOn()
      // An older version of the event says nothing of what has gone since.
      if isOutdated(uid) { continue }
      try settle(uid, recurs: recurs, entries[uid] ?? [], in: scope.window)
    }
  }

  private mutating func settle(
    _ uid: String, recurs: Bool, _ entries: [PlannedEntry], in window: Range<Instant>
  ) throws {
    let known = try days.days(of: uid)
    let told = Set(entries.compactMap(\.identity))
    // A single event stands in the text even where it lies outside the window.
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

  /// Whether each of these names somebody who is known. An event of which a part is refused is not read in whole: what
  /// was known of it stays.
  private mutating func canBePlanned(_ entries: [PlannedEntry]) throws -> Bool {
    for entry in entries where entry.isCancelled != true {
      do { _ = try planned(entry) } catch is Refusal { return false }
    }
    return true
  }

  /// That a visit does not take place, and nothing else.
  static var cancelled: SaidOfVisit {
    SaidOfVisit(PlannedRow.Part.allCases.map { $0 == .isCancelled ? PlannedRow.cancelledWord : nil })
  }

  private var zone: Zone { call.service.settings.agencyZone }

  /// Whether the window surely held a start: what clocks were meant is not known to the hour any more, and a visit of
  /// long ago that the office has put off until now is none of the text's concern.
  private func isRead(_ start: Instant, _ window: Range<Instant>) -> Bool {
    start >= window.lowerBound.adding(minutes: 1440) && start < window.upperBound
  }

  /// The entry of the same client and day that a visit may be.
  private mutating func index(
    of visit: Visit, on day: CareDay, among entries: [PlannedEntry], of uid: String
  ) throws -> Int? {
    for (index, entry) in entries.enumerated() where self.day(of: entry, uid) == day {
      // What is wrong with an entry is told when it is applied.
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
