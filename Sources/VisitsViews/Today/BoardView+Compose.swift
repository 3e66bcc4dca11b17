import Catalog
package import VisitsAPI
package import VisitsModel

extension BoardView {
  /// The coordinator's board of a day, or another day's, finished (`screens.md`, Today).
  ///
  /// - Parameters:
  ///   - workers: Those who work here, and whoever has a visit that day: a row for each.
  ///   - others: Whoever else is named by an alert.
  ///   - visits: Everybody's that stand on the day, and the open ones, in order of start.
  ///   - elsewhere: Those that do not stand on the day and about which alerts are open: what is wrong needs somebody over
  ///     midnight too, and what is withdrawn stands on no day.
  ///   - raised: The open alerts of all these visits, as far as the clock does not tell all of them.
  ///   - hasMoreAlerts: Whether alerts of other days are open that are not among these.
  ///   - absences: The absences that touch the day.
  ///   - emergencies: All that are open, the most urgent first.
  ///   - canRaise: Whether the caller may raise an emergency.
  /// - Returns: The view, its bytes, and the moment at which it would change by itself: a visit becomes late, the next attempt
  ///   to sync is due, or midnight comes where the agency is.
  package static func compose(
    day: CareDay, workers: [Worker], others: [Worker] = [], visits: [AssignedVisit], elsewhere: [AssignedVisit] = [],
    raised: [VisitsModel.Alert] = [], hasMoreAlerts: Bool = false, absences: [Absence] = [],
    emergencies: [PlacedEmergency] = [], sync: SyncFacts, lateRule: LateRule, canRaise: Bool, in context: ViewContext
  ) -> (view: BoardView, bytes: [UInt8], validUntil: Instant) {
    let zone = context.agencyZone
    let today = context.today(in: zone)
    let bounds = zone.bounds(of: day)
    var everybody = BoardDay()
    var days: [WorkerID: BoardDay] = [:]
    var alerts = BoardAlerts(raised)
    var validUntil = zone.start(of: today.adding(days: 1))
    func look(at assigned: AssignedVisit, isElsewhere: Bool) -> (passed: DayVisit.Threshold?, found: Int) {
      let thresholds = assigned.visit.thresholds(lateRule)
      let passed = thresholds.last { $0.since <= context.now }
      if let next = thresholds.first(where: { $0.since > context.now }) { validUntil = min(validUntil, next.since) }
      return (passed, alerts.add(assigned, passed: passed, isElsewhere: isElsewhere))
    }
    for assigned in elsewhere {
      let found = look(at: assigned, isElsewhere: !bounds.contains(assigned.visit.start)).found
      if let worker = assigned.worker { days[worker, default: BoardDay()].alerts += found }
    }
    for assigned in visits {
      let (passed, found) = look(at: assigned, isElsewhere: false)
      let isLate =
        passed != nil && assigned.visit.status == .scheduled && assigned.worker != nil && !assigned.visit.isWorkerAway
      let startsOnIt = bounds.contains(assigned.visit.start)
      everybody.add(assigned.visit, startsOnIt: startsOnIt, isLate: isLate)
      guard let worker = assigned.worker else { continue }
      days[worker, default: BoardDay()].add(assigned.visit, startsOnIt: startsOnIt, isLate: isLate)
      days[worker]?.alerts += found
      days[worker]?.bookings.add(assigned.visit)
    }
    let away = Dictionary(grouping: absences, by: \.worker).mapValues { AwayWords($0, on: day, in: context) }
    for change in away.values.flatMap(\.changes) { validUntil = min(validUntil, change) }
    if let next = sync.retryAt.flatMap(context.nextSecond) { validUntil = min(validUntil, next) }
    let inNeed = Set(emergencies.map(\.worker.id))
    let names = Dictionary((workers + others).map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    var view = BoardView(
      heading: day == today ? context.phrases[.todayHeading] : context.formats.heading(day, today: today),
      dateLabel: day == today ? context.formats.date(day, .heading) : nil, date: day.text,
      utcOffset: Int(zone.offset(at: context.now)), sync: .compose(sync, in: context),
      banner: .compose(emergencies, sync, in: context),
      emergency: .compose(canRaise: canRaise, open: emergencies.first, in: context),
      emergencies: emergencies.map { .compose($0, isForOffice: true, in: context) },
      progress: .compose(completed: everybody.completed, total: everybody.total, in: context),
      titles: .compose(in: context),
      alerts: alerts.views(names: names, date: day, in: context), hasMoreAlerts: hasMoreAlerts,
      rows: byName(workers, in: context.phrases.language).map {
        .compose(
          $0, days[$0.id] ?? BoardDay(), isInNeed: inNeed.contains($0.id), away: away[$0.id]?.text, date: day,
          in: context)
      },
      open: visits.filter { $0.worker == nil && [.scheduled, .inProgress].contains($0.visit.status) }.map {
        .compose($0.visit, lateRule: lateRule, in: context, day: day)
      },
      empty: everybody.hasVisits
        ? nil
        : EmptyMessage(
          title: context.phrases[day == today ? .emptyToday : .emptyDay], message: nil,
          symbol: Symbol.calendar.rawValue),
      etag: "")
    let bytes = view.bytes(reserving: 800 * (view.rows.count + view.open.count + 2))
    view.etag = view.fingerprint(bytes)
    let mayFallSilent = view.alerts.contains {
      context.dependsOnSilence($0.kind, of: $0.worker.flatMap(WorkerID.init(rawValue:)))
    }
    if mayFallSilent { validUntil = min(validUntil, context.nextLook) }
    return (view, view.bytes(fromUntagged: bytes), validUntil)
  }

  /// By name, as people look for one who read this language.
  private static func byName(_ workers: [Worker], in language: Language) -> [Worker] {
    workers.map { (name: language.sortKey($0.name, fold: FoldedText.fold), worker: $0) }
      .sorted {
        $0.name == $1.name
          ? $0.worker.id.rawValue < $1.worker.id.rawValue : $0.name.lexicographicallyPrecedes($1.name)
      }
      .map(\.worker)
  }
}

extension BoardView.Titles {
  fileprivate static func compose(in context: ViewContext) -> BoardView.Titles {
    BoardView.Titles(
      alerts: context.phrases[.boardAlerts], free: context.phrases[.boardFree], open: context.phrases[.boardOpen])
  }
}
