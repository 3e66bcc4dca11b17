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
    try call.checkOverlap(visit, allowed: stoodInThePlan || parameters.allowOverlap == true, in: transaction)
    transaction.reason = parameters.reason
    return .visits([try transaction.put(visit)])
  }
}

extension ChangeTransaction {
  /// Gives a visit the address that it had of its own when it was last scheduled, unless the office has set another
  /// since: what the start or the completion wrote down of the client's does not hold for a visit that is planned again.
  fileprivate func replan(placeOf visit: inout Visit) throws {
    guard let (planned, after) = try lastDeparture(of: visit.id), after.address == visit.address else { return }
    visit.takePlace(of: planned)
  }
}
