import VisitsModel
import VisitsStore
import VisitsViews

/// The data from which a board is composed. The board is the coordinators' view of all visits of a day.
struct BoardFacts: Sendable {
  /// The active workers, and the inactive workers who have a visit on the board's day.
  let workers: [Worker]
  /// The workers of the visits in ``elsewhere`` who are not in ``workers``. The board shows their names.
  let others: [Worker]
  /// The visits on the board's day.
  let visits: [AssignedVisit]
  /// The visits of other days with open alerts. Only the board of today has them, since coordinators look for problems
  /// on that board.
  let elsewhere: [AssignedVisit]
  /// The open alerts of the visits in ``visits`` and ``elsewhere``.
  let alerts: [Alert]
  /// The absences that touch the board's day, in order of start.
  let absences: [Absence]
  /// Whether visits of other days have more open alerts than the board shows.
  let hasMoreAlerts: Bool

  /// The most alerts of other days that the board shows. Without a limit, alerts that are never settled would make the
  /// board longer and longer.
  private static let most = 200

  init(_ reader: StoreReader, bounds: Range<Instant>, isToday: Bool, _ rule: LateRule, now: Instant) throws {
    absences = try reader.absences(from: bounds.lowerBound, to: bounds.upperBound)
    let planned = try reader.agencyDay(bounds: bounds, isToday: isToday)
    visits = zip(planned, try reader.markingAbsences(planned.map(\.visit))).map {
      AssignedVisit(worker: $0.worker, visit: $1)
    }
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
