import VisitsExchange
import VisitsModel
import VisitsStore

/// A visit as a row of a table or an event of a calendar plans it. Names are resolved to stored people, and local times
/// to instants.
struct PlannedRow {
  /// The kind of imported text that plans the visit. An id from a table never matches an id from a calendar.
  enum Source: String {
    case table
    case calendar

    /// Returns the visit id that an entry's identity contains if this program has exported the text; otherwise `nil`.
    func ownVisit(_ identity: String) -> VisitID? {
      var id = identity.lowercased()
      if self == .calendar {
        guard id.hasSuffix("@visits") else { return nil }
        id.removeLast(7)
      }
      return id.utf8.count == 36 ? VisitID(rawValue: id) : nil
    }
  }

  /// The id that the text gives to the row; without one, the client and the start. The worker is not part of the
  /// identity, so that a row with another worker than before changes the same visit.
  var identity: UpstreamIdentity
  let client: ClientID
  let worker: TablePeople.Caregiver?
  /// The workers who were invited to the calendar's event and have declined it.
  let declined: Set<WorkerID>
  let start: Instant
  let end: Instant
  private let entry: PlannedEntry
  /// The start that a calendar's series gives to this day, even if the day itself was moved; `nil` if the event takes
  /// place once.
  let original: Instant?
  /// Whether a value that the row lacks is removed from the visit. It is `false` for a calendar that this program has
  /// exported, because an exported calendar omits values that its readers may not see.
  private let isWhole: Bool

  /// Creates a row. A local time is in the zone that the text names. If the text names none, it is in the client's
  /// zone, or else in the agency's.
  init(
    _ entry: PlannedEntry, of source: Source, _ client: TablePeople.Recipient, _ worker: TablePeople.Caregiver?,
    declined: Set<WorkerID> = [], _ call: Call
  ) throws {
    let zone = client.zone ?? call.service.settings.agencyZone
    self.entry = entry
    self.client = client.id
    self.declined = declined
    self.worker = worker.flatMap { declined.contains($0.id) ? nil : $0 }
    isWhole = entry.event != nil && entry.identity.flatMap(source.ownVisit) == nil
    start = try Self.instant(entry.start, of: source, in: zone, field: "start")
    end =
      switch entry.end {
      case .time(let time):
        try Self.skippedEnd(entry.start, time, of: source, in: zone)
          ?? Self.instant(time, of: source, in: zone, after: start, field: "end")
      case .minutes(let minutes): start.adding(minutes: Int64(minutes))
      case .lasting(let days, let seconds):
        Self.instant(entry.start, days: days, later: start, in: zone).adding(seconds: seconds)
      case .asLong(.local(let from, _), .local(let to, _)):
        Self.end(entry.start, from.seconds(to: to), later: start, in: zone)
      case .asLong(let from, let to):
        start.adding(
          seconds: try Self.instant(from, of: source, in: zone, field: "start")
            .milliseconds(to: Self.instant(to, of: source, in: zone, field: "end")) / 1000)
      }
    if case .start(let time)? = entry.occurrence.original {
      original = try Self.instant(time, of: source, in: zone, field: "start")
    } else {
      original = nil
    }
    identity =
      entry.identity.map { UpstreamIdentity(system: source.rawValue, value: $0) }
      ?? Self.identity(client.id, start)
  }

  private static let rowSystem = "row"

  /// The identity systems under which table rows are linked to visits: one for rows without an id, and one for rows
  /// with an id.
  static let systems: Set = [rowSystem, Source.table.rawValue]

  /// Returns the identity of a row to which the text gives no id: its client and its start.
  static func identity(_ client: ClientID, _ start: Instant) -> UpstreamIdentity {
    UpstreamIdentity(system: rowSystem, value: "\(client.rawValue)|\(start.milliseconds)")
  }

  /// - Parameter start: The start of the row whose end this is. Of two instants at which clocks show a time, the first
  ///   after it counts.
  private static func instant(
    _ time: PlannedEntry.Time, of source: Source, in zone: Zone, after start: Instant? = nil, field: String
  ) throws -> Instant {
    guard case .local(let local, let named) = time else {
      guard case .instant(let instant) = time else { throw Refusal.invalid(field: field, .undatable) }
      return instant
    }
    // A series has computed the hour of a calendar's day. If the clocks skip that hour, it moves as in our own series.
    let zone = named ?? zone
    switch zone.resolve(local) {
    case .repeated(let first, let second): return start.map { first <= $0 } ?? false ? second : first
    case .unique(let instant): return instant
    case .skipped where source == .calendar: return zone.moment(of: local).instant
    case .skipped: throw Refusal.invalid(field: field, .skipped(local, zone: zone))
    }
  }

