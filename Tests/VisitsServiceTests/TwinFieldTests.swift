import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("A device that names a visit whose place another has taken")
struct TwinFieldTests {
  /// Margaret Chen's visit, planned here and upstream, united by the links of the office.
  private struct United {
    let office: Office
    /// Sarah's, who was another worker upstream.
    let device: Peer
    /// The visit that stands.
    let visit: JSONValue
    /// The one from upstream, which the device still names.
    let twin: JSONValue
  }

  private static let export: JSONValue = .string(
    """
    {"resourceType":"Bundle","type":"collection","entry":[
    {"fullUrl":"https://ehr.example/fhir/Practitioner/P.1","resource":{"resourceType":"Practitioner","id":"P.1",
     "name":[{"text":"Sarah Miller"}]}},
    {"fullUrl":"https://ehr.example/fhir/Patient/C.1","resource":{"resourceType":"Patient","id":"C.1",
     "name":[{"text":"Margaret Chen"}]}},
    {"fullUrl":"https://ehr.example/fhir/Appointment/a1","resource":{"resourceType":"Appointment","id":"a1",
     "status":"booked","start":"2026-11-20T16:00:00Z","end":"2026-11-20T17:00:00Z","participant":[
     {"actor":{"reference":"Patient/C.1"},"status":"accepted"},
     {"actor":{"reference":"Practitioner/P.1"},"status":"accepted"}]}}]}
    """)

  private func unite(_ daemon: TestDaemon, _ client: CheckedClient) async throws -> United {
    let office = try await Office.open(client)
    _ = try await client.call("import", ["format": "fhir", "content": Self.export, "requestId": "import"])
    let page: JSONValue = ["from": "2026-11-20", "to": "2026-11-21", "worker": "sarah-miller"]
    let twin = try #require(try await client.call("visit.list", page)["visits"]?.array?.first?["id"])
    let visit = JSONValue.string(
      try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v1"))
    let device = try await office.device("sarah-miller", at: daemon)
    _ = try await client.call(
      "client.link", ["client": "margaret-chen", "record": "Patient/C.1", "requestId": "l1"])
    let linked = try await client.call(
      "worker.link", ["worker": "sarah", "record": "Practitioner/P.1", "requestId": "l2"])
    #expect(linked["link"]?["united"] == 1)
    return United(office: office, device: device, visit: visit, twin: twin)
  }

  @Test("records a task in the visit that stands")
  func task() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:10:00Z") { daemon, client in
      let united = try await unite(daemon, client)
      let task =
        try await client.call(
          "task.put", ["client": "margaret-chen", "preset": "walk", "requestId": "t"])["task"]?["id"] ?? .null
      let recorded = try await united.device.call(
        "task.record",
        ["client": "margaret-chen-2", "task": task, "visit": united.twin, "done": true, "requestId": "r"])
      #expect(recorded["row"]?["visit"] == united.visit)
    }
  }

  @Test("holds a session in the visit that stands")
  func session() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:10:00Z") { daemon, client in
      let united = try await unite(daemon, client)
      let goal =
        try await client.call(
          "goal.put", ["client": "margaret-chen", "title": "Stand up", "requestId": "g"])["goal"]?["id"] ?? .null
      let started = try await united.device.call(
        "session.start",
        [
          "worker": "sarah-miller", "client": "margaret-chen-2", "goal": goal, "visit": united.twin, "requestId": "s",
        ])
      #expect(started["session"]?["visit"] == united.visit)
    }
  }

  @Test("calls for help from the visit that stands")
  func emergency() async throws {
    try await TestDaemon.run(at: "2026-11-20T16:10:00Z") { daemon, client in
      let united = try await unite(daemon, client)
      let raised = try await united.device.call(
        "emergency.raise", ["worker": "sarah-miller", "visit": united.twin, "requestId": "e"])
      #expect(raised["emergency"]?["visit"] == united.visit)
      let listed = try await client.call("emergency.list", [:])["emergencies"]?.array?.first
      #expect(listed?["visit"] == raised["emergency"]?["visit"])
    }
  }
}
