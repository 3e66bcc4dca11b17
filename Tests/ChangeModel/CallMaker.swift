import JSON
import VisitsAPI
import VisitsModel

/// Makes calls of a fuzzer's choices: of methods, callers and things that there are, and of some that there are not.
struct CallMaker {
  var choices: Choices
  let beginning: Beginning
  /// Codes of devices that were invited since.
  var codes: [String]
  /// The device that was enrolled last.
  var enrolled: Peer?
  private(set) var calls: [SentCall] = []
  private var requests = 0

  init(_ input: [UInt8], _ beginning: Beginning) {
    choices = Choices(input)
    self.beginning = beginning
    codes = beginning.codes
  }

  /// A new call.
  mutating func call(_ mirror: Mirror, now: Instant) throws -> SentCall {
    let method = ChangeMethod.all[choices.next() % 64 % ChangeMethod.all.count]
    let peer = peer(for: method)
    guard let row = MethodTable.row(named: method.name) else {
      throw BrokenPromise(description: "\(method.name) has a row")
    }
    var call = SentCall(method: method, params: JSONObject(), peer: peer)
    var values = ValuePool(mirror: mirror, now: now, codes: codes, method: method.name, worker: peer.worker)
    for field in row.parameters {
      switch field.name {
      case "auth", "authWorker", "requestId", "expectedVersion": break
      default: call.params[field.name] = value(of: field, method, &values, call.params)
      }
    }
    if row.parameters.contains(where: { $0.name == "expectedVersion" }) {
      let version = call.target(in: mirror).flatMap { mirror.things[$0]?.version }
      call.params["expectedVersion"] = expectedVersion(version ?? 0)
    }
    call.params["requestId"] = requestId()
    calls.append(call)
    return call
  }

  /// An earlier call once more, as it was or a little different; a new one where there is none.
  mutating func repeated(_ mirror: Mirror, now: Instant) throws -> SentCall {
    guard !calls.isEmpty else { return try call(mirror, now: now) }
    var call = calls[calls.count - 1 - choices.next() % calls.count]
    switch choices.next() % 10 {
    case 1 where call.params["sentAt"] != nil: call.params["sentAt"] = .string(ValuePool.text(now))
    case 2: call.params["locale"] = call.params["locale"] == "de" ? "pl" : "de"
    case 3: call.params = JSONObject(uniqueMembers: call.params.members.reversed())
    case 4:
      for name in SentCall.instants.sorted() {
        guard let text = call.params[name]?.string, Timestamp(text) != nil, text.hasSuffix("Z") else { continue }
        call.params[name] = .string(text.dropLast() + "+00:00")
      }
    case 5: call.params["note"] = .string("another \(choices.next())")
    case 6: call.params["reason"] = .string("another \(choices.next())")
    case 7: call.peer = peer(for: call.method)
    case 8: call.times = 2
    case 9: call.params["requestId"] = requestId()
    default: break
    }
    calls.append(call)
    return call
  }

  private mutating func peer(for method: ChangeMethod) -> Peer {
    let natural =
      method.roles.contains(.caregiver) ? beginning.sarah : method.roles.contains(.gateway) ? Peer.gateway : .admin
    switch choices.next() % 16 {
    case 1: return .admin
    case 2: return .office
    case 3: return beginning.sarah
    case 4: return beginning.sarahsOther
    case 5: return beginning.james
    case 6: return beginning.ewa
    case 7: return .gateway
    case 8: return .monitor
    case 9: return .nobody
    case 10: return .stranger
    case 11: return enrolled ?? beginning.james
    default: return natural
    }
  }

  /// The value of a parameter; `nil`: it is left out.
  private mutating func value(
    of field: FieldDescription, _ method: ChangeMethod, _ values: inout ValuePool, _ params: JSONObject
  ) -> JSONValue? {
    var code = choices.next()
    let isNeeded = field.isRequired || method.needed.contains(field.name)
    if isNeeded {
      if code == 255 { return nil }
    } else {
      let threshold = ValuePool.rare(field.name) ? 236 : 168
      guard code >= threshold else { return nil }
      code -= threshold
    }
    let pool = values.pool(for: field, params)
    switch code % (pool.count + 3) {
    case let index where index < pool.count: return pool[index]
    case pool.count: return .string(choices.text(24))
    default: return choices.pick(ValuePool.odd)
    }
  }

  private mutating func expectedVersion(_ version: Int) -> JSONValue? {
    switch choices.next() {
    case ..<144: nil
    case ..<208: .integer(Int64(version))
    case ..<232: .integer(Int64(version - 1))
    case ..<248: .integer(Int64(version + 1))
    default: choices.pick(ValuePool.odd)
    }
  }

  private mutating func requestId() -> JSONValue? {
    switch choices.next() {
    case 208..<248 where !calls.isEmpty: return calls[choices.next() % calls.count].params["requestId"]
    case 248..<252: return .string(choices.text(70))
    case 252...: return choices.pick(ValuePool.odd)
    default:
      requests += 1
      return .string("r\(requests)")
    }
  }
}
