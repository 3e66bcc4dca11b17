import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

extension SyncDesk {
  /// How many records a page is to hold.
  private static let count = 200
  /// Records that could not be taken in are read again, at most so many in a run.
  private static let mostAgain = 20
  /// Those that others refer to first; those with days are visits.
  private static let types = [
    ("Practitioner", false), ("Patient", false), ("Location", false), ("Appointment", true), ("Encounter", true),
  ]
  /// Under which name it is kept when the window was compared last.
  private static let comparison = "comparison"

  /// What a run is to bring.
  func plan() throws -> PullPlan {
    // What comes could not be kept.
    if let fault = store.fault { throw Refusal.unavailable(fault.reason) }
    let now = now()
    let window = window(at: now)
    let (plan, isFirst, isPast) = try store.readNow { reader in
      let compared = try reader.watermark(of: Self.comparison)
      let isPast = try Self.types.contains { type, hasDays in try hasDays && reader.isCovered(type, outside: window) }
      return (try planned(reader, in: window, compared: compared ?? now, at: now), compared == nil, isPast)
    }
    // A run that finds nothing writes nothing.
    if isFirst || isPast {
      try store.keepNow { ledger in
        for (type, hasDays) in Self.types where hasDays { try ledger.uncover(type, outside: window) }
        if isFirst { try ledger.keep(.watermark(Self.comparison, now)) }
      }
    }
    return plan
  }

  private func planned(
    _ reader: StoreReader, in window: ClosedRange<CareDay>, compared: Instant, at now: Instant
  ) throws -> PullPlan {
    let kinds = try Self.types.map { type, hasDays in
      PullPlan.Kind(
        type, watermark: try reader.watermark(of: type),
        newDays: hasDays ? try reader.uncovered(type, in: window) : nil)
    }
    // A clock that was ahead for a while must not put it off for as long.
    let isDue = settings.zone.day(of: compared) != settings.zone.day(of: now)
    // Those that were met most often come last, so that each has its turn.
    let unread = try reader.problems().filter { $0.problem.kind == .unread }
    let again = unread.sorted { ($0.times, $0.number) < ($1.times, $1.number) }.compactMap { problem in
      Self.address(problem.problem.subject)
    }
    return PullPlan(
      kinds, reconciling: isDue ? Array(days(window)) : [], again: Array(again.prefix(Self.mostAgain)))
  }

  private func days(_ window: ClosedRange<CareDay>) -> [CareDay] {
    (window.lowerBound.daysSince1970...window.upperBound.daysSince1970).map(CareDay.init(daysSince1970:))
  }

  /// The whole window was compared.
  func noteReconciled() throws {
    let now = now()
    try store.keepNow { try $0.keep(.watermark(Self.comparison, now)) }
  }

  /// What is asked of upstream, as a request.
  func request(_ request: PullRequest) -> FHIRRequest {
    typealias Item = FHIRRequest.QueryItem
    let count = Item("_count", "\(Self.count)")
    switch request {
    case .changes(let type, let since):
      let from = since.map { [Item("_lastUpdated", "ge\(FHIRInstant(milliseconds: $0.milliseconds))")] } ?? []
      return .search(type, from + [Item("_sort", "_lastUpdated"), count])
    case .day(let type, let day): return .search(type, on(day) + [count])
    case .versions(let type, let day): return .search(type, on(day) + [Item("_elements", "id,meta"), count])
    case .next(let link): return .next(link)
    case .read(let address): return .read(address.type, address.id)
    }
  }

  private func on(_ day: CareDay) -> [FHIRRequest.QueryItem] {
    let bounds = settings.zone.bounds(of: day)
    return [("ge", bounds.lowerBound), ("lt", bounds.upperBound)].map { prefix, instant in
      FHIRRequest.QueryItem("date", "\(prefix)\(FHIRInstant(milliseconds: instant.milliseconds))")
    }
  }

  /// The record that a problem is about; `nil`: it is about something else.
  static func address(_ subject: String) -> RecordAddress? {
    guard let address = ResourceAddress(subject), address.base == nil else { return nil }
    return RecordAddress(type: address.type, id: address.id)
  }
}

extension RecordAddress {
  /// What a problem with the record is about.
  var subject: String { "\(type)/\(id)" }
}
