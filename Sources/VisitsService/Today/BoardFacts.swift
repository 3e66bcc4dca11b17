import VisitsModel
import VisitsStore
import VisitsViews

/// The data from which a board is composed.
struct BoardFacts: Sendable {
  /// The active workers, and every worker with a visit that day.
  let workers: [Worker]
  /// The other workers whom the board names.
  let others: [Worker]
  /// The visits on the board's day.
  let visits: [AssignedVisit]
  /// The visits of other days with open alerts. Only today's board shows them, since coordinators look for problems
  /// there.
  let elsewhere: [AssignedVisit]
  /// The open alerts of all these visits.
  let alerts: [Alert]
  /// Whether visits of other days have more open alerts than the board shows.
  let hasMoreAlerts: Bool

  /// The most alerts of other days on the board: alerts that are never settled must not let it grow without end.
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
    // A withdrawn visit is listed only while it has a `withdrawn` alert.
    let withdrawn = Set(alerts.lazy.filter { $0.kind == .withdrawn }.map(\.visit))
    return try placed(others).filter { $0.visit.isWithdrawn == withdrawn.contains($0.visit.id) }.map {
      AssignedVisit(worker: $0.visit.worker, visit: DayVisit($0))
    }
  }
}
