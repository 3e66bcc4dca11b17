package import VisitsModel

extension StoreReader {
  /// Returns the absence with an id; `nil` if there is none.
  package func absence(_ id: AbsenceID) throws -> Absence? { try stored(id.rawValue)?.thing }

  /// Returns the absences of a worker that touch a half-open period, ordered by start. Absences that were withdrawn
  /// are left out.
  package func absences(of worker: WorkerID, from start: Instant, to end: Instant) throws -> [Absence] {
    try all(Self.absencesOfWorker, [.text(worker.rawValue), Bound(start), Bound(end)])
  }

  static let absencesOfWorker = """
    SELECT \(Absence.table.columns) FROM absences INDEXED BY absencesByWorker
    WHERE worker = ? AND endsAt > ? AND startsAt < ? AND takenBackAt IS NULL ORDER BY startsAt, row
    """

  /// Returns the absences of all workers that touch a half-open period, ordered by start. Absences that were withdrawn
  /// are left out.
  package func absences(from start: Instant, to end: Instant) throws -> [Absence] {
    try all(Self.absencesOfAll, [Bound(start), Bound(end)])
  }

  static let absencesOfAll = """
    SELECT \(Absence.table.columns) FROM absences INDEXED BY absencesByEnd
    WHERE endsAt > ? AND startsAt < ? AND takenBackAt IS NULL ORDER BY startsAt, row
    """

  /// Returns whether a worker is away during a part of a half-open period.
  package func isAway(_ worker: WorkerID, from start: Instant, to end: Instant) throws -> Bool {
    try !absences(of: worker, from: start, to: end).isEmpty
  }

  /// Returns one page of absences, ordered by start.
  ///
  /// - Parameters:
  ///   - worker: The worker whose absences are returned; `nil` for all.
  ///   - now: A time after which the absences must end, without those that were withdrawn; `nil` for all absences.
  ///   - limit: The maximum number of absences.
  ///   - after: The last absence of the previous page; `nil` for the first page.
  package func absences(
    of worker: WorkerID? = nil, notOverBy now: Instant? = nil, limit: Int, after: AbsenceID? = nil
  ) throws -> [Absence] {
    var conditions = ["TRUE"]
    var values: [Bound] = []
    if let worker {
      conditions.append("worker = ?")
      values.append(.text(worker.rawValue))
    }
    if let now {
      conditions.append("endsAt > ? AND takenBackAt IS NULL")
      values.append(Bound(now))
    }
    if let after {
      conditions.append("(startsAt, id) > (SELECT startsAt, id FROM absences WHERE id = ?)")
      values.append(.text(after.rawValue))
    }
    return try allOnce(
      """
      SELECT \(Absence.table.columns) FROM absences WHERE \(conditions.joined(separator: " AND "))
      ORDER BY startsAt, id LIMIT ?
      """, values + [Bound(max(0, limit))])
  }

  /// Returns an absence together with its worker, who is returned as at a point of the feed, the numbered list of all
  /// changes.
  ///
  /// - Parameter feed: The number of the last change that counts; by default all changes count.
  package func placed(_ absence: Absence, asOf feed: Int64 = .max) throws -> PlacedAbsence {
    PlacedAbsence(absence: absence, worker: try worker(absence.worker, asOf: feed))
  }

  /// Returns visits of days, each with whether its worker is away then.
  package func markingAbsences(_ visits: [DayVisit]) throws -> [DayVisit] {
    let away = try absences(around: visits.filter { $0.worker != nil }.map { ($0.start, $0.end) })
    return visits.map { visit in
      var visit = visit
      visit.isWorkerAway = away.isAway(visit.worker, from: visit.start, to: visit.end)
      return visit
    }
  }

  /// Returns the absences of all workers around some visits. One query serves a list of any length.
  func absences(around visits: [(start: Instant, end: Instant)]) throws -> AbsencesByWorker {
    guard let start = visits.map(\.start).min(), let end = visits.map(\.end).max() else { return AbsencesByWorker([]) }
    return AbsencesByWorker(try absences(from: start, to: end))
  }
}

/// The absences of some period, by worker.
struct AbsencesByWorker {
  private let byWorker: [WorkerID: [Absence]]

  init(_ absences: [Absence]) { byWorker = Dictionary(grouping: absences, by: \.worker) }

  /// Whether the worker of a visit is away during a part of it. An open visit has no worker.
  func isAway(_ worker: WorkerID?, from start: Instant, to end: Instant) -> Bool {
    guard !byWorker.isEmpty, let worker else { return false }
    return byWorker[worker]?.contains { $0.touches(start, end) } ?? false
  }
}
