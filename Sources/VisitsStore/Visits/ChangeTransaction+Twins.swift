package import VisitsModel

/// Queries for twins: two visits that are one visit in reality. One was planned here and the other upstream, before it
/// was known that their people here and upstream are the same.
extension StoreReader {
  /// Returns the possible twins of a visit: the other visits with the same client, worker, start and end, ordered by
  /// id. Cancelled, missed and withdrawn visits are left out.
  package func twins(of visit: Visit) throws -> [Visit] {
    guard visit.occupiesItsTime else { return [] }
    return try simultaneous(of: visit.client, visit.start, visit.end)
      .filter { $0.id != visit.id && $0.worker == visit.worker }
      .compactMap { try self.visit($0.id) }.filter(\.occupiesItsTime)
  }

  /// Returns those of the given visits whose client has another visit with the same start, in the given order. Only
  /// these few visits can have twins.
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
  /// If more than ``mostSimultaneous`` visits of the client start at that moment, the function returns none. No real
  /// client has so many, and it would take too long to compare each of them with all the others.
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

  /// The maximum number of visits of one client that may start at one moment, including withdrawn visits. If there are
  /// more, ``simultaneous(of:_:_:)`` returns none.
  package static let mostSimultaneous = 256
  static let simultaneous = """
    SELECT id, worker, endsAt, isWithdrawn FROM visits INDEXED BY visitsByClient
    WHERE client = ? AND startsAt = ? LIMIT ?
    """

  /// Whether upstream certainly does not know a visit: no record of the visit was agreed on, sent, or imported from a
  /// Bundle.
  package func isUnheardOf(_ visit: VisitID) throws -> Bool {
    let thing = SyncThing(.visit, visit.rawValue)
    guard try agreed(on: thing).isEmpty, try attempts(at: thing).isEmpty else { return false }
    let identity = try db.first(
      "SELECT 1 FROM upstream INDEXED BY upstreamByThing WHERE topic = 'visit' AND thing = ? AND value GLOB ?",
      [.text(visit.rawValue), .text("Appointment/*")]
    ) { _ in true }
    return identity == nil
  }

  /// Whether all values of a visit come from upstream. This is so if no change of the visit is waiting to be sent or
  /// was discarded, and no check-in, task record, session or emergency was recorded here for the visit.
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

  /// Whether the operator chose to send a visit that was parked because upstream may already have a twin of it.
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
  /// Withdraws a twin, and moves its records upstream to the visit that stays. The identifier of the twin also leads to
  /// that visit from now on, because a phone that was offline may still send a report for the twin.
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
  /// Returns the visit that stayed when a visit was withdrawn as its twin; `nil` if the visit was not withdrawn as a
  /// twin.
  package func heir(of visit: Visit) throws -> Visit? {
    guard visit.isWithdrawn else { return nil }
    return try visitIDs(for: Self.identity(of: visit.id)).first { $0.id != visit.id }.flatMap { try self.visit($0.id) }
  }

  /// Returns our own identifier of a visit, by which upstream knows a visit that was planned here. It is the visit's id
  /// as a UUID URN (RFC 9562).
  fileprivate static func identity(of visit: VisitID) -> UpstreamIdentity {
    UpstreamIdentity(system: "urn:ietf:rfc:3986", value: "urn:uuid:\(visit.rawValue)")
  }
}

extension Visit {
  /// Whether the visit has a check-in or check-out that a device or the office reported or corrected.
  fileprivate var isReportedHere: Bool {
    [life.checkIn, life.checkOut].contains { $0.map { $0.method != .upstream || $0.correction != nil } ?? false }
  }
}