  /// Returns the end of a day of a series that ends so many seconds after its start on the clocks.
  private static func end(_ time: PlannedEntry.Time, _ seconds: Int64, later start: Instant, in zone: Zone) -> Instant {
    guard case .local(let local, let named) = time else { return zone.end(from: zone.local(start), lasting: seconds) }
    return (named ?? zone).end(from: local, lasting: seconds)
  }

  /// Returns the instant that is a number of days after a start, at the same local time.
  private static func instant(_ time: PlannedEntry.Time, days: Int, later start: Instant, in zone: Zone) -> Instant {
    guard days != 0 else { return start }
    var zone = zone
    if case .local(_, let named?) = time { zone = named }
    var local = zone.local(start)
    local.day = local.day.adding(days: days)
    return zone.moment(of: local).instant
  }

  /// Returns the end of an event whose local start does not exist because the clocks skip it. The start then moves, and
  /// the end moves with it, so that the event keeps its length. Returns `nil` if the start exists.
  private static func skippedEnd(
    _ start: PlannedEntry.Time, _ end: PlannedEntry.Time, of source: Source, in zone: Zone
  ) -> Instant? {
    guard source == .calendar, case .local(let first, let named) = start, case .local(let last, _) = end
    else { return nil }
    let moment = (named ?? zone).moment(of: first)
    return moment.isMoved ? moment.instant.adding(seconds: first.seconds(to: last)) : nil
  }

  /// The worker of the visit; `nil` if the row names none, or names one who has declined.
  var workerID: WorkerID? { worker?.id }

  /// The values of a row that can change independently of each other. The raw value is the position at which the store
  /// has the value's digest.
  enum Part: Int, CaseIterable {
    case time
    case worker
    case address
    case service
    case note
    case isCancelled
    /// The payer's code for the service. Rows of an imported table (CSV) can have one, events of a calendar cannot.
    case serviceCode = 8

    /// The position of the start that a calendar's series gives to the day. A later change of the day is matched by
    /// this start, whatever time zone the change uses.
    static let original = 6
    /// The position of the event's version in the last import.
    static let version = 7
    /// The positions of values that do not change the visit.
    static let silent: Set = [original, version]
  }

  /// Whether the text cancels the visit.
  var isCancelled: Bool { entry.isCancelled == true || entry.occurrence.excluded.contains(start) }

  /// Whether another entry of the calendar replaces this day of the series.
  var isReplaced: Bool { entry.occurrence.replaced.contains(start) }

  /// The value of ``Part/isCancelled`` for a cancelled visit.
  static let cancelledWord = "cancelled"

  /// The values of the row, for comparison with the last import. A missing column and an empty cell give no value. A
  /// calendar's event is complete in each of its versions (RFC 5546, 2.1.4): if its address, service or note is
  /// missing, that value is empty.
  var said: SaidOfVisit {
    let nothing: String? = isWhole ? "" : nil
    let parts = Self.parts { part in
      switch part {
      case .time: "\(start.wholeSecond) \(end.wholeSecond)"
      case .worker: worker?.id.rawValue ?? (entry.isOpen || !declined.isEmpty ? "" : nil)
      case .address: entry.address ?? nothing
      case .service: entry.service ?? nothing
      case .note: entry.note ?? nothing
      case .isCancelled: entry.isCancelled.map { _ in isCancelled ? Self.cancelledWord : "" }
      case .serviceCode: entry.serviceCode?.text
      }
    }
    guard let version = ToldVersion(entry.occurrence) else { return SaidOfVisit(parts) }
    return SaidOfVisit(parts.prefix(Part.original) + [original.map(Self.kept)], plain: version.text)
  }

  /// Returns the values as a list in which each ``Part`` is at the position of its raw value.
  private static func parts(_ words: (Part) -> String?) -> [String?] {
    var parts = [String?](repeating: nil, count: Part.original)
    for part in Part.allCases {
      guard let said = words(part) else { continue }
      parts += [String?](repeating: nil, count: max(0, part.rawValue + 1 - parts.count))
      parts[part.rawValue] = said
    }
    return parts
  }

