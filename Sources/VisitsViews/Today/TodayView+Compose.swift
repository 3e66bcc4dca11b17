import Catalog
package import VisitsAPI
package import VisitsModel

extension TodayView {
  /// A worker's Today, or another day, finished (`screens.md`; seed 002).
  ///
  /// - Parameters:
  ///   - visits: Those that stand on the day: planned to touch it, or under way today.
  ///   - absences: The worker's absences that touch the day.
  ///   - emergencies: Those that stand on it, the most urgent first.
  ///   - canRaise: Whether the caller may raise an emergency.
  ///   - epoch: The feed's epoch, from which the data was read.
  /// - Returns: The view, its bytes (written once, since that costs as much as composing it), and the moment at which it would change by itself: a visit becomes late, the next attempt
  ///   to sync is due, or midnight comes where the worker is.
  package static func compose(
    worker: Worker, day: CareDay, visits: [DayVisit], absences: [Absence] = [], emergencies: [PlacedEmergency] = [],
    sync: SyncFacts, lateRule: LateRule, canRaise: Bool, epoch: Int64,
    in context: ViewContext
  ) -> (view: TodayView, bytes: [UInt8], validUntil: Instant) {
    let zone = worker.zone ?? context.agencyZone
    let today = context.today(in: zone)
    let away = AwayWords(absences, on: day, in: context)
    let visits = visits.sorted { $0.start == $1.start ? $0.id.rawValue < $1.id.rawValue : $0.start < $1.start }
    var view = TodayView(
      heading: day == today ? context.phrases[.todayHeading] : context.formats.heading(day, today: today),
      state: state(sync, isEmpty: visits.isEmpty), worker: worker.id.rawValue, date: day.text,
      utcOffset: Int(zone.offset(at: context.now)), sync: .compose(sync, in: context),
      banner: .compose(emergencies, sync, in: context),
      emergency: .compose(canRaise: canRaise, open: emergencies.first, in: context),
      cards: visits.cards(on: day, lateRule: lateRule, zone, in: context),
      empty: visits.isEmpty ? .compose(worker, isToday: day == today, away: away, sync, in: context) : nil,
      loading: sync.isLoading ? LoadingMessage(message: context.phrases[.todayLoading]) : nil,
      progress: .compose(visits.filter { zone.day(of: $0.start) == day }, in: context),
      forms: .compose(day, today: today, in: context), epoch: String(epoch), announcement: nil, etag: "")
    let bytes = view.bytes(reserving: 750 * (visits.count + 2))
    view.etag = view.fingerprint(bytes)
    let mayFallSilent = view.cards.contains { context.dependsOnSilence($0.alert?.kind, of: worker.id) }
    let changes =
      visits.flatMap { $0.thresholds(lateRule).map(\.since) } + away.changes
      + [sync.retryAt.flatMap(context.nextSecond), mayFallSilent ? context.nextLook : nil].compactMap(\.self)
    let midnight = zone.start(of: today.adding(days: 1))
    return (view, view.bytes(fromUntagged: bytes), changes.filter { $0 > context.now }.reduce(midnight, min))
  }

  private static func state(_ sync: SyncFacts, isEmpty: Bool) -> State {
    if sync.isLoading { return .loading }
    if sync.isFailing || sync.parked != nil || sync.unsaved != nil { return .error }
    if sync.isOffline { return .offline }
    return isEmpty ? .empty : .default
  }
}

extension EmptyMessage {
  /// A day off is only what is known to be one: today, by a schedule that was seen, of a worker who still works here.
  /// A worker who is away reads that instead.
  static func compose(
    _ worker: Worker, isToday: Bool, away: AwayWords, _ sync: SyncFacts, in context: ViewContext
  ) -> EmptyMessage {
    let isKnown = isToday && (sync.wasEverPulled || sync.standing == nil)
    let dayOff = isKnown ? context.phrases[.emptyTodayMessage] : nil
    return EmptyMessage(
      title: context.phrases[isKnown ? .emptyToday : .emptyDay],
      message: worker.isActive ? away.text ?? dayOff : context.phrases[.emptyInactive],
      symbol: Symbol.calendar.rawValue)
  }
}

extension DayProgress {
  /// How much is done of the visits that start on a day.
  static func compose(_ visits: [DayVisit], in context: ViewContext) -> DayProgress {
    compose(
      completed: visits.count { $0.status == .completed }, total: visits.count { $0.status != .cancelled }, in: context)
  }

  /// So many of so many.
  static func compose(completed: Int, total: Int, in context: ViewContext) -> DayProgress {
    DayProgress(
      completed: completed, total: total,
      label: context.phrases.text(.todayProgress, [.completed: String(completed), .total: String(total)]))
  }
}
