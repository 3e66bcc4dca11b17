import JSONRPC
import VisitsAPI
import VisitsModel
import VisitsStore

/// An emergency as the spool keeps it: the call that raised it, so that it is made as if the database had taken it at
/// once, and the same call sent again finds it made.
struct SpooledEmergency: Sendable {
  var id: EmergencyID
  var request: ChangeRequest

  init(id: EmergencyID, request: ChangeRequest) {
    self.id = id
    self.request = request
  }

  /// Reads what ``content`` wrote; `nil` for anything else.
  init?(_ record: SpoolRecord) {
    guard let json = try? JSONScanner.parse(record.content), let id = json["id"]?.string,
      let by = json["by"]?.string, let origin = json["origin"]?.string.flatMap(Caller.Origin.init),
      let scope = json["scope"]?.string, let parameters = json["parameters"]
    else { return nil }
    self.init(
      id: EmergencyID(rawValue: id),
      request: ChangeRequest(
        caller: Caller(by: by, origin: origin, scope: scope), method: EmergencyRaise.name,
        requestId: record.requestId, fingerprint: parameters.canonicalBytes, receivedAt: record.at, isUrgent: true))
  }

  /// The call that raised it, with all its parameters.
  var parameters: EmergencyRaise.Parameters {
    get throws {
      guard case .object(var object) = try JSONScanner.parse(request.fingerprint) else { throw UnfitOutcome() }
      object["requestId"] = .string(request.requestId)
      return try EmergencyRaise.read(object).0
    }
  }

  /// As it is kept.
  var content: [UInt8] {
    let json: JSONValue = [
      "id": .string(id.rawValue), "by": .string(request.caller.by), "origin": .string(request.caller.origin.rawValue),
      "scope": .string(request.caller.scope),
      "parameters": (try? JSONScanner.parse(request.fingerprint)) ?? [:],
    ]
    return json.canonicalBytes
  }
}

extension VisitsService {
  /// Keeps one in the spool; whether it is on disk now.
  func keepInSpool(_ spooled: SpooledEmergency, at now: Instant) -> Bool {
    let record = SpoolRecord(requestId: spooled.request.requestId, at: now, content: spooled.content)
    do {
      try store.keepInSpool(record)
      return true
    } catch {
      return false
    }
  }

  /// Shows one that the database could not take to everybody whom it concerns, once.
  func hold(_ held: EmergencyRegister.Held) {
    guard emergencies.held(scope: held.scope, requestId: held.requestId) == nil else { return }
    emergencies.hold(held)
    escalations.told(held.emergency)
    forgetTodays()
    report(.emergencyRaised(held.emergency.id, isStored: held.isStored))
  }

  /// Brings one from the spool into the database. The same record makes it once.
  func adopt(_ record: SpoolRecord) async throws {
    // What cannot be read cannot be read any better the next time.
    guard let spooled = SpooledEmergency(record) else { return }
    let call = call(of: spooled)
    let parameters = try spooled.parameters
    let outcome = try await store.change(spooled.request) { transaction in
      guard let id = WorkerID(rawValue: parameters.worker), let worker = try transaction.worker(id) else {
        throw Refusal.notFound(.worker, id: parameters.worker)
      }
      var emergency = try EmergencyRaise.emergency(parameters, of: worker, id: spooled.id, call)
      emergency.visit = try emergency.visit.flatMap { try transaction.visit($0) }?.id
      return .emergency(try call.service.raise(emergency, in: transaction))
    }
    // It may have joined one that was open before.
    if try outcome.emergency.id != spooled.id { escalations.forget(spooled.id) }
    emergencies.release(scope: spooled.request.caller.scope, requestId: spooled.request.requestId)
    forgetTodays()
  }

  /// Shows what is in the spool from before a start, until it is in the database.
  func holdSpooled() {
    for record in (try? store.spooled()) ?? [] {
      guard let spooled = SpooledEmergency(record), let parameters = try? spooled.parameters,
        let id = WorkerID(rawValue: parameters.worker)
      else { continue }
      let worker = (try? store.readNow { try $0.worker(id) }) ?? nil
      guard
        let emergency = try? EmergencyRaise.emergency(
          parameters, of: worker ?? Worker(id: id, key: PersonKey(rawValue: ""), name: id.rawValue), id: spooled.id,
          call(of: spooled))
      else { continue }
      emergencies.hold(
        EmergencyRegister.Held(
          scope: spooled.request.caller.scope, requestId: record.requestId, emergency: emergency, isStored: true))
      escalations.told(emergency)
    }
  }

  private func call(of spooled: SpooledEmergency) -> Call {
    Call(
      service: self, session: Session(role: .coordinator, caller: spooled.request.caller), role: .coordinator,
      now: spooled.request.receivedAt, locale: nil)
  }
}
