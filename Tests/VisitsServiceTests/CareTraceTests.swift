import JSON
import Testing
import VisitsTestSupport

@Suite("What devices report of care, practice and emergencies leaves a trace")
struct CareTraceTests {
  /// Sarah with a phone and a tablet, and her visit at Margaret Chen's from 9 to 10; it is 9:30.
  private struct Scene {
    let daemon: TestDaemon
    let client: CheckedClient
    let office: Office
    let phone: Peer
    let tablet: Peer

    /// The last entries of Margaret Chen's audit: the method, the time that the device sent, and the version.
    func last(_ count: Int) async throws -> [[JSONValue?]] {
      let params: JSONValue = ["worker": "sarah", "limit": .integer(Int64(count))]
      return (try await client.call("audit.list", params)["entries"]?.array ?? []).map {
        [$0["method"], $0["toldAt"], $0["version"]]
      }
    }

    /// The name of the last entry's device.
    func lastDevice() async throws -> JSONValue? {
      let entry = try await client.call("audit.list", ["worker": "sarah", "limit": 1])["entries"]?.array?.last
      let devices = try await client.call("device.list", ["worker": "sarah"])["devices"]?.array ?? []
      return devices.firstIndex { $0["id"] == entry?["device"] }.map { .string(["phone", "tablet"][$0]) }
    }
  }

  private func scene(_ body: @Sendable (Scene) async throws -> Void) async throws {
    try await TestDaemon.run(at: "2026-11-20T16:30:00Z") { daemon, client in
      let office = try await Office.open(client)
      _ = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v1")
      try await body(
        Scene(
          daemon: daemon, client: client, office: office,
          phone: try await office.device("sarah", at: daemon, request: "phone"),
          tablet: try await office.device("sarah", at: daemon, request: "tablet")))
    }
  }

