import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension AbsenceEnd: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var absence = try transaction.absence(
      AbsenceID(rawValue: parameters.absence.lowercased()), expectedVersion: parameters.change.expectedVersion)
    let isMistake = parameters.giveBack == true
    let freed = try transaction.openVisits(of: absence)
    try absence.end(isMistake: isMistake, now: call.now)
    transaction.reason = absence.reasonForAudit
    let ended = try transaction.put(absence)
    let isPresent = try transaction.worker(absence.worker)?.isActive == true
    var effects = AbsenceEffects()
    for visit in freed {
      try transaction.goOn()
      if isMistake, isPresent, try transaction.hasTime(absence.worker, for: visit) {
        var given = visit
        given.worker = absence.worker
        effects.changed.append(try transaction.put(given))
      } else if isMistake || visit.end > call.now {
        effects.left.append(AbsenceEffects.Left(visit, .open))
      }
    }
    effects.changed.sort { $0.start < $1.start }
    effects.left.sort { $0.visit.start < $1.visit.start }
    return .absence(ended, effects)
  }

  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    guard case .absence(let absence, let effects) = outcome else { throw UnfitOutcome() }
    return Answer(
      absence: try await call.view(of: absence), visits: try await call.views(of: effects.changed),
      open: try await call.views(of: effects.left.map(\.visit)))
  }
}

extension Visit {
  /// Whether the visit is scheduled and has no worker.
  fileprivate var isStillOpen: Bool { status == .scheduled && worker == nil && !isWithdrawn }
}

extension ChangeTransaction {
  /// Returns the visits that an absence has left open: those that it has freed, and those that the worker's series have
  /// planned in its time since.
  fileprivate func openVisits(of absence: Absence) throws -> [Visit] {
    let freed = try absence.freed.compactMap { try visit($0) }.filter(\.isStillOpen)
    let planned = try openOccurrences(of: absence.worker, from: absence.from, to: absence.to)
    return freed + planned.filter { visit in !freed.contains { $0.id == visit.id } }
  }

  /// Returns whether a worker has neither another visit nor an absence at the time of a visit.
  fileprivate func hasTime(_ worker: WorkerID, for visit: Visit) throws -> Bool {
    try overlapping(worker: worker, start: visit.start, end: visit.end, except: visit.id).isEmpty
      && !isAway(worker, from: visit.start, to: visit.end)
  }
}
