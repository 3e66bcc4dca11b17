import Catalog
import VisitsAPI
import VisitsModel

extension BoardRow {
  /// The most overlaps that a line names.
  private static let mostOverlaps = 6

  /// A worker's line.
  ///
  /// - Parameters:
  ///   - isInNeed: Whether an emergency of this worker is open.
  ///   - away: That the worker is away on the day; `nil`: the worker is not.
  ///   - date: The day of the board: times of another day say which.
  static func compose(
    _ worker: Worker, _ day: BoardDay, isInNeed: Bool, away: String? = nil, date: CareDay, in context: ViewContext
  ) -> BoardRow {
    let phrases = context.phrases
    let state = isInNeed ? .emergency : state(day, isAway: away != nil)
    let label = (state == .away ? away : nil) ?? phrases[state.phrase]
    let progress = DayProgress.compose(completed: day.completed, total: day.total, in: context)
    let current = day.current.map { BoardVisit.current($0, date: date, in: context) }
    let next = day.next.map { BoardVisit.next($0, date: date, in: context) }
    let overlaps = day.bookings.pairs.prefix(mostOverlaps).map { pair in
      BoardVisit.overlapping(pair.visit, pair.other, date: date, in: context)
    }
    let done = phrases.text(
      .boardProgressSpoken, count: day.total, [.completed: String(day.completed), .total: String(day.total)])
    // Who is with a client, or free, needs no word for it besides.
    let isNamed = state == .emergency || state == .late || state == .done
    let parts: [String?] = [
      worker.name, isNamed || state == .free ? label : nil, day.total > 0 ? done : nil, current?.text, next?.text, away,
    ]
    let spoken = parts.compactMap(\.self) + overlaps.flatMap { [$0.title, $0.time, $0.text] }
    return BoardRow(
      worker: worker.id.rawValue, name: worker.name, state: state, mark: state.mark, label: label, progress: progress,
      current: current, next: next, overlaps: overlaps.isEmpty ? nil : overlaps, away: away, alerts: day.alerts,
      spoken: spoken.joined(separator: phrases[.cardSeparator]))
  }

  private static func state(_ day: BoardDay, isAway: Bool) -> State {
    if day.late > 0 { return .late }
    if day.current != nil { return .inProgress }
    if day.next != nil { return .scheduled }
    if isAway { return .away }
    return day.hasVisits ? .done : .free
  }
}

extension BoardRow.State {
  /// The state's words.
  fileprivate var phrase: Phrase {
    switch self {
    case .emergency: .emergency
    case .late: .visitLate
    case .inProgress: .boardInProgress
    case .scheduled: .boardScheduled
    case .done: .boardDone
    case .away, .free: .boardFree
    }
  }

  /// The state's sign: a visit's where there is one.
  fileprivate var mark: String {
    switch self {
    case .emergency, .late: "⚠"
    case .inProgress: Status.inProgress.mark
    case .scheduled: Status.scheduled.mark
    case .done: Status.completed.mark
    case .away, .free: Status.cancelled.mark
    }
  }
}

extension BoardVisit {
  /// The one that is being made: until when.
  fileprivate static func current(_ visit: DayVisit, date: CareDay, in context: ViewContext) -> BoardVisit {
    let words = TimeWords(visit, date: date, in: context)
    let until = words.moment(visit.end).written
    return compose(
      visit, words, until: until,
      text: context.phrases.text(.boardCurrent, [.name: visit.clientName, .time: until]))
  }

  /// The next one: from when.
  fileprivate static func next(_ visit: DayVisit, date: CareDay, in context: ViewContext) -> BoardVisit {
    let words = TimeWords(visit, date: date, in: context)
    let from = words.moment(visit.start).written
    return compose(
      visit, words, until: nil, text: context.phrases.text(.boardNext, [.name: visit.clientName, .time: from]))
  }

  /// One that another visit of the worker overlaps.
  fileprivate static func overlapping(
    _ visit: DayVisit, _ other: DayVisit, date: CareDay, in context: ViewContext
  ) -> BoardVisit {
    compose(
      visit, TimeWords(visit, date: date, in: context), until: nil,
      text: OverlapWords(other, beside: visit, day: date, in: context).text.written)
  }

  private static func compose(_ visit: DayVisit, _ words: TimeWords, until: String?, text: String) -> BoardVisit {
    BoardVisit(
      visit: visit.id.rawValue, client: visit.client.rawValue, title: visit.clientName,
      time: words.range(visit.start, visit.end).written, until: until, text: text, start: visit.start.timestamp,
      end: visit.end.timestamp)
  }
}

extension TimeWords {
  /// Times of a visit on the board of a day, for the office.
  init(_ visit: DayVisit, date: CareDay, in context: ViewContext) {
    self.init(
      context: context, zone: visit.zone ?? context.agencyZone, readerZone: context.agencyZone, day: date)
  }
}
