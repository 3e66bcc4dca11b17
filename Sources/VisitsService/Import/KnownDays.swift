import VisitsModel
import VisitsStore

/// Finds the days of calendar events for which earlier imports have planned visits.
///
/// The identity of a day contains the day's original start: the start that the series gives it. A program that sends a
/// change of one day alone may write this start in UTC, or in another zone than the series (RFC 5545, 3.8.4.4). The
/// identity then differs although the day is the same.
struct KnownDays {
  typealias Day = (identity: UpstreamIdentity, visit: VisitID, told: ToldOfVisit)

  /// The days of one event that imports have planned.
  private struct Event {
    var days: [Day] = []
    var names: Set<String> = []
    var dates: [CareDay: [Int]] = [:]
    /// The indexes of days that an earlier version of this program imported, without storing their original starts.
    var older: [Int] = []
    /// The index of each day, by its original start in the form in which the store has it.
    var places: [String: Int] = [:]
    /// The newest version of the event's series that was imported.
    var series: EventVersion?
  }

  private let transaction: ChangeTransaction
  private let source: PlannedRow.Source
  private let from: CareDay
  private let zone: Zone
  private var events: [String: Event] = [:]

  /// Creates the lookup for one import.
  ///
  /// - Parameters:
  ///   - from: The first day whose visits the import may change.
  ///   - zone: The agency's time zone.
  init(_ transaction: ChangeTransaction, of source: PlannedRow.Source, from: CareDay, zone: Zone) {
    self.transaction = transaction
    self.source = source
    self.from = from.adding(days: -2)
    self.zone = zone
  }

  /// Records a day of an event for which the present import has just planned a visit.
  mutating func learn(_ day: Day, of uid: String) {
    guard var event = events.removeValue(forKey: uid) else { return }
    if let original = day.told[PlannedRow.Part.original] { event.places[original] = event.days.count }
    event.names.insert(day.identity.value)
    event.days.append(day)
    events[uid] = event
  }

  /// Reloads the days of an event from the store after the import has changed the identities of some.
  mutating func renew(_ uid: String) throws {
    events[uid] = nil
    _ = try event(uid)
  }

  /// Whether an import has planned a day of the event under this identity.
  mutating func isKnown(_ identity: UpstreamIdentity, of uid: String) throws -> Bool {
    try event(uid).names.contains(identity.value)
  }

  /// Returns all days of an event that imports have planned.
  mutating func days(of uid: String) throws -> [Day] { try event(uid).days }

  /// Returns the newest version of a series that was imported; `nil` if none is known.
  mutating func version(of uid: String) throws -> EventVersion? { try event(uid).series }

  private mutating func event(_ uid: String) throws -> Event {
    if let known = events[uid] { return known }
    var event = Event()
    event.days = try transaction.visits(
      ofEvent: UpstreamIdentity(system: source.rawValue, value: uid), from: from)
    for (index, day) in event.days.enumerated() {
      event.names.insert(day.identity.value)
      if let date = OccurrenceIdentity(day.identity.value, of: uid)?.day {
        event.dates[date, default: []].append(index)
      }
      if let original = day.told[PlannedRow.Part.original] {
        event.places[original] = index
      } else {
        event.older.append(index)
      }
      if let told = ToldVersion(day.told), told.kind == .series {
        event.series = event.series.map { $0.isOlder(than: told.version) ? told.version : $0 } ?? told.version
      }
    }
    events[uid] = event
    return event
  }

  /// Returns the day of an event that has this original start (the start that the series gives it). Returns `nil` if no
  /// such day is known, or if the text gives only a date and several days have it.
  ///
  /// - Parameters:
  ///   - kept: The original start in the form in which the store has it.
  ///   - client: The time zone of the event's client, if it has one of its own.
  mutating func day(
    of uid: String, _ original: PlannedOccurrence.Original, at moment: Instant?, kept: String?, client: Zone?
  ) throws -> Day? {
    let event = try event(uid)
    if let kept, let place = event.places[kept] { return event.days[place] }
    let zones = [client ?? zone, zone]
    func starts(_ day: Day) -> [Instant] {
      let identity = OccurrenceIdentity(day.identity.value, of: uid)
      return zones.compactMap { identity?.start(in: $0) }
    }
    if case .day(let date) = original {
      let places = event.dates[date] ?? []
      // A series that was moved away and back leaves cancelled days behind. Prefer a day that is not cancelled.
      let standing = places.filter { place in
        !ScheduleApplication.cancelled.repeats(PlannedRow.Part.isCancelled.rawValue, of: event.days[place].told)
      }
      let meant = standing.isEmpty ? places : standing
      return meant.count == 1 ? event.days[meant[0]] : nil
    }
    guard let moment else { return nil }
    let older = event.older.map { event.days[$0] }
    if let day = older.first(where: { starts($0).contains(moment) }) { return day }
    return try older.first { try transaction.visit($0.visit)?.start == moment }
  }
}

extension OccurrenceIdentity {
  /// The date of the original start that the identity contains. It is a date in the series' own time zone, or in UTC if
  /// the start is written in UTC.
  fileprivate var day: CareDay? {
    LocalTime(basic: original.last == "Z" ? original.dropLast() : original[...])?.day
  }
}
