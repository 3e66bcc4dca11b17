import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension DeviceInvite: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let id = transaction.newDeviceID()
    return .device(
      try transaction.put(
        Device(
          id: id, worker: try transaction.assignableWorker(parameters.worker), invitedAt: call.now,
          expiresAt: call.now.adding(minutes: call.service.settings.invitationHours * 60),
          codeDigest: DeviceSecrets.digest(of: call.service.secrets.code(of: id)))))
  }

  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    let device = try outcome.device
    let (placed, present) = try await call.service.store.read { reader in
      (try call.service.placed(device, asOf: call.feed, reader), try reader.device(device.id))
    }
    // After a restart the secrets differ, and the code that was shown cannot be repeated.
    let code = call.service.secrets.code(of: device.id)
    let holds = present?.codeDigest == DeviceSecrets.digest(of: code)
    return Answer(device: .compose(placed, in: call.view), code: holds ? code.text : nil)
  }
}

extension ChangeOutcome {
  /// The device that a change has stored. Throws if the outcome is another one.
  var device: Device {
    get throws {
      guard case .device(let device) = self else { throw UnfitOutcome() }
      return device
    }
  }
}
