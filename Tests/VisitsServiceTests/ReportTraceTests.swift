import JSON
import Testing
import VisitsTestSupport

@Suite("A second report by a worker's own devices of a visit")
struct ReportTraceTests {
  private static let door: JSONValue = ["latitude": 53.5461, "longitude": -113.4938, "accuracy": 12]
  private static let garden: JSONValue = ["latitude": 53.547, "longitude": -113.4938, "accuracy": 5]

  /// Sarah with a phone and a tablet, and her visit of 8 to 9; it is 8:50.
  private struct Scene {
    let daemon: TestDaemon
    let client: CheckedClient
    let office: Office
    let phone: Peer
    let tablet: Peer
    let visit: JSONValue

    func report(
      _ method: String, _ request: String, by device: Peer, at: String?, _ more: [String: JSONValue] = [:]
    ) async throws -> JSONValue? {
      var params = JSONObject()
      for (name, value) in more { params[name] = value }
      params["visit"] = visit
      params["requestId"] = .string(request)
      params["at"] = at.map(JSONValue.string)
      return try await device.call(method, .object(params))["visit"]
    }

    func shown() async throws -> JSONValue? { try await client.call("visit.show", ["visit": visit])["visit"] }

    func audit() async throws -> [JSONValue] {
      try await client.call("audit.list", ["visit": visit])["entries"]?.array ?? []
    }

    func conflicts() async throws -> Int {
      let alerts = try await client.call("alert.list", ["open": true])["alerts"]?.array ?? []
      return alerts.filter { $0["kind"] == "conflict" }.count
    }

    /// The ids of the phone and the tablet.
    func devices() async throws -> [JSONValue?] {
      try await client.call("device.list", ["worker": "sarah"])["devices"]?.array?.map { $0["id"] } ?? []
    }
  }

