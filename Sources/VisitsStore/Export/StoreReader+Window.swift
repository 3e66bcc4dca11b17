package import VisitsModel

/// The people and zones of the visits in a window. These queries ignore the filter's `statuses`, `match` and `isOpen`.
/// Only ``starts(of:)`` applies the whole filter, and only to the first visit.
extension StoreReader {
  /// Returns the clients with a visit in the window, ordered by id.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of clients.
  ///   - after: The last id of the previous page.
  package func clients(visitedIn filter: VisitFilter, limit: Int, after: ClientID? = nil) throws -> [Client] {
    let window = Window(filter, of: .client)
    return try allOnce(window.people(Client.table.columns), window.values(after: after?.rawValue, limit: limit))
  }

  /// Returns the workers with a visit in the window, ordered by id.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of workers.
  ///   - after: The last id of the previous page.
  package func workers(visitingIn filter: VisitFilter, limit: Int, after: WorkerID? = nil) throws -> [Worker] {
    let window = Window(filter, of: .worker)
    return try allOnce(window.people(Worker.table.columns), window.values(after: after?.rawValue, limit: limit))
  }

  /// Returns the zones of the clients with a visit in the window; `nil` is the agency's zone.
  package func zones(of filter: VisitFilter) throws -> [Zone?] {
    let window = Window(filter, of: .client)
    return try db.allOnce(
      "SELECT DISTINCT zone FROM (\(window.people("zone")))", window.values(after: nil, limit: .max)
    ) { try context.zones.zone($0.textIfAny(0)) }
  }

  /// Returns the starts of the first and the last visit of the window; `nil` if the window has no visit.
  package func starts(of filter: VisitFilter) throws -> ClosedRange<Instant>? {
    guard let first = try visits(filter, limit: 1).visits.first?.visit.start else { return nil }
    let window = Window(filter, of: filter.worker == nil ? .client : .worker)
    let last = try db.allOnce(window.lastStart(of: filter), window.bounds) { $0.instant(0) }.first
    return first...max(first, last ?? first)
  }
}

/// The filter of a window as SQL conditions on the visits of each worker or client.
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

  /// Returns the query for people with a visit in the window. It needs a single index lookup per worker or client.
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
