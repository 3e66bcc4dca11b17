package import VisitsModel

/// Finds the clients, workers and time zones of the visits in a window. A ``VisitFilter`` describes the window: a
/// period, a worker and a client. The queries ignore the filter's `statuses`, `match` and `isOpen`. Only
/// ``starts(of:)`` applies the whole filter, and only to find the first visit.
extension StoreReader {
  /// Returns the clients with a visit in the filter's window, ordered by id.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of clients.
  ///   - after: The last id of the previous page; `nil` for the first page.
  package func clients(visitedIn filter: VisitFilter, limit: Int, after: ClientID? = nil) throws -> [Client] {
    let window = Window(filter, of: .client)
    return try allOnce(window.people(Client.table.columns), window.values(after: after?.rawValue, limit: limit))
  }

  /// Returns the workers with a visit in the filter's window, ordered by id.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of workers.
  ///   - after: The last id of the previous page; `nil` for the first page.
  package func workers(visitingIn filter: VisitFilter, limit: Int, after: WorkerID? = nil) throws -> [Worker] {
    let window = Window(filter, of: .worker)
    return try allOnce(window.people(Worker.table.columns), window.values(after: after?.rawValue, limit: limit))
  }

  /// Returns the time zones of the clients with a visit in the window, each once. `nil` stands for the agency's time
  /// zone.
  package func zones(of filter: VisitFilter) throws -> [Zone?] {
    let window = Window(filter, of: .client)
    return try db.allOnce(
      "SELECT DISTINCT zone FROM (\(window.people("zone")))", window.values(after: nil, limit: .max)
    ) { try context.zones.zone($0.textIfAny(0)) }
  }

  /// Returns the range from the start of the window's first visit to the start of its last visit; `nil` if the window
  /// has no visit.
  package func starts(of filter: VisitFilter) throws -> ClosedRange<Instant>? {
    guard let first = try visits(filter, limit: 1).visits.first?.visit.start else { return nil }
    let window = Window(filter, of: filter.worker == nil ? .client : .worker)
    let last = try db.allOnce(window.lastStart(of: filter), window.bounds) { $0.instant(0) }.first
    return first...max(first, last ?? first)
  }
}

/// A visit filter as SQL conditions, for queries that find the workers or clients with a visit in the filter's window.
struct Window {
  private let kind: Refusal.Thing
  private var conditions = ["isWithdrawn = 0"]
  private(set) var bounds: [Bound] = []

  init(_ filter: VisitFilter, of kind: Refusal.Thing) {
    self.kind = kind
    if let from = filter.from { require("startsAt >= ?", Bound(from)) }
    if let to = filter.to { require("startsAt < ?", Bound(to)) }
    if let worker = filter.worker { require("worker = ?", .text(worker.rawValue)) }
    if let client = filter.client { require("client = ?", .text(client.rawValue)) }
  }

  private mutating func require(_ condition: String, _ value: Bound) {
    conditions.append(condition)
    bounds.append(value)
  }

  private var index: String { kind == .worker ? "visitsByWorker" : "visitsByClient" }

  /// Returns the SQL query for the workers or clients with a visit in the window. The query needs a single index lookup
  /// for each worker or client.
  func people(_ columns: String) -> String {
    """
    SELECT \(columns) FROM \(kind.rawValue)s AS person WHERE id > ? AND EXISTS (
      SELECT 1 FROM visits INDEXED BY \(index)
      WHERE \(kind.rawValue) = person.id AND \(conditions.joined(separator: " AND "))
    ) ORDER BY id LIMIT ?
    """
  }

  func values(after: String?, limit: Int) -> [Bound] {
    [.text(after ?? "")] + bounds + [Bound(max(0, limit))]
  }

  func lastStart(of filter: VisitFilter) -> String {
    let source =
      if filter.worker != nil { "visitsByWorker" } else if filter.client != nil { "visitsByClient" } else {
        "visitsByStart"
      }
    return """
      SELECT startsAt FROM visits INDEXED BY \(source) WHERE \(conditions.joined(separator: " AND "))
      ORDER BY startsAt DESC LIMIT 1
      """
  }
}