  @Test("a task that another device reports as done once more, and an undo of what nobody did")
  func tasks() async throws {
    try await scene { scene in
      let (care, tasks) = try await CareOffice.open(scene.client)
      func record(
        _ task: String, _ done: Bool, _ at: String?, _ request: String, by device: Peer
      ) async throws -> JSONValue? {
        let more: [String: JSONValue?] = ["done": .bool(done), "at": at.map(JSONValue.string)]
        return try await device.call("task.record", .object(try care.params(tasks[task], more, request)))["row"]
      }
      let first = try await record("lunch", true, "2026-11-20T16:10:00Z", "p1", by: scene.phone)
      let second = try await record("lunch", true, "2026-11-20T16:20:00Z", "t1", by: scene.tablet)
      #expect(first?["recordedAt"] == "2026-11-20T16:10:00Z")
      #expect(second?["recordedAt"] == "2026-11-20T16:10:00Z", "the first one counts")
      #expect(
        try await scene.last(2)
          == [["task.record", "2026-11-20T16:10:00Z", 1], ["task.record", "2026-11-20T16:20:00Z", 2]])
      #expect(try await scene.lastDevice() == "tablet")
      // Sent again, it changes nothing.
      let again = try await record("lunch", true, "2026-11-20T16:20:00Z", "t2", by: scene.tablet)
      #expect(again?["version"] == 2)
      // Without a time, it is told now.
      #expect(try await record("lunch", true, nil, "t3", by: scene.tablet)?["version"] == 3)
      let undone = try await record("dinner", false, "2026-11-20T16:25:00Z", "p2", by: scene.phone)
      #expect(undone?["checked"] == false)
      #expect(try await scene.last(1) == [["task.record", "2026-11-20T16:25:00Z", 1]])
      #expect(try await scene.lastDevice() == "phone")
    }
  }

  @Test("a session's earlier start and later end count, and other times stand in the audit; so does a vain undo")
  func sessions() async throws {
    try await scene { scene in
      let practice = Practice(client: scene.client, goal: try await Practice.goal("Stand up unaided", scene.client))
      let id = "0199e0c2-5d80-7000-8000-0000000000aa"
      func start(_ at: String, _ request: String, by device: Peer) async throws -> JSONValue? {
        _ = try await practice.start(["session": .string(id), "at": .string(at)], request, by: device)
        return try await practice.show(id)["session"]?["start"]?["at"]
      }
      func end(_ at: String, _ request: String, by device: Peer) async throws -> JSONValue? {
        try await practice.end(id, request, ["at": .string(at)], by: device)["session"]?["end"]?["at"]
      }
      #expect(try await start("2026-11-20T16:10:00Z", "s1", by: scene.phone) == "2026-11-20T16:10:00Z")
      #expect(try await start("2026-11-20T16:12:00Z", "s2", by: scene.phone) == "2026-11-20T16:10:00Z")
      #expect(try await start("2026-11-20T16:08:00Z", "s3", by: scene.tablet) == "2026-11-20T16:08:00Z")
      #expect(try await start("2026-11-20T16:08:00Z", "s4", by: scene.tablet) == "2026-11-20T16:08:00Z")
      _ = try await scene.phone.call(
        "session.trial", ["session": .string(id), "undo": true, "at": "2026-11-20T16:15:00Z", "requestId": "u"])
      #expect(try await end("2026-11-20T16:20:00Z", "e1", by: scene.phone) == "2026-11-20T16:20:00Z")
      #expect(try await end("2026-11-20T16:19:00Z", "e2", by: scene.phone) == "2026-11-20T16:20:00Z")
      #expect(try await end("2026-11-20T16:24:00Z", "e3", by: scene.tablet) == "2026-11-20T16:24:00Z")
      #expect(try await end("2026-11-20T16:24:00Z", "e4", by: scene.tablet) == "2026-11-20T16:24:00Z")
      #expect(
        try await scene.last(7) == [
          ["session.start", "2026-11-20T16:10:00Z", 1], ["session.start", "2026-11-20T16:12:00Z", 2],
          ["session.start", "2026-11-20T16:08:00Z", 3], ["session.trial", "2026-11-20T16:15:00Z", 4],
          ["session.end", "2026-11-20T16:20:00Z", 5], ["session.end", "2026-11-20T16:19:00Z", 6],
          ["session.end", "2026-11-20T16:24:00Z", 7],
        ])
    }
  }

  @Test("an end before the start, which is cut to the start")
  func cutEnd() async throws {
    try await scene { scene in
      let practice = Practice(client: scene.client, goal: try await Practice.goal("Stand up unaided", scene.client))
      let session = try await practice.start(["at": "2026-11-20T16:20:00Z"], "s", by: scene.phone)
      let ended = try await practice.end(session, "e", ["at": "2026-11-20T16:05:00Z"], by: scene.phone)
      #expect(ended["session"]?["end"]?["at"] == "2026-11-20T16:20:00Z")
      #expect(try await scene.last(1) == [["session.end", "2026-11-20T16:05:00Z", 2]])
    }
  }

  @Test("each raise of an emergency, with its device and the time that it sent")
  func emergencies() async throws {
    try await scene { scene in
      for (request, device, at) in [
        ("p", scene.phone, "2026-11-20T16:28:00Z"), ("t", scene.tablet, "2026-11-20T16:21:00Z"),
        ("p2", scene.phone, "2026-11-20T16:29:00Z"),
      ] {
        _ = try await device.call(
          "emergency.raise", ["worker": "sarah", "note": "Fell", "at": .string(at), "requestId": .string(request)])
      }
      #expect(
        try await scene.last(3) == [
          ["emergency.raise", "2026-11-20T16:28:00Z", 1], ["emergency.raise", "2026-11-20T16:21:00Z", 2],
          ["emergency.raise", "2026-11-20T16:29:00Z", 3],
        ])
      #expect(try await scene.lastDevice() == "phone")
    }
  }
}
