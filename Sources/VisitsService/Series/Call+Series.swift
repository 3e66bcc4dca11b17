import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

/// Operations that the changes of a series share.
extension Call {
  /// The most overlapping visits that a refusal names.
  private static let shownOverlaps = 20

  /// Returns the rule from its typed or RFC 5545 form, with the last day if it is given separately.
  func rule(_ text: String, until: DayInput?, in zone: Zone) throws -> RecurrenceRule {
    var rule: RecurrenceRule
    do { rule = try RecurrenceRule(typed: text) } catch { throw Refusal.invalid(field: "repeat", .rule(error)) }
    guard let until else { return rule }
    guard rule.limit == .never else { throw Refusal.invalid(field: "until", .excludes("repeat")) }
    rule.limit = .day(try day(until, field: "until", today: zone.day(of: now)))
    return rule
  }

  /// Creates a series of visits like the given one, and its visits up to the horizon.
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
        minutes: max(1, Int(visit.start.milliseconds(to: visit.end) / 60_000)), address: visit.address,
        service: visit.service, serviceCode: visit.serviceCode, note: visit.note))
    guard made.nextDay(from: start.day) != nil else {
      throw Refusal.invalid(field: "repeat", .neverRecurs(from: start.day))
    }
    let horizon = service.horizon(at: now)
    let visits = try made.occurrences(from: max(start.day, zone.day(of: now)), through: horizon).map { occurrence in
      let day = occurrence.original.day
      return try transaction.put(
        made.visit(transaction.newVisitID(of: made, on: day), on: day, worker: made.worker), as: day, of: made.id)
    }
    try transaction.note(nextDay: made.nextDay(from: max(horizon.adding(days: 1), start.day)), of: made.id)
    try checkOverlaps(visits, allowed: parameters.allowOverlap, in: transaction)
    return .series(made, visits: visits)
  }

  /// Returns the series to change, and the first day of the change.
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

  /// Refuses a plan in which a worker would be in two places at once. The visits are stored already; the refusal rolls
  /// all of them back.
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

  /// Returns the answer to a change of a series, including the visits whose time the clocks have moved.
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
