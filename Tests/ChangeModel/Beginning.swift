import Foundation
import JSON
import VisitsModel
import VisitsStore

/// The agency with which every input begins: made once, by calls, and copied for each.
struct Beginning: Sendable {
  /// The whole database.
  private let file: Data
  /// What is in it.
  let mirror: Mirror
  /// The devices, whose tokens hold.
  let sarah: Peer
  let sarahsOther: Peer
  let james: Peer
  /// Of a worker who has left.
  let ewa: Peer
  /// Codes of devices that nobody has enrolled yet.
  let codes: [String]

  static let made = Result { try Beginning() }

  /// The first number of which an input's ids are made.
  private static let firstID: UInt64 = 1_000_000

  /// Puts a copy into a new folder and opens it.
  func copy() throws -> (agency: Agency, folder: String) {
    let folder = try Agency.makeFolder()
    try file.write(to: URL(fileURLWithPath: Agency.database(in: folder)))
    return (try Agency(in: folder, firstID: Self.firstID), folder)
  }

  private init() throws {
    let folder = try Agency.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let agency = try Agency(in: folder, firstID: 0)
    var desk = Desk(agency: agency)
    try desk.people()
    try desk.plans()
    (sarah, sarahsOther) = (try desk.device(of: "sarah"), try desk.device(of: "sarah"))
    (james, ewa) = (try desk.device(of: "james"), try desk.device(of: "ewa"))
    codes = [try desk.code(for: "sarah"), try desk.code(for: "james")]
    try desk.happenings()
    try desk.call("worker.put", ["id": "ewa", "active": false])
    mirror = try Mirror(of: agency.store)
    try agency.close()
    file = try Data(contentsOf: URL(fileURLWithPath: Agency.database(in: folder)))
  }
}

/// Who sets up the agency.
private struct Desk {
  let agency: Agency
  private var requests = 0

  init(agency: Agency) { self.agency = agency }

  @discardableResult
  mutating func call(_ method: String, _ params: JSONValue) throws -> JSONValue {
    var params = params.object ?? JSONObject()
    requests += 1
    params["requestId"] = .string("beginning-\(requests)")
    return try agency.result(method, .object(params), by: method == "device.enrol" ? .gateway : .admin)
  }

  /// Makes a thing, and gives its id.
  private mutating func make(_ noun: String, _ method: String, _ params: JSONValue) throws -> JSONValue {
    guard let id = try call(method, params)[noun]?["id"] else {
      throw BrokenPromise(description: "\(method) names what it made")
    }
    return id
  }

  private mutating func visit(
    _ client: JSONValue, _ worker: JSONValue, _ start: JSONValue
  ) throws -> JSONValue {
    var params: JSONValue = ["client": client, "start": start, "minutes": 60]
    if !worker.isNull, case .object(var object) = params {
      object["worker"] = worker
      params = .object(object)
    }
    let id = try call("visit.add", params)["visits"]?.array?.first?["id"]
    return id ?? .null
  }

  mutating func code(for worker: String) throws -> String {
    try call("device.invite", ["worker": .string(worker)])["code"]?.string ?? ""
  }

  mutating func device(of worker: String) throws -> Peer {
    let answer = try call("device.enrol", ["code": .string(code(for: worker))])
    guard let device = Peer.device(enrolledWith: answer) else {
      throw BrokenPromise(description: "device.enrol names the device and its token")
    }
    return device
  }

  mutating func people() throws {
    try call("worker.put", ["id": "sarah", "name": "Sarah Miller", "phone": .string(Secrets.sarahPhone)])
    try call("worker.put", ["id": "james", "name": .string(Secrets.james), "phone": .string(Secrets.jamesPhone)])
    try call("worker.put", ["id": "ewa", "name": "Ewa Nowak", "locale": "pl"])
    try call(
      "client.put",
      [
        "id": "margaret-chen", "name": "Margaret Chen", "address": "123 Oak St",
        "location": ["latitude": 53.5, "longitude": -113.5],
      ])
    try call("client.put", ["id": "ruth-adler", "name": .string(Secrets.ruth), "accessNote": .string(Secrets.key)])
    try call("worker.link", ["worker": "ewa", "record": "https://ehr.example/fhir/Practitioner/9"])
    try call("client.link", ["client": "ruth-adler", "record": "https://ehr.example/fhir/Patient/9"])
  }

  mutating func plans() throws {
    let weigh = try make("task", "task.put", ["client": "margaret-chen", "title": "Weigh in", "tracksTime": true])
    try call("task.put", ["client": "margaret-chen", "preset": "breakfast", "condition": ["whenDone": weigh]])
    try call("task.put", ["client": "ruth-adler", "preset": "walk"])
    try call("goal.put", ["client": "margaret-chen", "title": "Brush teeth"])
    try call("goal.put", ["client": "ruth-adler", "title": "Count to ten"])
    _ = try visit("margaret-chen", "sarah", "2026-11-20T16:00:00Z")
    let done = try visit("margaret-chen", "sarah", "2026-11-20T14:00:00Z")
    _ = try visit("ruth-adler", "james", "2026-11-20T16:00:00Z")
    _ = try visit("margaret-chen", .null, "2026-11-20T20:00:00Z")
    let given = try visit("margaret-chen", "sarah", "2026-11-20T22:00:00Z")
    try call("visit.change", ["visit": given, "worker": "james"])
    try call("visit.complete", ["visit": done, "at": "2026-11-20T15:00:00Z"])
    try call(
      "visit.add",
      [
        "client": "margaret-chen", "worker": "sarah", "start": "2026-11-23T16:00:00Z", "minutes": 30,
        "repeat": "weekly:mon,thu",
      ])
    try call("absence.put", ["worker": "james", "from": "2026-12-07", "reason": "holiday"])
  }

  mutating func happenings() throws {
    let goals = try agency.result("goal.list", ["client": "margaret-chen"])["goals"]?.array ?? []
    let others = try agency.result("goal.list", ["client": "ruth-adler"])["goals"]?.array ?? []
    for (worker, client, goal) in [("sarah", "margaret-chen", goals.first), ("james", "ruth-adler", others.first)] {
      try call(
        "session.start", ["worker": .string(worker), "client": .string(client), "goal": goal?["id"] ?? .null])
    }
    try call("emergency.raise", ["worker": "james", "note": "Fell on the stairs"])
    for visit in try Mirror(of: agency.store).visits.filter({ $0.status == .scheduled }).prefix(2) {
      try agency.raiseAlert(.late, of: visit.id, request: "beginning-alert-\(visit.id.rawValue)")
      try agency.noteProblem(of: visit.id)
    }
  }
}

/// What a worker's device must not be told: it stands in nothing that is that worker's, nor in what inputs are made of.
enum Secrets {
  static let james = "James Okafor"
  static let jamesPhone = "+1 780 555 0102"
  static let sarahPhone = "+1 780 555 0101"
  static let ruth = "Ruth Adlerova"
  static let key = "The key lies under the ninth stone"
}
