import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension DeviceEnrol: ChangeHandler {
  static let origin: Caller.Origin? = .gateway
  /// The parameters that the idempotency record of the request must not include. The code is secret until it is used;
  /// its digest is part of ``scope(_:)``, which is stored only once the code is used. The source may differ, since a
  /// phone may repeat its request from another address.
  static let secrets: Set<String> = ["code", "source"]

  /// Returns a scope for the request id that belongs to the code. A caller that does not know the code cannot get the
  /// answer by repeating the request.
  static func scope(_ parameters: Parameters) -> String? {
    "code:" + (DeviceCode(typed: parameters.code).map(DeviceSecrets.digest) ?? "none")
  }

  /// Refuses a code from a source that has tried too many wrong codes. The check is made before the call is queued for
  /// the database writer, so that guesses do not delay other changes.
  static func admit(_ parameters: Parameters, _ call: Call) throws {
    try call.service.guesses.admit(from: parameters.source, at: call.now)
  }

  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let service = call.service
    // Check again on the writer, which runs one change at a time: codes that were sent at once all passed the first
    // check.
    try service.guesses.admit(from: parameters.source, at: call.now)
    do {
      guard let code = DeviceCode(typed: parameters.code),
        var device = try transaction.device(codeDigest: DeviceSecrets.digest(of: code)),
        try transaction.worker(device.worker)?.isActive == true
      else { throw Refusal.unauthenticated(.code) }
      let token = service.secrets.token(of: device.id)
      try device.enrol(tokenDigest: DeviceSecrets.digest(ofToken: token), name: parameters.name, now: call.now)
      // Checked last: a wrong code is refused as such. A right code of another worker is no guess, and stays unused.
      if let key = parameters.onlyWorker {
        let only = try transaction.worker(key: PersonKey(rawValue: key))
        guard try only.map(transaction.successor(of:)) == device.worker else { throw Refusal.otherWorker(.code) }
      }
      return .device(try transaction.put(device))
    } catch Refusal.unauthenticated {
      if service.guesses.fail(from: parameters.source, at: call.now) { service.report(.codesGuessed) }
      throw Refusal.unauthenticated(.code)
    }
  }

  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    let device = try outcome.device
    let token = call.service.secrets.token(of: device.id)
    let (placed, present) = try await call.service.store.read { reader in
      (try call.service.placed(device, asOf: call.feed, reader), try reader.device(device.id))
    }
    // The device was revoked since, or visitsd was restarted and only the device that received the token knows it.
    guard present?.tokenDigest == DeviceSecrets.digest(ofToken: token) else { throw Refusal.unauthenticated(.code) }
    return Answer(device: .compose(placed, in: call.view), token: token)
  }
}