  private func scene(_ body: @Sendable (Scene) async throws -> Void) async throws {
    try await TestDaemon.run(at: "2026-11-20T15:50:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      try await body(
        Scene(
          daemon: daemon, client: client, office: office,
          phone: try await office.device("sarah", at: daemon, request: "phone"),
          tablet: try await office.device("sarah", at: daemon, request: "tablet"), visit: .string(visit)))
    }
  }

  @Test("of an earlier start counts, and the one before stands beside with its device; the audit has both")
  func earlierStart() async throws {
    try await scene { scene in
      _ = try await scene.report("visit.start", "p", by: scene.phone, at: "2026-11-20T15:25:00Z")
      let told = try await scene.report(
        "visit.start", "t", by: scene.tablet, at: "2026-11-20T14:58:00Z", ["location": Self.door])
      let (phone, tablet) = (try await scene.devices()[0], try await scene.devices()[1])
      #expect(told?["checkIn"]?["at"] == "2026-11-20T14:58:00Z")
      #expect(told?["checkIn"]?["location"] == Self.door)
      #expect(told?["checkIn"]?["device"] == tablet)
      #expect(told?["attendances"]?.array?.map { $0["checkIn"]?["at"] } == ["2026-11-20T15:25:00Z"])
      #expect(told?["attendances"]?.array?.first?["checkIn"]?["device"] == phone)
      #expect(told?["attendances"]?.array?.first?["display"]?["checkIn"] == "8:25 AM")
      let entries = try await scene.audit()
      #expect(entries.map { $0["device"] } == [nil, phone, tablet])
      #expect(entries.map { $0["toldAt"] } == [nil, "2026-11-20T15:25:00Z", "2026-11-20T14:58:00Z"])
      #expect(entries.last?["told"] == "Nov 20, 2026 7:58 AM")
      #expect(entries.last?["after"]?["attendances"] == told?["attendances"])
      #expect(try await scene.conflicts() == 0, "they tell the same within half an hour")
    }
  }

  @Test("of a later end counts, and an earlier one stands beside")
  func laterEnd() async throws {
    try await scene { scene in
      _ = try await scene.report("visit.complete", "p", by: scene.phone, at: "2026-11-20T15:30:00Z")
      _ = try await scene.report("visit.complete", "t", by: scene.tablet, at: "2026-11-20T15:45:00Z")
      let told = try await scene.report("visit.complete", "p2", by: scene.phone, at: "2026-11-20T15:40:00Z")
      #expect(told?["checkOut"]?["at"] == "2026-11-20T15:45:00Z")
      #expect(
        told?["attendances"]?.array?.map { $0["checkOut"]?["at"] } == ["2026-11-20T15:30:00Z", "2026-11-20T15:40:00Z"])
      #expect(try await scene.audit().count == 4)
    }
  }

  @Test("of a later start stands beside, and its position is joined to the start that has none")
  func position() async throws {
    try await scene { scene in
      _ = try await scene.report("visit.start", "p", by: scene.phone, at: "2026-11-20T15:00:00Z")
      let joined = try await scene.report(
        "visit.start", "t", by: scene.tablet, at: "2026-11-20T15:10:00Z", ["location": Self.door])
      #expect(joined?["checkIn"]?["at"] == "2026-11-20T15:00:00Z")
      #expect(joined?["checkIn"]?["location"] == Self.door)
      #expect(joined?["attendances"]?.array?.first?["checkIn"]?["location"] == Self.door)
      // The next one finds a position there: it stands beside only.
      let third = try await scene.report(
        "visit.start", "t2", by: scene.tablet, at: "2026-11-20T15:20:00Z", ["location": Self.garden])
      #expect(third?["checkIn"] == joined?["checkIn"])
      #expect(third?["attendances"]?.array?.map { $0["checkIn"]?["location"] } == [Self.door, Self.garden])
    }
  }

  @Test("with a position that the same report lacked adds it")
  func positionOfTheSame() async throws {
    try await scene { scene in
      _ = try await scene.report("visit.start", "p", by: scene.phone, at: "2026-11-20T15:00:00Z")
      let told = try await scene.report(
        "visit.start", "p2", by: scene.phone, at: "2026-11-20T15:00:00Z", ["location": Self.door])
      #expect(told?["checkIn"]?["location"] == Self.door)
      #expect(told?["attendances"] == nil)
      #expect(try await scene.audit().count == 3)
    }
  }

  @Test("from the same device with the same time as sent is the first one sent again, and changes nothing")
  func sentAgain() async throws {
    try await scene { scene in
      // The phone's clock is 5 seconds ahead; the network takes one of them away.
      let first = try await scene.report(
        "visit.start", "p", by: scene.phone, at: "2026-11-20T15:00:00Z", ["sentAt": "2026-11-20T15:50:05Z"])
      #expect(first?["checkIn"]?["at"] == "2026-11-20T14:59:55Z")
      let again = try await scene.report(
        "visit.start", "p2", by: scene.phone, at: "2026-11-20T15:00:00Z", ["sentAt": "2026-11-20T15:50:04Z"])
      #expect(again == first)
      // The same time from another device is another report.
      let other = try await scene.report("visit.start", "t", by: scene.tablet, at: "2026-11-20T15:00:00Z")
      #expect(other?["attendances"]?.array?.map { $0["checkIn"]?["at"] } == ["2026-11-20T15:00:00Z"])
      // What stands beside is not doubled either.
      let twice = try await scene.report("visit.start", "t2", by: scene.tablet, at: "2026-11-20T15:00:00Z")
      #expect(twice == other)
      #expect(try await scene.audit().count == 3)
    }
  }

  @Test("of more than half an hour apart stands beside, with an alert")
  func alert() async throws {
    try await scene { scene in
      _ = try await scene.report("visit.start", "p", by: scene.phone, at: "2026-11-20T15:40:00Z")
      let told = try await scene.report("visit.start", "t", by: scene.tablet, at: "2026-11-20T15:05:00Z")
      #expect(told?["checkIn"]?["at"] == "2026-11-20T15:40:00Z")
      #expect(told?["attendances"]?.array?.map { $0["checkIn"]?["at"] } == ["2026-11-20T15:05:00Z"])
      #expect(try await scene.conflicts() == 1)
    }
  }

  @Test("do not lengthen a visit step by step: the third of 20 minutes more stands beside, with an alert")
  func creeping() async throws {
    try await scene { scene in
      _ = try await scene.report("visit.complete", "p", by: scene.phone, at: "2026-11-20T15:00:00Z")
      let later = try await scene.report("visit.complete", "t", by: scene.tablet, at: "2026-11-20T15:20:00Z")
      #expect(later?["checkOut"]?["at"] == "2026-11-20T15:20:00Z")
      #expect(try await scene.conflicts() == 0)
      let last = try await scene.report("visit.complete", "p2", by: scene.phone, at: "2026-11-20T15:40:00Z")
      #expect(last?["checkOut"]?["at"] == "2026-11-20T15:20:00Z")
      #expect(
        last?["attendances"]?.array?.map { $0["checkOut"]?["at"] } == ["2026-11-20T15:00:00Z", "2026-11-20T15:40:00Z"])
      #expect(try await scene.conflicts() == 1)
    }
  }

  @Test("by a wrong clock does not count, and neither does one of a time that the office has corrected")
  func doubtful() async throws {
    try await scene { scene in
      _ = try await scene.report("visit.complete", "p", by: scene.phone, at: "2026-11-20T15:40:00Z")
      let ahead = try await scene.report("visit.complete", "t", by: scene.tablet, at: "2026-11-20T16:05:00Z")
      #expect(ahead?["checkOut"]?["at"] == "2026-11-20T15:40:00Z")
      #expect(ahead?["attendances"]?.array?.first?["checkOut"]?["clockSuspect"] == true)
      _ = try await scene.client.call(
        "visit.correct",
        ["visit": scene.visit, "checkOut": "2026-11-20T15:30:00Z", "reason": "forgotten", "requestId": "o"])
      let later = try await scene.report("visit.complete", "t2", by: scene.tablet, at: "2026-11-20T15:45:00Z")
      #expect(later?["checkOut"]?["at"] == "2026-11-20T15:30:00Z")
      #expect(
        later?["attendances"]?.array?.map { $0["checkOut"]?["at"] } == ["2026-11-20T16:05:00Z", "2026-11-20T15:45:00Z"])
    }
  }

  @Test("that was given to somebody else is kept, each time of it")
  func former() async throws {
    try await scene { scene in
      _ = try await scene.client.call("worker.put", ["id": "james", "name": "James Okafor", "requestId": "w-james"])
      _ = try await scene.client.call(
        "visit.change", ["visit": scene.visit, "worker": "james", "requestId": "given"])
      _ = try await scene.report("visit.start", "p", by: scene.phone, at: "2026-11-20T15:10:00Z")
      _ = try await scene.report("visit.start", "t", by: scene.tablet, at: "2026-11-20T15:01:00Z")
      _ = try await scene.report("visit.start", "t2", by: scene.tablet, at: "2026-11-20T15:01:00Z")
      #expect(
        try await scene.shown()?["attendances"]?.array?.map { $0["checkIn"]?["at"] }
          == ["2026-11-20T15:10:00Z", "2026-11-20T15:01:00Z"])
    }
  }

  @Test("of a visit that another worker's device had reported leaves that worker's check alone")
  func anotherWorker() async throws {
    try await scene { scene in
      _ = try await scene.client.call("worker.put", ["id": "james", "name": "James Okafor", "requestId": "w-james"])
      _ = try await scene.report("visit.start", "p", by: scene.phone, at: "2026-11-20T15:10:00Z")
      _ = try await scene.client.call(
        "visit.change", ["visit": scene.visit, "worker": "james", "requestId": "given"])
      let james = try await scene.office.device("james", at: scene.daemon, request: "j")
      _ = try await scene.report("visit.start", "j1", by: james, at: "2026-11-20T15:12:00Z")
      let told = try await scene.report("visit.start", "j2", by: james, at: "2026-11-20T15:05:00Z")
      #expect(told?["checkIn"]?["at"] == "2026-11-20T15:10:00Z", "it is Sarah's")
      #expect(told?["attendances"]?.array?.map { $0["worker"] } == ["james", "james"])
    }
  }
}
