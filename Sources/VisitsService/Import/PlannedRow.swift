import VisitsExchange
import VisitsModel
import VisitsStore

/// A visit as a row of a table or an event of a calendar plans it, with its people and times resolved.
struct PlannedRow {
  /// The kind of text that plans the visit. An id of one kind never matches an id of another.
  enum Source: String {
    case table
    case calendar

    /// Returns the visit whose id an entry has, if the text was exported by this program.
    func ownVisit(_ identity: String) -> VisitID? {
      var id = identity.lowercased()
      if self == .calendar {
        guard id.hasSuffix("@visits") else { return nil }
        id.removeLast(7)
      }
      return id.utf8.count == 36 ? VisitID(rawValue: id) : nil
    }
  }

  /// The text's own id, or else client and start: without the worker, so that a row with another worker changes the
  /// same visit.
  var identity: UpstreamIdentity
  let client: ClientID
  private let worker: TablePeople.Caregiver?
  /// The workers who were invited and have declined.
  let declined: Set<WorkerID>
  let start: Instant
  private let end: Instant
  private let entry: PlannedEntry
  /// The start that the series gives to a day of a calendar's event.
  let original: Instant?
  /// Whether a value that the event no longer has is removed from the visit. A calendar that this program exported
  /// leaves out values that are not for its readers, so a missing value removes nothing.
  private let isWhole: Bool

  /// Creates a row. Local times are in the zone that the text names, else in the client's, else in the agency's.
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
          ?? Self.instant(time, of: source, in: zone, field: "end")
      case .minutes(let minutes): start.adding(minutes: Int64(minutes))
      case .lasting(let days, let seconds):
        Self.instant(entry.start, days: days, later: start, in: zone).adding(seconds: seconds)
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

  /// The identity systems under which rows are linked to visits: of rows without an id, and of rows with one.
  static let systems: Set = [rowSystem, Source.table.rawValue]

  /// Returns the identity of a row without an id: its client and its start.
  static func identity(_ client: ClientID, _ start: Instant) -> UpstreamIdentity {
    UpstreamIdentity(system: rowSystem, value: "\(client.rawValue)|\(start.milliseconds)")
  }

  private static func instant(
    _ time: PlannedEntry.Time, of source: Source, in zone: Zone, field: String
  ) throws -> Instant {
    guard case .local(let local, let named) = time else {
      guard case .instant(let instant) = time else { throw Refusal.invalid(field: field, .undatable) }
      return instant
    }
    // A series has computed the hour of a calendar's day. If the clocks skip that hour, it moves as in our own series.
    if source == .calendar { return (named ?? zone).moment(of: local).instant }
    switch (named ?? zone).resolve(local) {
    case .unique(let instant), .repeated(let instant, _): return instant
    case .skipped: throw Refusal.invalid(field: field, .skipped(local, zone: named ?? zone))
    }
  }

  /// Returns the same local time a number of days after a start.
  private static func instant(_ time: PlannedEntry.Time, days: Int, later start: Instant, in zone: Zone) -> Instant {
    guard days != 0 else { return start }
    var zone = zone
    if case .local(_, let named?) = time { zone = named }
    var local = zone.local(start)
    local.day = local.day.adding(days: days)
    return zone.moment(of: local).instant
  }

  /// Returns the end of an event whose start is skipped by the clocks, so that it keeps its length; `nil` if it is not
  /// skipped.
  private static func skippedEnd(
    _ start: PlannedEntry.Time, _ end: PlannedEntry.Time, of source: Source, in zone: Zone
  ) -> Instant? {
    guard source == .calendar, case .local(let first, let named) = start, case .local(let last, _) = end
    else { return nil }
    let moment = (named ?? zone).moment(of: first)
    return moment.isMoved ? moment.instant.adding(seconds: first.seconds(to: last)) : nil
  }

  /// The worker, if the row names one.
  var workerID: WorkerID? { worker?.id }

  /// The parts of a row; each can be new without the others.
  enum Part: Int, CaseIterable {
    case time
    case worker
    case address
    case service
    case note
    case isCancelled
    /// Only tables have it.
    case serviceCode = 8

    /// The original start of a calendar's day, by which a change of that day finds it however it is written.
    static let original = 6
    /// The version of the event that was last imported.
    static let version = 7
    /// The parts that do not change the visit.
    static let silent: Set = [original, version]
  }

  /// Whether the text says that the visit does not take place.
  var isCancelled: Bool { entry.isCancelled == true || entry.occurrence.excluded.contains(start) }

  /// Whether another entry replaces it.
  var isReplaced: Bool { entry.occurrence.replaced.contains(start) }

  /// The value of ``Part/isCancelled`` for a cancelled visit.
  static let cancelledWord = "cancelled"

  /// The values of the row, part by part. A missing column and an empty cell have no value. An event is complete in
  /// each of its versions (RFC 5546, 2.1.4): a missing address, service or note then counts as an empty one.
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

  /// Returns the values in the order of the parts.
  private static func parts(_ words: (Part) -> String?) -> [String?] {
    var parts = [String?](repeating: nil, count: Part.original)
    for part in Part.allCases {
      guard let said = words(part) else { continue }
      parts += [String?](repeating: nil, count: max(0, part.rawValue + 1 - parts.count))
      parts[part.rawValue] = said
    }
    return parts
  }

  /// Returns the values that a text exported by this program would have for the visit in its present state.
  ///
  /// - Parameter address: The address for a visit that has none of its own.
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

  /// Returns a new visit from the row.
  func visit(_ id: VisitID) -> Visit {
    Visit(
      id: id, worker: worker?.id, client: client, start: start, end: end, address: entry.address,
      service: entry.service, serviceCode: entry.serviceCode, note: entry.note)
  }

  /// Returns the stored form of an original start.
  static func kept(_ original: Instant) -> String { String(original.wholeSecond) }

  /// Returns the visit with the new values of the row. A value that the row no longer has is removed if the visit still
  /// has the value of the last import.
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

  /// Returns the visit's worker after the change. A worker who has declined is removed; a worker whom the office has
  /// assigned instead stays.
  private func changing(_ present: WorkerID?) -> WorkerID? {
    guard worker == nil, !entry.occurrence.declined.isEmpty else { return worker?.id }
    return present.flatMap { declined.contains($0) ? nil : $0 }
  }

  /// Refuses an inactive worker, unless the visit is already assigned to them.
  func checkWorker(present: WorkerID?) throws {
    guard let worker, !worker.isActive, worker.id != present else { return }
    throw Refusal.invalid(field: "worker", .inactive(name: worker.name))
  }
}

extension Instant {
  /// The instant in milliseconds, without fractions of a second, which neither tables nor calendars have.
  fileprivate var wholeSecond: Int64 { milliseconds - (milliseconds % 1000 + 1000) % 1000 }
}
