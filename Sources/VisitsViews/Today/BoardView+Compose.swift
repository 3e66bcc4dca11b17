import Catalog
package import VisitsAPI
package import VisitsModel

extension BoardView {
  /// The coordinator's board of a day, or another day's, finished (`screens.md`, Today).
  ///
  /// - Parameters:
  ///   - workers: Those who work here, and whoever has a visit that day.
  ///   - visits: Everybody's that stand on the day, and the open ones, in order of start.
  ///   - emergencies: All that are open, the most urgent first.
  ///   - canRaise: Whether the caller may raise an emergency.
  /// - Returns: The view, its bytes, and the moment at which it would change by itself: a visit becomes late, the next attempt
  ///   to sync is due, or midnight comes where the agency is.
  package static func compose(
    day: CareDay, workers: [Worker], visits: [AssignedVisit], emergencies: [PlacedEmergency] = [], sync: SyncFacts,
    lateRule: LateRule, canRaise: Bool,
    in context: ViewContext
  ) -> (view: BoardView, bytes: [UInt8], validUntil: Instant) {
    let zone = context.agencyZone
    let today = context.today(in: zone)
    let bounds = zone.bounds(of: day)
    var everybody = BoardDay()
    var days: [WorkerID: BoardDay] = [:]
    var late: [(since: Instant, visit: AssignedVisit)] = []
    var validUntil = zone.start(of: today.adding(days: 1))
    for assigned in visits {
      let since = assigned.visit.lateSince(lateRule)
      let isLate = since.map { $0 <= context.now } == true
      if let since, isLate { late.append((since, assigned)) }
      if let since, !isLate { validUntil = min(validUntil, since) }
      let startsOnIt = bounds.contains(assigned.visit.start)
      everybody.add(assigned.visit, startsOnIt: startsOnIt, isLate: isLate)
      guard let worker = assigned.worker else { continue }
      days[worker, default: BoardDay()].add(assigned.visit, startsOnIt: startsOnIt, isLate: isLate)
    }
    if let retry = sync.retryAt, retry > context.now { validUntil = min(validUntil, retry) }
    late.sort { ($0.since, $0.visit.visit.id.rawValue) < ($1.since, $1.visit.visit.id.rawValue) }
    let inNeed = Set(emergencies.map(\.worker.id))
    let names = Dictionary(workers.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    var view = BoardView(
      heading: day == today ? context.phrases[.todayHeading] : context.formats.heading(day, today: today),
      dateLabel: day == today ? context.formats.date(day, .heading) : nil, date: day.text,
      utcOffset: Int(zone.offset(at: context.now)), sync: .compose(sync, in: context),
      banner: .compose(emergencies, sync, in: context),
      emergency: .compose(canRaise: canRaise, open: emergencies.first, in: context),
      progress: .compose(completed: everybody.completed, total: everybody.total, in: context),
      titles: .compose(in: context),
      alerts: late.map { .compose($0.visit, since: $0.since, names: names, date: day, in: context) },
      rows: byName(workers).map {
        .compose($0, days[$0.id] ?? BoardDay(), isInNeed: inNeed.contains($0.id), date: day, in: context)
      },
      open: visits.filter { $0.worker == nil && $0.visit.status == .scheduled }.map {
        .compose($0.visit, lateRule: lateRule, in: context, day: day)
      },
      empty: everybody.hasVisits
        ? nil
        : EmptyMessage(
          title: context.phrases[day == today ? .emptyToday : .emptyDay], message: nil,
          symbol: Symbol.calendar.rawValue),
      etag: "")
    let bytes = view.bytes(reserving: 800 * (view.rows.count + view.open.count + 2))
    view.etag = view.fingerprint(bytes, sync, in: context)
    return (view, view.bytes(fromUntagged: bytes), validUntil)
  }

  /// By name, accents and case aside, as people look for one.
  private static func byName(_ workers: [Worker]) -> [Worker] {
    workers.map { (name: FoldedText.fold($0.name), worker: $0) }
      .sorted { ($0.name, $0.worker.id.rawValue) < ($1.name, $1.worker.id.rawValue) }
      .map(\.worker)
  }
}

extension BoardView.Titles {
  fileprivate static func compose(in context: ViewContext) -> BoardView.Titles {
    BoardView.Titles(
      alerts: context.phrases[.boardAlerts], free: context.phrases[.boardFree], open: context.phrases[.boardOpen])
  }
}

extension BoardView.Alert {
  /// A visit that is late.
  fileprivate static func compose(
    _ assigned: AssignedVisit, since: Instant, names: [WorkerID: String], date: CareDay, in context: ViewContext
  ) -> BoardView.Alert {
    let visit = assigned.visit
    let time = TimeWords(visit, date: date, in: context).moment(since)
    let name = assigned.worker.map { names[$0] ?? $0.rawValue } ?? context.phrases[.visitOpen]
    let spoken = [visit.clientName, name, context.phrases.text(.cardLate, [.time: time.spoken])]
    return BoardView.Alert(
      kind: .late, visit: visit.id.rawValue, worker: assigned.worker?.rawValue, name: name,
      client: visit.client.rawValue, title: visit.clientName,
      text: context.phrases.text(.cardLate, [.time: time.written]), since: since.timestamp,
      spoken: spoken.joined(separator: context.phrases[.cardSeparator]))
  }
}
