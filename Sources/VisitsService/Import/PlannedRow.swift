import VisitsExchange
import VisitsModel
import VisitsStore

/// A visit as a row of a table, or an event of a calendar, plans it, with the people and the instants that are meant.
struct PlannedRow {
  /// What kind of text plans it: each keeps the ids of its visits apart.
  enum Source: String {
    case table
    case calendar

    /// The visit of ours whose id that is, in a text that was written here.
    func ownVisit(_ identity: String) -> VisitID? {
      var id = identity.lowercased()
      if self == .calendar {
        guard id.hasSuffix("@visits") else { return nil }
        id.removeLast(7)
      }
      return id.utf8.count == 36 ? VisitID(rawValue: id) : nil
    }
  }

  /// The text's own id, or client and start: those two alone, so that a change of the worker is one of the visit.
  let identity: UpstreamIdentity
  let client: ClientID
  private let worker: TablePeople.Caregiver?
  let start: Instant
  private let end: Instant
  private let entry: PlannedEntry

  /// Local times are of the zone that the text names, else of the client's, else of the agency's.
  init(
    _ entry: PlannedEntry, of source: Source, _ client: TablePeople.Recipient, _ worker: TablePeople.Caregiver?,
    _ call: Call
  ) throws {
    let zone = client.zone ?? call.service.settings.agencyZone
    self.entry = entry
    self.client = client.id
    self.worker = worker
    start = try Self.instant(entry.start, of: source, in: zone, field: "start")
    end =
      switch entry.end {
      case .time(let time):
        try Self.skippedEnd(entry.start, time, of: source, in: zone)
          ?? Self.instant(time, of: source, in: zone, field: "end")
      case .minutes(let minutes): start.adding(minutes: Int64(minutes))
      }
    identity =
      entry.identity.map { UpstreamIdentity(system: source.rawValue, value: $0) }
      ?? Self.identity(client.id, start)
  }

  private static let rowSystem = "row"

  /// Under which rows stand for visits, with or without an id.
  static let systems: Set = [rowSystem, Source.table.rawValue]

  /// Of a row that has no id: what it says of when and for whom.
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
    // Nobody typed the hour of a day in a calendar: it is what a series gives, and moves as those of ours do.
    if source == .calendar { return (named ?? zone).moment(of: local).instant }
    switch (named ?? zone).resolve(local) {
    case .unique(let instant), .repeated(let instant, _): return instant
    case .skipped: throw Refusal.invalid(field: field, .skipped(local, zone: named ?? zone))
    }
  }

  /// Clocks that skip an event's start leave it its length; `nil`: they do not.
  private static func skippedEnd(
    _ start: PlannedEntry.Time, _ end: PlannedEntry.Time, of source: Source, in zone: Zone
  ) -> Instant? {
    guard source == .calendar, case .local(let first, let named) = start, case .local(let last, _) = end
    else { return nil }
    let moment = (named ?? zone).moment(of: first)
    return moment.isMoved ? moment.instant.adding(seconds: first.seconds(to: last)) : nil
  }

  /// Who makes it, where the row says so.
  var workerID: WorkerID? { worker?.id }

  /// The parts of a row; each can be news without the others.
  enum Part: Int, CaseIterable {
    case time
    case worker
    case address
    case service
    case note
    case isCancelled
  }

  /// What is said of a visit that does not take place.
  static let cancelledWord = "cancelled"

  /// What the row says, part by part. A column that is missing and a cell that is empty say nothing.
  var said: SaidOfVisit {
    SaidOfVisit(
      Part.allCases.map { part in
        switch part {
        case .time: "\(start.wholeSecond) \(end.wholeSecond)"
        case .worker: worker?.id.rawValue ?? (entry.isOpen ? "" : nil)
        case .address: entry.address
        case .service: entry.service
        case .note: entry.note
        case .isCancelled: entry.isCancelled.map { $0 ? Self.cancelledWord : "" }
        }
      })
  }

  /// What a text that is written here would say of a visit as it is.
  ///
  /// - Parameter address: What it tells where the visit has none of its own.
  static func said(of visit: Visit, at address: String?) -> SaidOfVisit {
    SaidOfVisit(
      Part.allCases.map { part in
        switch part {
        case .time: "\(visit.start.wholeSecond) \(visit.end.wholeSecond)"
        case .worker: visit.worker?.rawValue ?? ""
        case .address: ReturnedWords.address(visit.address ?? address)
        case .service: ReturnedWords.line(visit.service)
        case .note: ReturnedWords.paragraphs(visit.note)
        case .isCancelled: visit.status == .cancelled ? cancelledWord : ""
        }
      })
  }

  /// The row as a new visit.
  func visit(_ id: VisitID) -> Visit {
    Visit(
      id: id, worker: worker?.id, client: client, start: start, end: end, address: entry.address,
      service: entry.service, note: entry.note)
  }

  /// A visit with what is news in the row.
  func changing(_ before: Visit, news: Set<Int>) -> Visit {
    var visit = before
    for part in Part.allCases where news.contains(part.rawValue) {
      switch part {
      case .time: (visit.start, visit.end) = (start, end)
      case .worker: visit.worker = worker?.id
      case .address: visit.address = entry.address ?? visit.address
      case .service: visit.service = entry.service ?? visit.service
      case .note: visit.note = entry.note ?? visit.note
      case .isCancelled: break
      }
    }
    return visit
  }

  /// Refuses a worker who does not work here any more, unless the visit is theirs already.
  func checkWorker(present: WorkerID?) throws {
    guard let worker, !worker.isActive, worker.id != present else { return }
    throw Refusal.invalid(field: "worker", .inactive(name: worker.name))
  }
}

extension Instant {
  /// Its second, in milliseconds: no table and no calendar tells a time more exactly.
  fileprivate var wholeSecond: Int64 { milliseconds - (milliseconds % 1000 + 1000) % 1000 }
}
