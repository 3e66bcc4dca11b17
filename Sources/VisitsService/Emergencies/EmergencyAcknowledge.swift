import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension EmergencyAcknowledge: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var emergency = try transaction.emergency(
      EmergencyID(rawValue: parameters.emergency.lowercased()), expectedVersion: parameters.change.expectedVersion)
    try emergency.acknowledge(call.handling(note: parameters.note))
    return .emergency(try transaction.put(emergency))
  }
}

extension ChangeHandler where Answer == EmergencyAnswer {
  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    let emergency = try outcome.emergency
    let placed = try await call.service.store.read { try $0.placed(emergency) }
    return EmergencyAnswer(emergency: EmergencyView.compose(placed, in: call.view))
  }
}

extension Call {
  /// That this caller handles an emergency now.
  func handling(note: String?) -> Emergency.Handling {
    Emergency.Handling(at: now, by: session.caller.by, note: note)
  }
}