  /// Returns the values that the row of an existing visit would have if this program exported the visit now.
  ///
  /// - Parameter address: The address to export if the visit has none of its own.
  static func said(of visit: Visit, at address: String?) -> SaidOfVisit {
    SaidOfVisit(
      parts { part in
        switch part {
        case .time: "\(visit.start.wholeSecond) \(visit.end.wholeSecond)"
        case .worker: visit.worker?.rawValue ?? ""
        case .address: ReturnedWords.address(visit.address ?? address)
        case .service: ReturnedWords.line(visit.service)
        case .note: ReturnedWords.paragraphs(visit.note)
        case .isCancelled: visit.status == .cancelled ? cancelledWord : ""
        case .serviceCode: visit.serviceCode?.text
        }
      })
  }

  /// Creates a new visit from the row.
  func visit(_ id: VisitID) -> Visit {
    Visit(
      id: id, worker: worker?.id, client: client, start: start, end: end, address: entry.address,
      service: entry.service, serviceCode: entry.serviceCode, note: entry.note)
  }

  /// Returns the form in which an original start is stored: whole seconds, in milliseconds since 1970.
  static func kept(_ original: Instant) -> String { String(original.wholeSecond) }

  /// Returns the visit with the values of the row that are new since the last import. If the row no longer has a value,
  /// the value is removed from the visit, unless the office has changed it since the last import.
  func changing(_ before: Visit, news: Set<Int>, told: ToldOfVisit) -> Visit {
    var visit = before
    let present = Self.said(of: before, at: nil)
    func left(_ text: String?, _ part: Part) -> String? { present.repeats(part.rawValue, of: told) ? nil : text }
    for part in Part.allCases where news.contains(part.rawValue) {
      switch part {
      case .time: (visit.start, visit.end) = (start, end)
      case .worker: visit.worker = changing(before.worker)
      case .address: visit.address = entry.address ?? left(visit.address, part)
      case .service: visit.service = entry.service ?? left(visit.service, part)
      case .note: visit.note = entry.note ?? left(visit.note, part)
      case .isCancelled: break
      case .serviceCode: visit.serviceCode = entry.serviceCode ?? visit.serviceCode
      }
    }
    return visit
  }

  /// Returns the values that both the text and the office have changed since the last import, and that differ now. They
  /// stay as the office has them. A cancellation is applied whatever the office has changed.
  ///
  /// - Parameter home: The client's address, which an exported calendar gives a visit that has none of its own.
  func contested(_ before: Visit, home: String?, news: Set<Int>, told: ToldOfVisit) -> [Part] {
    let said = said
    let present = [Self.said(of: before, at: nil), Self.said(of: before, at: home), Self.asStored(before)]
    return Part.allCases.filter { part in
      let index = part.rawValue
      guard part != .isCancelled, news.contains(index), let former = told[index] else { return false }
      return !present.contains { $0[index] == former || $0[index] == said[index] }
    }
  }

  /// Returns the words of a visit as they are stored: a row's words are stored without a change of their white space.
  private static func asStored(_ visit: Visit) -> SaidOfVisit {
    SaidOfVisit(
      parts { part in
        switch part {
        case .address: visit.address ?? ""
        case .service: visit.service ?? ""
        case .note: visit.note ?? ""
        case .serviceCode: visit.serviceCode?.text ?? ""
        case .time, .worker, .isCancelled: nil
        }
      })
  }

  /// Returns the worker of the visit after the change: the worker whom the row names. If the row names none because the
  /// invited workers have declined, the visit keeps its present worker, unless that worker is among them.
  private func changing(_ present: WorkerID?) -> WorkerID? {
    guard worker == nil, !entry.occurrence.declined.isEmpty else { return worker?.id }
    return present.flatMap { declined.contains($0) ? nil : $0 }
  }

  /// Refuses a row whose worker is inactive, unless that worker already has the visit.
  func checkWorker(present: WorkerID?) throws {
    guard let worker, !worker.isActive, worker.id != present else { return }
    throw Refusal.invalid(field: "worker", .inactive(name: worker.name))
  }
}

extension Instant {
  /// The instant in milliseconds, without fractions of a second, which neither tables nor calendars have.
  fileprivate var wholeSecond: Int64 { milliseconds - (milliseconds % 1000 + 1000) % 1000 }
}
