import JSON
import VisitsAPI
import VisitsModel
import VisitsStore

/// A change of an emergency as the spool keeps it: the call, so that it is made as if the database had taken it at once,
/// and the same call sent again finds it made.
struct SpooledEmergency: Sendable {
  /// Of the emergency that the call makes; of others it says nothing.
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
        caller: Caller(by: by, origin: origin, scope: scope),
        // One that says nothing was written when nothing else was kept.
        method: json["method"]?.string ?? EmergencyRaise.name, requestId: record.requestId,
        fingerprint: parameters.canonicalBytes, receivedAt: record.at, isUrgent: true))
    request.sentAt = json["sentAt"]?.string
    request.device = json["device"]?.string.map(DeviceID.init(rawValue:))
  }

  /// What carries it out; `nil`: this program knows nothing of the kind.
  var handler: (any HeldChangeHandler.Type)? {
    let handlers: [any HeldChangeHandler.Type] = [
      EmergencyRaise.self, EmergencyAcknowledge.self, EmergencyResolve.self,
    ]
    return handlers.first { $0.name == request.method }
  }

  /// The call's parameters.
  func parameters<Described: Method>(of method: Described.Type) throws -> Described.Parameters {
    guard case .object(var object) = try JSONScanner.parse(request.fingerprint) else { throw UnfitOutcome() }
    object["requestId"] = .string(request.requestId)
    if let sentAt = request.sentAt { object["sentAt"] = .string(sentAt) }
    // It was compared when the call was taken.
    object["expectedVersion"] = nil
    return try method.read(object, ownWorker: request.caller.worker?.rawValue).0
  }

  /// As it is kept.
  var content: [UInt8] {
    let json: JSONValue = [
      "id": .string(id.rawValue), "by": .string(request.caller.by), "origin": .string(request.caller.origin.rawValue),
      "scope": .string(request.caller.scope), "method": .string(request.method),
      "parameters": (try? JSONScanner.parse(request.fingerprint)) ?? [:],
      "sentAt": request.sentAt.map(JSONValue.string) ?? .null,
      "device": (request.device?.rawValue).map(JSONValue.string) ?? .null,
    ]
    return json.canonicalBytes
  }
}
