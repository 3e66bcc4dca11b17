import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitCorrect: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var visit = try call.visit(parameters.visit, parameters.change, in: transaction)
    let zone = try call.zone(parameters.typed, or: try transaction.client(visit.client)?.zone)
    func happened(_ moment: Moment?, _ field: String, after start: Instant? = nil) throws -> Instant? {
      guard let moment else { return nil }
      let at = try call.instant(moment, field: field, in: zone, after: start, offset: parameters.typed.offset)
      guard call.now.milliseconds(to: at) <= FieldTime.tolerance else {
        throw Refusal.invalid(field: field, .ahead(at))
      }
      return at
    }
    let checkIn = try happened(parameters.checkIn, "checkIn")
    let checkOut = try happened(parameters.checkOut, "checkOut", after: checkIn ?? visit.life.checkIn?.at)
    guard checkIn != nil || checkOut != nil else { throw Refusal.invalid(field: "checkIn", .needed(or: "checkOut")) }
    let reasons = call.service.settings.correctionReasons
    guard reasons.contains(parameters.reason) else {
      throw Refusal.invalid(field: "reason", .notOneOf(value: parameters.reason, allowed: reasons))
    }
    guard parameters.reason != "other" || parameters.note != nil else { throw Refusal.invalid(field: "note", .missing) }
    try visit.correct(
      checkIn: checkIn, checkOut: checkOut, reason: parameters.reason, receivedAt: call.now, method: call.checkMethod)
    transaction.reason = parameters.note.map { "\(parameters.reason): \($0)" } ?? parameters.reason
    return try ChangeOutcome.visits([try transaction.put(visit)]).made(unless: parameters.dryRun)
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    let placed = try await call.placed(outcome)
    // Only the times of this correction can be slips of this caller.
    let times: [(told: Moment?, check: Visit.End)] = [(parameters.checkIn, .checkIn), (parameters.checkOut, .checkOut)]
    let slips = times.map { $0.told == nil ? nil : placed.visit.slip(of: $0.check) }
    return Answer(visit: VisitView.compose(placed, in: call), warnings: call.warnings(slips, of: placed))
  }
}
