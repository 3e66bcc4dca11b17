import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// Operations that are shared by the methods that change a series of visits.
extension Call {
  /// The most overlapping visits that the error for an overlap lists.
  private static let shownOverlaps = 20

  /// Parses a recurrence rule, as a user types it or in the form of RFC 5545. `until` is the last day of the series, if
  /// the caller gives it as a separate parameter.
  func rule(_ text: String, until: DayInput?, in zone: Zone) throws -> RecurrenceRule {
    var rule: RecurrenceRule
    do { rule = try RecurrenceRule(typed: text) } catch { throw Refusal.invalid(field: "repeat", .rule(error)) }
    guard let until else { return rule }
    guard rule.limit == .never else { throw Refusal.invalid(field: "until", .excludes("repeat")) }
    rule.limit = .day(try day(until, field: "until", today: zone.day(of: now)))
    return rule
  }

  /// Creates a series that repeats the given visit, and creates the visits of the series up to the horizon (the last
  /// day for which visits are created in advance).
  func makeSeries(
    like visit: Visit, _ words: String, until: DayInput?, in zone: Zone, _ parameters: VisitAdd.Parameters,
    _ transaction: ChangeTransaction
  ) throws -> ChangeOutcome {
    let start = zone.local(visit.start)
    let rule = try rule(words, until: until, in: zone)
    let made = try transaction.put(
      Series(
        id: transaction.newSeriesID(), client: visit.client, worker: visit.worker,
        recurrence: Recurrence(from: start, by: rule), zone: zone,
        minutes: parameters.minutes ?? Self.minutes(of: visit, in: zone), address: visit.address,
        service: visit.service, serviceCode: visit.serviceCode, note: visit.note))
    guard made.nextDay(from: start.day) != nil else {
      throw Refusal.invalid(field: "repeat", .neverRecurs(from: start.day))
    }
    let horizon = service.horizon(at: now)
    let visits = try made.occurrences(from: max(start.day, zone.day(of: now)), through: horizon).map { occurrence in
      let day = occurrence.original.day
      let visit = try transaction.newVisit(
        of: made, on: day, worker: made.worker, allowingAbsence: parameters.allowAbsence == true)
      return try transaction.put(visit, as: day, of: made.id)
    }
    try transaction.note(nextDay: made.nextDay(from: max(horizon.adding(days: 1), start.day)), of: made.id)
    try checkOverlaps(visits, allowed: parameters.allowOverlap, in: transaction)
    return .series(made, visits: visits)
  }

  /// Returns how long a visit lasts on the clocks of a zone. In the night of a clock change that differs from its length.
  private static func minutes(of visit: Visit, in zone: Zone) -> Int {
    let onClock = zone.local(visit.start).seconds(to: zone.local(visit.end)) / 60
    return onClock > 0 ? Int(onClock) : max(1, Int(visit.start.milliseconds(to: visit.end) / 60_000))
  }

  /// Returns the series that a call changes, and the first day to which the change applies. That day is never in the
  /// past.
  func series(
    at place: SeriesPlace, _ change: ChangeParameters, in transaction: ChangeTransaction
  ) throws -> (series: Series, from: CareDay) {
    if let text = place.visit {
      let visit = try transaction.visit(VisitID(rawValue: text.lowercased()), expectedVersion: nil)
      guard let (id, day) = try transaction.occurrence(of: visit.id) else {
        throw Refusal.invalid(field: "visit", .notInSeries)
      }
      let series = try transaction.series(id, expectedVersion: change.expectedVersion)
      return (series, max(day, series.zone.day(of: now)))
    }
    let id = SeriesID(rawValue: place.series?.lowercased() ?? "")
    let series = try transaction.series(id, expectedVersion: change.expectedVersion)
    let today = series.zone.day(of: now)
    // Past visits are settled: a change of the plan does not affect them.
    return (series, max(try day(place.from, field: "from", today: today), today))
  }

  /// Refuses a change of a series if it would require a worker to be in two places at once. The transaction has already
  /// stored the visits; the refusal rolls back all of them.
  func checkOverlaps(_ visits: [Visit], allowed: Bool?, in transaction: ChangeTransaction) throws {
    guard allowed != true else { return }
    let ours = Set(visits.map(\.id))
    var others: [Visit] = []
    for visit in visits where visit.occupiesItsTime {
      guard let worker = visit.worker else { continue }
      others += try transaction.overlapping(worker: worker, start: visit.start, end: visit.end, except: visit.id)
        .filter { !ours.contains($0.id) && !others.contains($0) }
      if others.count >= Self.shownOverlaps { break }
    }
    guard others.isEmpty else { throw Refusal.overlap(Array(others.prefix(Self.shownOverlaps))) }
  }

  /// Returns the answer to a change of a series. It lists separately the visits that start at another local time than
  /// the series says, because a clock change skips that time.
  func seriesAnswer(_ series: Series, _ visits: [Visit]) async throws -> SeriesChangeAnswer {
    let feed = feed
    let placed = try await service.people.placed(visits, asOf: feed, in: service.store)
    let whole = try await service.store.read { try $0.placed(series, asOf: feed) }
    return SeriesChangeAnswer(
      series: SeriesView.compose(whole, in: view), visits: placed.map { VisitView.compose($0, in: self) },
      moved: visits.filter(\.occupiesItsTime).compactMap { MovedVisit.compose($0, of: series, in: view) })
  }
}

extension OnceHandler where Answer == SeriesChangeAnswer {
  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    guard case .series(let series, let visits) = outcome else { throw UnfitOutcome() }
    return try await call.seriesAnswer(series, visits)
  }
}
