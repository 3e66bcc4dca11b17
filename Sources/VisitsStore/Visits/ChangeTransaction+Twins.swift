package import VisitsModel

/// Visits that exist twice. Each was planned both here and upstream before the people on both sides were known to be
/// the same.
extension StoreReader {
  /// Returns the other visits with the same client, worker and time, ordered by id. Cancelled, missed and withdrawn
  /// visits do not count.
  package func twins(of visit: Visit) throws -> [Visit] {
    guard visit.occupiesItsTime else { return [] }
    return try simultaneous(of: visit.client, visit.start, visit.end)
      .filter { $0.id != visit.id && $0.worker == visit.worker }
      .compactMap { try self.visit($0.id) }.filter(\.occupiesItsTime)
  }

  /// Returns the visits of a list whose client has another visit with the same start, in the given order. Only these
  /// few visits can have twins.
  package func twinned(among visits: [VisitID]) throws -> [VisitID] {
    try db.all(Self.twinned, [.text(SnapshotWriter.list(visits.map(\.rawValue)))]) { VisitID(rawValue: $0.text(0)) }
  }

  static let twinned = """
    SELECT visits.id FROM json_each(?) AS asked CROSS JOIN visits ON visits.id = asked.value
    WHERE EXISTS (
      SELECT 1 FROM visits AS other INDEXED BY visitsByClient
      WHERE other.client = visits.client AND other.startsAt = visits.startsAt AND other.id <> visits.id)
    ORDER BY asked.key
    """

  /// Returns the visits of a client with exactly this start and end, ordered by id, without withdrawn visits.
  ///
  /// - Returns: No visits if more than ``mostSimultaneous`` visits of the client start at that moment. No real client
  ///   has so many, and the cost of comparing them would grow with each visit.
  package func simultaneous(
    of client: ClientID, _ start: Instant, _ end: Instant
  ) throws -> [(id: VisitID, worker: WorkerID?)] {
    let rows = try db.all(
      Self.simultaneous, [.text(client.rawValue), Bound(start), Bound(Self.mostSimultaneous + 1)]
    ) { row in
      (
        id: VisitID(rawValue: row.text(0)), worker: row.isNull(1) ? nil : try row.workerID(1), end: row.instant(2),
        isWithdrawn: row.truth(3)
      )
    }
    guard rows.count <= Self.mostSimultaneous else { return [] }
    return rows.filter { $0.end == end && !$0.isWithdrawn }.map { ($0.id, $0.worker) }
      .sorted { $0.id.rawValue < $1.id.rawValue }
  }

  /// The maximum number of visits of a client at one moment, including withdrawn visits. If there are more,
  /// ``simultaneous(of:_:_:)`` returns none.
  package static let mostSimultaneous = 256
  static let simultaneous = """
    SELECT id, worker, endsAt, isWithdrawn FROM visits INDEXED BY visitsByClient
    WHERE client = ? AND startsAt = ? LIMIT ?
    """

  /// Whether upstream cannot know a visit: no record of it was agreed on, sent, or imported from a Bundle.
  package func isUnheardOf(_ visit: VisitID) throws -> Bool {
    let thing = SyncThing(.visit, visit.rawValue)
    guard try agreed(on: thing).isEmpty, try attempts(at: thing).isEmpty else { return false }
    let identity = try db.first(
      "SELECT 1 FROM upstream INDEXED BY upstreamByThing WHERE topic = 'visit' AND thing = ? AND value GLOB ?",
      [.text(visit.rawValue), .text("Appointment/*")]
    ) { _ in true }
    return identity == nil
  }

  /// Whether all values of a visit come from upstream: none of its changes waits, and nothing was recorded here during
  /// the visit.
  package func isAsUpstreamSaid(_ visit: Visit) throws -> Bool {
    guard !visit.isReportedHere, visit.attendances.isEmpty else { return false }
    let recorded = try db.first(
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM outbox WHERE topic = 'visit' AND thing = ?1)
        OR EXISTS (SELECT 1 FROM discarded WHERE topic = 'visit' AND thing = ?1)
        OR EXISTS (SELECT 1 FROM taskRecords INDEXED BY taskRecordsByVisit WHERE visit = ?1)
        OR EXISTS (SELECT 1 FROM sessions INDEXED BY sessionsByVisit WHERE visit = ?1)
        OR EXISTS (SELECT 1 FROM emergencies WHERE visit = ?1)
      """, [.text(visit.id.rawValue)]
    ) { _ in true }
    return recorded == nil
  }

  /// Whether the operator chose to send a visit although upstream may have it already.
  package func isTwinDecided(_ visit: VisitID) throws -> Bool {
    try db.first(
      """
      SELECT 1 FROM problems
      WHERE subject = ? AND kind = 'parked' AND code = ? AND settledAt IS NULL AND retriedAt IS NOT NULL
      """, [.text(SyncThing(.visit, visit.rawValue).rawValue), .text(SyncProblem.twinCode)]
    ) { _ in true } ?? false
  }
}

extension ChangeTransaction {
  /// Withdraws a twin and moves its records to a visit. A phone that was offline may still report the twin, so the
  /// twin's own identity refers to the visit from now on.
  package func takePlace(of twin: Visit, by visit: VisitID) throws {
    let both: [Bound] = [.text(visit.rawValue), .text(twin.id.rawValue)]
    try db.run("UPDATE upstream SET thing = ? WHERE topic = 'visit' AND thing = ?", both)
    try db.run("UPDATE agreed SET thing = ? WHERE topic = 'visit' AND thing = ?", both)
    try link(Self.identity(of: twin.id), part: 1, to: visit)
    var withdrawn = twin
    withdrawn.isWithdrawn = true
    _ = try put(withdrawn)
  }
}

extension StoreReader {
  /// Returns the visit that replaced a withdrawn twin; `nil` if no visit replaced it.
  package func heir(of visit: Visit) throws -> Visit? {
    guard visit.isWithdrawn else { return nil }
    return try visitIDs(for: Self.identity(of: visit.id)).first { $0.id != visit.id }.flatMap { try self.visit($0.id) }
  }

  /// Returns the identifier by which upstream knows a visit that was planned here: the visit's id as a UUID URN (RFC
  /// 9562).
  fileprivate static func identity(of visit: VisitID) -> UpstreamIdentity {
    UpstreamIdentity(system: "urn:ietf:rfc:3986", value: "urn:uuid:\(visit.rawValue)")
  }
}

extension Visit {
  /// Whether a device or the office reported or corrected a check-in or check-out.
  fileprivate var isReportedHere: Bool {
    [life.checkIn, life.checkOut].contains { $0.map { $0.method != .upstream || $0.correction != nil } ?? false }
  }
}
