import JSON
import VisitsAPI
import VisitsModel

/// A call as it is sent.
struct SentCall: Sendable {
  var method: ChangeMethod
  var params: JSONObject
  var peer: Peer
  /// How often it is sent at once.
  var times = 1

  var requestId: String? { params["requestId"]?.string }

  /// Within which its request id is unique.
  var scope: String {
    guard method.name == "device.enrol" else { return peer.scope }
    let code = params["code"]?.string ?? ""
    return "code:" + code.uppercased().filter { $0 != "-" && !$0.isWhitespace }
  }

  /// Whether it only asks what the change would do.
  var isDryRun: Bool { params["dryRun"]?.bool == true }

  /// Whether nothing is taken afterwards from the device that it names.
  var endsReports: Bool {
    method.name == "device.leave" || method.name == "device.revoke" && params["lost"]?.bool == true
  }

  /// What a repeat must have in common with it.
  var fingerprint: [UInt8] {
    var aside: Set<String> = ["requestId", "auth", "authWorker", "sentAt"]
    if method.name != "worker.put" { aside.insert("locale") }
    if method.name == "device.enrol" { aside.formUnion(["code", "source"]) }
    let members = params.members.filter { !aside.contains($0.name) }.map { member in
      guard Self.instants.contains(member.name), let instant = member.value.string.flatMap(Timestamp.init) else {
        return member
      }
      return JSONObject.Member(name: member.name, value: .string(instant.text))
    }
    return JSONValue.object(JSONObject(uniqueMembers: members)).canonicalBytes
  }

  /// The parameters that hold instants.
  static let instants: Set<String> = ["at", "start", "end", "checkIn", "checkOut"]

  /// The thing that is to be changed, where there is one and it is known.
  func target(in mirror: Mirror) -> Mirror.Name? {
    func name(_ topic: Refusal.Thing, _ parameter: String) -> Mirror.Name? {
      params[parameter]?.string.map { Mirror.Name(topic: topic, id: $0.lowercased()) }
    }
    func worker(_ parameter: String) -> Mirror.Name? {
      mirror.workers.first { $0.id.rawValue == params[parameter]?.string }.map {
        Mirror.Name(topic: .worker, id: $0.key.rawValue)
      }
    }
    func client(_ parameter: String) -> Mirror.Name? {
      mirror.clients.first { $0.id.rawValue == params[parameter]?.string }.map {
        Mirror.Name(topic: .client, id: $0.key.rawValue)
      }
    }
    let found: Mirror.Name?
    switch method.name {
    case "visit.change", "visit.start", "visit.complete", "visit.cancel", "visit.miss", "visit.reopen", "visit.correct":
      found = name(.visit, "visit")
    case "series.change", "series.end", "series.skip", "series.unskip":
      if let visit = name(.visit, "visit"), case .visit(let visit)? = mirror.things[visit] {
        found = visit.series.map { Mirror.Name(topic: .series, id: $0) }
      } else {
        found = name(.series, "series")
      }
    case "task.put", "task.remove": found = name(.task, "task")
    case "absence.put", "absence.end": found = name(.absence, "absence")
    case "goal.put": found = name(.goal, "goal")
    case "session.trial", "session.end": found = name(.session, "session")
    case "worker.put": found = worker("id")
    case "client.put": found = client("id")
    // Somebody who was merged means the other, whose version counts then.
    case "worker.link", "worker.unlink": found = params["worker"]?.string == "p1" ? nil : worker("worker")
    case "client.link", "client.unlink": found = params["client"]?.string == "c1" ? nil : client("client")
    case "emergency.acknowledge", "emergency.resolve": found = name(.emergency, "emergency")
    case "device.revoke": found = name(.device, "device")
    case "alert.acknowledge": found = name(.alert, "alert")
    default: found = nil
    }
    return found.flatMap { mirror.things[$0] == nil ? nil : $0 }
  }
}

extension SentCall: CustomStringConvertible {
  var description: String {
    let device = peer.worker.map { " of \($0)" } ?? ""
    let caller = peer.token == nil ? peer.name : "a device\(device)"
    let sent = times == 1 ? "" : ", sent \(times) times"
    return "\(method.name) \(String(decoding: JSONValue.object(params).bytes, as: UTF8.self)) by \(caller)\(sent)"
  }
}
