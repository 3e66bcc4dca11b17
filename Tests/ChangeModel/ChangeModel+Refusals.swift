import ContractCheck
import JSON
import JSONRPC
import VisitsAPI
import VisitsModel

/// What holds for a call that was refused.
extension ChangeModel {
  func check(refusal error: RPCError, of call: SentCall, _ before: Mirror) throws {
    guard let row = MethodTable.row(named: call.method.name) else { return }
    try demand(error.kind != ErrorKind.internalError.rawValue, "no call meets a fault of ours: \(call), \(error)")
    if let problem = ErrorCheck.problem(error, of: row) { throw BrokenPromise(description: "\(problem): \(call)") }
    // A device that this call would have revoked, or whose token it made, is of no matter here: it was refused.
    if let kind = refusal(of: call) {
      return try demand(error.kind == kind.rawValue, "\(call) is refused as \(kind), not so: \(error)")
    }
    try demand(error.kind != ErrorKind.forbidden.rawValue, "\(call) is allowed: \(error)")
    try requests.check(refusal: error, of: call)
    if error.kind == ErrorKind.busy.rawValue {
      try demand(call.method.name == "device.enrol", "a few calls are not too many: \(call), \(error)")
    }
    if error.kind == ErrorKind.versionConflict.rawValue { try check(conflict: error, of: call, before) }
    if call.method.name == "emergency.raise", call.params["worker"]?.string == call.peer.worker {
      let kinds: Set<String> = [ErrorKind.invalidParams.rawValue, ErrorKind.requestIdReused.rawValue]
      try demand(kinds.contains(error.kind), "whoever calls for help is heard: \(call), \(error)")
    }
  }

  /// A conflict of versions shows the version that the thing has, which is not the one expected.
  private func check(conflict error: RPCError, of call: SentCall, _ before: Mirror) throws {
    try demand(call.peer.token == nil, "what a device tells is never out of date: \(call), \(error)")
    let expected = call.params["expectedVersion"]?.integer
    let current = error.data["current"]?["version"]?.integer
    try demand(current != nil && expected != current, "a conflict tells another version: \(call), \(error)")
    guard let name = call.target(in: before), let thing = before.things[name] else { return }
    try demand(current == Int64(thing.version), "a conflict shows the thing as it is: \(call), \(error)")
  }
}
