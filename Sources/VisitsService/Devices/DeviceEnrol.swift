import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension DeviceEnrol: ChangeHandler {
  static let origin: Caller.Origin? = .gateway
  /// Not even a digest of it is kept with the request: it stands in the scope, as the one that is no secret any more
  /// when the record is made.
  /// The source is left out too: a phone that repeats its request may have another address by then.
  static let secrets: Set<String> = ["code", "source"]

  /// Each code's own: whoever does not know the code cannot ask for what it was used for.
  static func scope(_ parameters: Parameters) -> String? {
    "code:" + (DeviceCode(typed: parameters.code).map(DeviceSecrets.digest) ?? "none")
  }

  /// Refuses codes from a source that has tried too many, so that they do not delay other changes.
  static func admit(_ parameters: Parameters, _ call: Call) throws {
    try call.service.guesses.admit(from: parameters.source, at: call.now)
  }

  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let service = call.service
    // On the writer too, where one comes after another: those that are sent at once are counted.
    try service.guesses.admit(from: parameters.source, at: call.now)
    do {
      guard let code = DeviceCode(typed: parameters.code),
        var device = try transaction.device(codeDigest: DeviceSecrets.digest(of: code)),
        try transaction.worker(device.worker)?.isActive == true
      else { throw Refusal.unauthenticated(.code) }
      let token = service.secrets.token(of: device.id)
      try device.enrol(tokenDigest: DeviceSecrets.digest(ofToken: token), name: parameters.name, now: call.now)
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
    // Revoked since; or visitsd was restarted since, and nobody knows the token but the device that got it.
    guard present?.tokenDigest == DeviceSecrets.digest(ofToken: token) else { throw Refusal.unauthenticated(.code) }
    return Answer(device: .compose(placed, in: call.view), token: token)
  }
}
