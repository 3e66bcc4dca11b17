import VisitsAPI
import VisitsModel
import VisitsStore

extension EmergencyResolve: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var emergency = try transaction.emergency(
      EmergencyID(rawValue: parameters.emergency.lowercased()), expectedVersion: parameters.change.expectedVersion)
    try emergency.resolve(call.handling(note: parameters.note))
    transaction.reason = parameters.note
    return .emergency(try transaction.put(emergency))
  }
}
