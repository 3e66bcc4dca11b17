import VisitsAPI
import VisitsModel
import VisitsStore

extension EmergencyResolve: HeldChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var emergency = try transaction.emergency(
      parameters.id, expectedVersion: parameters.change.expectedVersion)
    try emergency.resolve(call.handling(note: parameters.note))
    transaction.reason = parameters.note
    return .emergency(try transaction.put(emergency))
  }

  static func foretell(_ parameters: Parameters, _ call: Call) throws -> Emergency {
    let known = try call.service.emergency(
      parameters.id, expectedVersion: call.seen(of: parameters.id, parameters.change))
    var emergency = known
    try emergency.resolve(call.handling(note: parameters.note))
    return emergency.follows(known, at: call.now)
  }
}

extension EmergencyResolve.Parameters {
  fileprivate var id: EmergencyID { EmergencyID(rawValue: emergency.lowercased()) }
}
