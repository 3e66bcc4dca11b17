import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension DeviceLeave: ChangeHandler {
  /// The reason that the audit shows for the revocation. The worker who unpairs a device gives no reason.
  private static let reason = "unpaired"

  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    guard let id = call.session.device?.id else { throw Refusal.unauthenticated(.token) }
    var device = try transaction.device(id, expectedVersion: nil)
    // The app sends everything that it has recorded before it leaves, so nothing is expected from it.
    device.revoke(reason: reason, isLost: true, now: call.now)
    transaction.reason = reason
    return .device(try transaction.put(device))
  }

  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    try await DeviceRevoke.answer(outcome, call)
  }
}
