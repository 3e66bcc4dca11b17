import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension AbsencePut: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let worker = try transaction.shownWorker(parameters.worker)
    let known = try parameters.absence.map { try transaction.absence($0, of: worker, parameters.change) }
    let zone =
      try parameters.timeZone.map { try Call.zone(named: $0) } ?? known?.zone ?? worker.zone
      ?? call.service.settings.agencyZone
    let today = zone.day(of: call.now)
    let from = try call.bound(parameters.from, field: "from", in: zone) ?? known?.from ?? zone.start(of: today)
    let to =
      try call.end(parameters.until, ofAbsenceFrom: from, in: zone) ?? known?.to
      ?? call.end(ofAbsenceFrom: parameters.from, beginning: from, in: zone)
    guard from < to else { throw Refusal.invalid(field: "until", .emptyAbsence(from: from, to: to)) }
    for (field, instant) in [("from", from), ("until", to)] {
      let years = abs(call.now.milliseconds(to: instant)) / 31_557_600_000
      guard years < Visit.horizonYears else { throw Refusal.invalid(field: field, .farAway(instant)) }
    }
    guard let reason = parameters.reason ?? known?.reason else { throw Refusal.invalid(field: "reason", .missing) }
    let reasons = call.service.settings.absenceReasons
    guard parameters.reason == nil || reasons.contains(reason) else {
      throw Refusal.invalid(field: "reason", .notOneOf(value: reason, allowed: reasons))
    }
    var absence =
      known
      ?? Absence(id: transaction.newAbsenceID(), worker: worker.id, from: from, to: to, zone: zone, reason: reason)
    (absence.from, absence.to, absence.zone, absence.reason) = (from, to, zone, reason)
    absence.note = parameters.note.over(absence.note)
    transaction.reason = absence.reasonForAudit
    let effects = try transaction.freeVisits(
      for: &absence, since: known, keeping: parameters.keep == true, now: call.now)
    return .absence(try transaction.put(absence), effects)
  }

  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    guard case .absence(let absence, let effects) = outcome else { throw UnfitOutcome() }
    let views = try await call.views(of: effects.changed)
    let left = try await call.views(of: effects.left.map(\.visit))
    return Answer(
      absence: try await call.view(of: absence), visits: views,
      kept: zip(effects.left, left).compactMap { left, view in left.why.wire.map { Kept(visit: view, why: $0) } })
  }
}

extension AbsenceEffects.Why {
  /// As it goes over the wire; `nil` of a visit that the worker does not have.
  fileprivate var wire: AbsencePut.Kept.Why? {
    switch self {
    case .inProgress: .inProgress
    case .past: .past
    case .asked: .asked
    case .open: nil
    }
  }
}

extension ChangeTransaction {
  /// Returns the absence that the caller is about to change.
  ///
  /// - Throws: ``Refusal/notFound(_:id:)`` if the worker has no such absence, ``Refusal/absenceOver(_:)`` if it was
  ///   withdrawn.
  fileprivate func absence(_ id: String, of worker: Worker, _ change: ChangeParameters) throws -> Absence {
    let absence = try absence(AbsenceID(rawValue: id.lowercased()), expectedVersion: change.expectedVersion)
    guard absence.worker == worker.id else { throw Refusal.notFound(.absence, id: id) }
    guard absence.takenBackAt == nil else { throw Refusal.absenceOver(absence.id) }
    return absence
  }

  /// Takes the scheduled visits during an absence from the worker, and lists them in the absence.
  ///
  /// - Parameters:
  ///   - known: The absence before the change. It has decided about the visits in its time already.
  ///   - isKeeping: Whether the worker keeps them all.
  /// - Returns: The visits that are open now, and those that the worker keeps.
  fileprivate func freeVisits(
    for absence: inout Absence, since known: Absence?, keeping isKeeping: Bool, now: Instant
  ) throws -> AbsenceEffects {
    var effects = AbsenceEffects()
    for visit in try overlapping(worker: absence.worker, start: absence.from, end: absence.to)
    where known?.touches(visit.start, visit.end) != true {
      try goOn()
      switch visit.status {
      case .inProgress: effects.left.append(AbsenceEffects.Left(visit, .inProgress))
      // The office settles it: an open visit could not be marked as missed by the worker.
      case .scheduled where visit.end <= now: effects.left.append(AbsenceEffects.Left(visit, .past))
      case .scheduled where isKeeping: effects.left.append(AbsenceEffects.Left(visit, .asked))
      case .scheduled:
        var open = visit
        open.worker = nil
        effects.changed.append(try put(open))
        if !absence.freed.contains(visit.id) { absence.freed.append(visit.id) }
      case .completed, .cancelled, .missed: break
      }
    }
    return effects
  }
}
