/// A time in which a worker does not work: sick, on holiday, or away for another reason.
package struct Absence: Sendable, Hashable {
  /// Where it stands.
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// It has not begun.
    case planned
    /// The worker is away now.
    case current
    /// It has passed.
    case over
    /// The office has withdrawn it, and it never counted.
    case takenBack
  }

  /// The id.
  package var id: AbsenceID
  /// Who is away.
  package var worker: WorkerID
  /// The first moment.
  package var from: Instant
  /// The moment that is no longer in it, after ``from``.
  package var to: Instant
  /// The zone in which its days begin and end.
  package var zone: Zone
  /// The reason code, one of the setting `visits.absenceReasons`.
  package var reason: String
  /// More words of the office.
  package var note: String?
  /// The visits that were taken from the worker because of it.
  package var freed: [VisitID]
  /// When the office withdrew it; `nil`: it counts.
  package var takenBackAt: Instant?
  /// Starts at 1 and grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Instant

  /// An absence; version and instant are set by the store when it is kept.
  package init(
    id: AbsenceID, worker: WorkerID, from: Instant, to: Instant, zone: Zone, reason: String, note: String? = nil,
    freed: [VisitID] = [], takenBackAt: Instant? = nil, version: Int = 0, updatedAt: Instant = Instant(milliseconds: 0)
  ) {
    self.id = id
    self.worker = worker
    self.from = from
    self.to = to
    self.zone = zone
    self.reason = reason
    self.note = note
    self.freed = freed
    self.takenBackAt = takenBackAt
    self.version = version
    self.updatedAt = updatedAt
  }

  /// Where it stands.
  package func state(now: Instant) -> State {
    if takenBackAt != nil { return .takenBack }
    if now < from { return .planned }
    return now < to ? .current : .over
  }

  /// Whether the worker is away during a part of a half-open period.
  package func touches(_ start: Instant, _ end: Instant) -> Bool { takenBackAt == nil && from < end && start < to }

  /// The reason and the note, as the audit keeps them.
  package var reasonForAudit: String { note.map { "\(reason): \($0)" } ?? reason }

  /// Ends the absence now. An absence that has not begun, or that never should have been, is withdrawn.
  ///
  /// - Parameter isMistake: Whether the absence never should have been.
  /// - Throws: ``Refusal/absenceOver(_:)`` when it was withdrawn, or has passed and was no mistake.
  package mutating func end(isMistake: Bool, now: Instant) throws(Refusal) {
    switch state(now: now) {
    case .takenBack: throw .absenceOver(id)
    case .over where !isMistake: throw .absenceOver(id)
    case .current where !isMistake && from < now: to = now
    case .planned, .current, .over: takenBackAt = now
    }
  }
}

/// An absence with its worker, as the API shows it.
package struct PlacedAbsence: Sendable, Hashable {
  /// The absence.
  package var absence: Absence
  /// Who is away; `nil`: not looked up.
  package var worker: Worker?

  /// An absence with its worker.
  package init(absence: Absence, worker: Worker? = nil) {
    self.absence = absence
    self.worker = worker
  }
}
