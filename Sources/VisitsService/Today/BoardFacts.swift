import VisitsModel
import VisitsStore
import VisitsViews

/// What a board is composed from.
struct BoardFacts: Sendable {
  let workers: [Worker]
  /// Those that stand on the day.
  let visits: [AssignedVisit]
  /// Those of other days about which alerts are open, on today's board only: it is where what is wrong is looked for.
  let elsewhere: [AssignedVisit]
  /// The open alerts of these visits.
  let alerts: [Alert]

  init(_ reader: StoreReader, bounds: Range<Instant>, isToday: Bool, _ rule: LateRule, now: Instant) throws {
    visits = try reader.agencyDay(bounds: bounds, isToday: isToday)
    if isToday {
      alerts = try reader.openAlerts()
      elsewhere = try reader.alertedVisits(alerts, except: visits)
    } else {
      let noticed = visits.map(\.visit).filter { $0.needsAttention(rule, at: now) }
      alerts = try reader.standingAlerts(and: noticed.map(\.id))
      elsewhere = []
    }
    workers = try reader.workers(onBoardWith: Set((visits + elsewhere).compactMap(\.worker)))
  }
}

extension StoreReader {
  fileprivate func alertedVisits(_ alerts: [Alert], except visits: [AssignedVisit]) throws -> [AssignedVisit] {
    guard !alerts.isEmpty else { return [] }
    let shown = Set(visits.map(\.visit.id))
    let others = Set(alerts.map(\.visit)).subtracting(shown).sorted { $0.rawValue < $1.rawValue }
    return try placed(others).filter { !$0.visit.isWithdrawn }.map {
      AssignedVisit(worker: $0.visit.worker, visit: DayVisit($0))
    }
  }
}
