import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension DeviceRevoke: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    var device = try transaction.device(
      DeviceID(rawValue: parameters.device.lowercased()), expectedVersion: parameters.change.expectedVersion)
    device.revoke(reason: parameters.reason, isLost: parameters.lost ?? false, now: call.now)
    transaction.reason = parameters.reason
    return .device(try transaction.put(device))
  }

  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    try await answer(outcome, call)
  }

  /// Returns the answer to a change that has revoked a device.
  static func answer(_ outcome: ChangeOutcome, _ call: Call) async throws -> DeviceAnswer {
    let device = try outcome.device
    let placed = try await call.service.store.read { try call.service.placed(device, asOf: call.feed, $0) }
    return DeviceAnswer(device: .compose(placed, in: call.view))
  }
}
