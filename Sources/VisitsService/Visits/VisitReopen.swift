import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension VisitReopen: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var visit = try call.visit(parameters.visit, parameters.change, in: transaction)
    let stoodInThePlan = visit.occupiesItsTime
    if parameters.to != .inProgress { try transaction.replan(placeOf: &visit) }
    try visit.reopen(to: parameters.to == .inProgress ? .inProgress : .scheduled)
    try call.checkAbsence(visit, allowed: stoodInThePlan || parameters.allowAbsence == true, in: transaction)
    try call.checkOverlap(visit, allowed: stoodInThePlan || parameters.allowOverlap == true, in: transaction)
    transaction.reason = parameters.reason
    return .visits([try transaction.put(visit)])
  }
}

extension ChangeTransaction {
  /// Restores the address that the visit had before it was started or completed, unless the office has changed the
  /// address since. Starting or completing a visit stores the client's present address in the visit. A visit that is
  /// planned again must not keep that address.
  func replan(placeOf visit: inout Visit) throws {
    guard let (planned, after) = try lastDeparture(of: visit.id), after.address == visit.address else { return }
    visit.takePlace(of: planned)
  }
}
