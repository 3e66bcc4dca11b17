import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

extension SyncContext {
  /// The number of records that a search requests for each page.
  private static let count = 200
  /// The maximum number of unreadable records that one run reads again.
  private static let mostAgain = 20
  /// The record types in the order of fetching, and whether records of the type have a day. A type comes after the
  /// types to which its records refer.
  private static let types = [
    ("Practitioner", false), ("Patient", false), ("Location", false), ("Appointment", true), ("Encounter", true),
  ]
  /// The shortest time after which a run that a user requests compares today and the near days with upstream again, in
  /// milliseconds.
  private static let askedComparisonGap: Int64 = 60_000
  /// The number of days after today that count as near. Near days are compared with upstream more often than once a
  /// day, because a worker may already get ready for a visit that upstream has deleted.
  private static let nearDays = 2

  /// Returns the plan of a run: the changes, days, histories and comparisons to fetch.
  ///
  /// - Parameters:
  ///   - capabilities: The server's capabilities.
  ///   - isAsked: Whether a user requested the run.
  func plan(_ capabilities: UpstreamCapabilities, isAsked: Bool) throws -> PullPlan {
    // If the store cannot write, it cannot store the records that the run fetches.
    if let fault = store.fault { throw Refusal.unavailable(fault.reason) }
    let now = now()
    let window = window(at: now)
    let (plan, isFirst, isPast) = try store.readNow { reader in
      let compared = try reader.compared(.window)
      let isPast = try Self.types.contains { type, hasDays in try hasDays && reader.isCovered(type, outside: window) }
      var plan = try planned(reader, capabilities, in: window)
      plan.comparison = try comparison(reader, in: window, isAsked: isAsked, at: now)
      return (plan, compared == nil, isPast)
    }
    // A run that finds nothing writes nothing.
    if isFirst || isPast {
      try store.keepNow { ledger in
        for (type, hasDays) in Self.types where hasDays { try ledger.uncover(type, outside: window) }
        // In a first run every record is new, so there is nothing to compare.
        if isFirst { try ledger.note(compared: .window, at: now) }
      }
    }
    return plan
  }

  private func planned(
    _ reader: StoreReader, _ capabilities: UpstreamCapabilities, in window: ClosedRange<CareDay>
  ) throws -> PullPlan {
    let kinds = try Self.types.map { type, hasDays in
      let watermark = try reader.watermark(of: type)
      let hasHistory = hasDays && capabilities.histories.contains(type)
      return PullPlan.Kind(
        type, watermark: watermark, newDays: hasDays ? try reader.uncovered(type, in: window) : nil,
        historyRead: hasHistory ? try reader.historyRead(of: type) ?? watermark : nil)
    }
    // The records that were read most often come last, so that every record gets its turn.
    let unread = try reader.problems().filter { $0.problem.kind == .unread }
    let again = unread.sorted { ($0.times, $0.number) < ($1.times, $1.number) }.compactMap { problem in
      Self.address(problem.problem.subject)
    }
    return PullPlan(kinds, again: Array(again.prefix(Self.mostAgain)))
  }

  /// Returns the days that the run compares with upstream: the whole window once a day, the near days more often; `nil`
  /// if no comparison is due.
  ///
  /// If the clock was ahead and left the time of a comparison in the future, the next comparison is not delayed.
  private func comparison(
    _ reader: StoreReader, in window: ClosedRange<CareDay>, isAsked: Bool, at now: Instant
  ) throws -> PullPlan.Comparison? {
    let today = settings.zone.day(of: now)
    guard let compared = try reader.compared(.window) else { return nil }
    if settings.zone.day(of: compared) != today {
      // Each day gets its own search, because one search for all days would hold all of their versions in memory at
      // once.
      let days = (window.lowerBound.daysSince1970...window.upperBound.daysSince1970).map(CareDay.init(daysSince1970:))
      return PullPlan.Comparison(.window, of: days.map { $0...$0 })
    }
    let near = try max(compared, reader.compared(.near) ?? compared)
    let gap = isAsked ? min(Self.askedComparisonGap, settings.comparisonGap) : settings.comparisonGap
    guard !near.isWithin(gap, before: now) else { return nil }
    return PullPlan.Comparison(.near, of: [today...min(today.adding(days: Self.nearDays), window.upperBound)])
  }

  /// Stores that the window or the near days have just been compared with upstream.
  func noteCompared(_ extent: PullPlan.Comparison.Extent) throws {
    let now = now()
    try store.keepNow { try $0.note(compared: extent, at: now) }
  }

  /// Stores the time up to which upstream's history of a type has been read.
  func noteHistoryRead(_ type: String, _ read: Instant) throws {
    try store.keepNow { try $0.note(historyOf: type, readTo: read) }
  }

  /// Returns whether a visit has not ended yet and begins within the near days.
  func isNear(_ visit: Visit, at now: Instant) -> Bool {
    let today = settings.zone.day(of: now)
    return visit.end > now && settings.zone.day(of: visit.start) <= today.adding(days: Self.nearDays)
  }

  /// Returns the HTTP request that carries out a request of the pull machine.
  func request(_ request: PullRequest) -> FHIRRequest {
    typealias Item = FHIRRequest.QueryItem
    let count = Item("_count", "\(Self.count)")
    switch request {
    case .changes(let type, let since):
      let from = since.map { [Item("_lastUpdated", "ge\(FHIRInstant(milliseconds: $0.milliseconds))")] } ?? []
      return .search(type, from + [Item("_sort", "_lastUpdated"), count])
    case .day(let type, let day): return .search(type, on(day...day) + [count])
    case .versions(let type, let days, let areWhole):
      // A server without `_elements` may answer with whole records, which work as well.
      let elements = areWhole ? [] : [Item("_elements", "id,meta")]
      return .search(type, on(days) + elements + [count], isLenient: true)
    case .history(let type, let since):
      return .history(type, [Item("_since", "\(FHIRInstant(milliseconds: since.milliseconds))"), count])
    case .next(let link): return .next(link)
    case .read(let address): return .read(address.type, address.id)
    }
  }

  /// Returns the time from the start of the first day to the end of the last day, in the agency's time zone.
  func bounds(of days: ClosedRange<CareDay>) -> Range<Instant> {
    settings.zone.bounds(of: days.lowerBound).lowerBound..<settings.zone.bounds(of: days.upperBound).upperBound
  }

  private func on(_ days: ClosedRange<CareDay>) -> [FHIRRequest.QueryItem] {
    let bounds = bounds(of: days)
    return [("ge", bounds.lowerBound), ("lt", bounds.upperBound)].map { prefix, instant in
      FHIRRequest.QueryItem("date", "\(prefix)\(FHIRInstant(milliseconds: instant.milliseconds))")
    }
  }

  /// Parses the subject of a problem as the address of a record; `nil` if the problem is about something else.
  static func address(_ subject: String) -> RecordAddress? {
    guard let address = ResourceAddress(subject), address.base == nil else { return nil }
    return RecordAddress(type: address.type, id: address.id)
  }
}

extension RecordAddress {
  /// The record as `type/id`. A problem with the record is reported under this subject.
  var subject: String { "\(type)/\(id)" }
}
