import JSON
import JSONRPC
import VisitsAPI
import VisitsModel

/// Which request was answered how, for its repeats.
struct RememberedRequests {
  private struct Key: Hashable {
    var scope: String
    var id: String
  }

  private struct Answer {
    var method: String
    var fingerprint: [UInt8]
    var locale: JSONValue?
    var bytes: [UInt8]
    /// Whether it went to a revoked device, which is shown less.
    var isRevoked: Bool
    /// Whether it is kept. What changed nothing at all may be forgotten, by a few methods.
    var isKept: Bool
  }

  private var answers: [Key: Answer] = [:]

  private func key(_ call: SentCall) -> Key? { call.requestId.map { Key(scope: call.scope, id: $0) } }

  /// Takes in an answer.
  ///
  /// - Returns: Whether it is to a new request.
  mutating func take(
    _ bytes: [UInt8], to call: SentCall, changes: [AuditEntry], isRevoked: Bool
  ) throws -> Bool {
    // A part of an upload is kept until the last one has come, and not with its request.
    guard let key = key(call), call.params["upload"]?.string == nil else { return true }
    if let known = answers[key], known.isKept {
      guard known.method == call.method.name, known.fingerprint == call.fingerprint else {
        throw BrokenPromise(description: "a request id is good for one change: \(call)")
      }
      try demand(changes.isEmpty, "a repeat changes nothing: \(call), \(changes.map(\.event))")
      if known.locale == call.params["locale"], known.isRevoked == isRevoked { try compare(bytes, known.bytes, call) }
      return false
    }
    let forgets: Set<String> = ["task.record", "import", "emergency.raise"]
    answers[key] = Answer(
      method: call.method.name, fingerprint: call.fingerprint, locale: call.params["locale"], bytes: bytes,
      isRevoked: isRevoked, isKept: !call.isDryRun && (!changes.isEmpty || !forgets.contains(call.method.name)))
    return true
  }

  /// Checks why a call was refused that its caller may make.
  func check(refusal error: RPCError, of call: SentCall) throws {
    guard let key = key(call), call.params["upload"]?.string == nil else { return }
    let isReused = error.kind == ErrorKind.requestIdReused.rawValue
    guard let known = answers[key] else {
      return try demand(!isReused, "a request id that nothing came of is free: \(call), \(error)")
    }
    guard known.isKept else { return }
    guard known.method == call.method.name, known.fingerprint == call.fingerprint else {
      return try demand(
        isReused || error.kind == ErrorKind.invalidParams.rawValue,
        "a request id is good for one change: \(call), \(error)")
    }
    // A device's secret is told as long as it holds.
    guard call.method.name != "device.enrol" else { return }
    throw BrokenPromise(description: "a repeat is answered as the first time: \(call), \(error)")
  }

  private func compare(_ bytes: [UInt8], _ first: [UInt8], _ call: SentCall) throws {
    let texts = (String(decoding: first, as: UTF8.self), String(decoding: bytes, as: UTF8.self))
    guard call.method.name.hasPrefix("device.") else {
      return try demand(bytes == first, "a repeat is answered as the first time: \(call), \(texts.0), not \(texts.1)")
    }
    // A code is told as long as it holds, and when a device was heard from is always news.
    let (before, after) = (try Self.lasting(first), try Self.lasting(bytes))
    try demand(before == after, "a repeat is answered as the first time: \(call), \(texts.0), not \(texts.1)")
  }

  private static func lasting(_ bytes: [UInt8]) throws -> JSONValue {
    guard case .object(var answer) = try JSONScanner.parse(bytes) else { return .null }
    answer["code"] = nil
    if case .object(var device)? = answer["device"] {
      device["lastHeardAt"] = nil
      if case .object(var display)? = device["display"] {
        display["lastHeard"] = nil
        device["display"] = .object(display)
      }
      answer["device"] = .object(device)
    }
    return .object(answer)
  }
}
