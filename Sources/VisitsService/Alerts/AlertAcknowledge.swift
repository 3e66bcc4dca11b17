import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension AlertAcknowledge: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var alert = try transaction.alert(
      AlertID(rawValue: parameters.alert.lowercased()), expectedVersion: parameters.change.expectedVersion)
    try alert.acknowledge(
      Alert.Acknowledgement(
        at: call.now, by: call.session.caller.by, note: parameters.note.flatMap { $0.isEmpty ? nil : $0 }))
    return .alerts([try transaction.put(alert)])
  }

  static func answer(
    _ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call
  ) async throws -> Answer {
    guard case .alerts(let alerts) = outcome, let alert = alerts.first else { throw UnfitOutcome() }
    let placed = try await call.service.store.read { try $0.placed(alert, asOf: call.feed) }
    return Answer(alert: AlertView.compose(placed, in: call.view))
  }
}
