import VisitsModel
import VisitsStore
import VisitsViews

/// What a board is composed from.
struct BoardFacts: Sendable {
  /// Those who work here, and whoever has a visit that day.
  let workers: [Worker]
  /// Whoever else is named on it.
  let others: [Worker]
  /// Those that stand on the day.
  let visits: [AssignedVisit]
  /// Those that do not stand on the day and about which alerts are open, on today's board only: it is where what is wrong
  /// is looked for.
  let elsewhere: [AssignedVisit]
  /// The open alerts of these visits.
  let alerts: [Alert]
  /// Whether more alerts are open than these, of other days.
  let hasMoreAlerts: Bool

  /// So many alerts of other days stand on it: what nobody ever settles must not grow without end.
  private static let most = 200

  init(_ reader: StoreReader, bounds: Range<Instant>, isToday: Bool, _ rule: LateRule, now: Instant) throws {
    visits = try reader.agencyDay(bounds: bounds, isToday: isToday)
    let noticed = visits.map(\.visit).filter { $0.needsAttention(rule, at: now) }
    let own = try reader.standingAlerts(and: noticed.map(\.id))
    if isToday {
      let newest = try reader.openAlerts(newest: Self.most + 1)
      hasMoreAlerts = newest.count > Self.most
      let known = Set(own.map(\.id))
      alerts = own + newest.prefix(Self.most).filter { !known.contains($0.id) }
      elsewhere = try reader.alertedVisits(alerts, except: visits)
    } else {
      (alerts, elsewhere, hasMoreAlerts) = (own, [], false)
    }
    workers = try reader.workers(onBoardWith: Set(visits.compactMap(\.worker)))
    let present = Set(workers.map(\.id))
    others = try Set(elsewhere.compactMap(\.worker)).subtracting(present).compactMap { try reader.worker($0) }
  }
}

extension StoreReader {
  fileprivate func alertedVisits(_ alerts: [Alert], except visits: [AssignedVisit]) throws -> [AssignedVisit] {
    guard !alerts.isEmpty else { return [] }
    let shown = Set(visits.map(\.visit.id))
    let others = Set(alerts.map(\.visit)).subtracting(shown).sorted { $0.rawValue < $1.rawValue }
    // A withdrawn visit is listed only while its alert says so.
    let withdrawn = Set(alerts.lazy.filter { $0.kind == .withdrawn }.map(\.visit))
    return try placed(others).filter { $0.visit.isWithdrawn == withdrawn.contains($0.visit.id) }.map {
      AssignedVisit(worker: $0.visit.worker, visit: DayVisit($0))
    }
  }
}
