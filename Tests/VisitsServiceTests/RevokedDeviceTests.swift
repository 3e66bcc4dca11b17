import Foundation
import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("A revoked phone")
struct RevokedDeviceTests {
  private static let revoked =
    "Your office has taken away this device's access: it still sends what you recorded on it and calls for help, but shows nothing else. To use it again, ask your office for a code."

  /// Sarah's phone, her visit at Margaret Chen's, and a goal there.
  private struct Scene {
    let client: CheckedClient
    let device: Peer
    let token: String
    let visit: String
    let goal: String

    init(_ daemon: TestDaemon, _ client: CheckedClient) async throws {
      self.client = client
      let office = try await Office.open(client)
      visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      goal = try await Practice.goal("Stand up unaided", client)
      token = try await office.enrol("sarah", at: daemon)
      device = Peer(service: daemon.service, token: token)
    }

    func revoke(lost: Bool? = nil, _ request: String = "r1") async throws {
      let id = try #require(try await client.call("device.list", ["all": true])["devices"]?.array?.first?["id"])
      _ = try await client.call(
        "device.revoke",
        ["device": id, "reason": "replaced", "lost": lost.map { .bool($0) } ?? .null, "requestId": .string(request)])
    }

    /// What the phone has recorded and not sent yet.
    func reports(_ round: String) -> [(method: String, params: JSONValue)] {
      [
        (
          "session.start",
          ["client": "margaret-chen", "goal": .string(goal), "requestId": .string("s\(round)")]
        ),
        ("visit.start", ["visit": .string(visit), "requestId": .string("v\(round)")]),
        ("visit.complete", ["visit": .string(visit), "note": "All well", "requestId": .string("c\(round)")]),
        ("emergency.raise", ["note": "Fell", "requestId": .string("e\(round)")]),
      ]
    }

    static let reads: [(method: String, params: JSONValue)] = [
      ("today", [:]), ("week", [:]), ("device.me", [:]), ("emergency.list", [:]), ("event.wait", ["timeout": 0]),
      ("rpc.discover", [:]), ("client.show", ["client": "margaret-chen"]),
    ]
  }

  @Test("delivers a completion but reads nothing, also after a restart")
  func reports() async throws {
    let folder = try TestDaemon.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (token, visit) = try await TestDaemon.run(in: folder, at: "2026-11-20T15:30:00Z") { daemon, client in
      let scene = try await Scene(daemon, client)
      try await scene.revoke()
      for (method, params) in Scene.reads + [("worker.put", ["id": "sarah", "name": "Sam", "requestId": "w"])] {
        let refusal = await scene.device.reply(method, params).error
        #expect(refusal?.code == 1403, "\(method)")
        #expect(refusal?.data["reason"] == "revoked", "\(method)")
        #expect(refusal?.message == Self.revoked, "\(method)")
      }
      for (method, params) in scene.reports("1") {
        let reply = await scene.device.reply(method, params)
        #expect(reply.error == nil, "\(method): \(reply.text)")
        for secret in ["Oak St", "Stand up unaided"] {
          #expect(!reply.text.contains(secret), "\(method) tells \(secret)")
        }
      }
      let visit = try await client.call("visit.show", ["visit": .string(scene.visit)])["visit"]
      #expect(visit?["status"] == "completed" && visit?["note"] == "All well")
      let open = try await client.call("emergency.list", ["open": true])["emergencies"]?.array
      #expect(open?.map { $0["note"] } == ["Fell"])
      return (scene.token, scene.visit)
    }
    try await TestDaemon.run(in: folder, at: "2026-11-20T15:40:00Z", seed: 900) { daemon, _ in
      let device = Peer(service: daemon.service, token: token)
      #expect(await device.reply("today", [:]).error?.data["reason"] == "revoked")
      let again: JSONValue = ["visit": .string(visit), "note": "All well", "requestId": "c1"]
      #expect(await device.reply("visit.complete", again).error == nil)
    }
  }

  @Test("that is lost delivers nothing", arguments: [true, false])
  func lost(atOnce: Bool) async throws {
    try await TestDaemon.run(at: "2026-11-20T15:30:00Z") { daemon, client in
      let scene = try await Scene(daemon, client)
      if !atOnce { try await scene.revoke() }
      try await scene.revoke(lost: true, "lost")
      for (method, params) in scene.reports("1") + Scene.reads {
        #expect(await scene.device.reply(method, params).error?.code == 1401, "\(method)")
      }
      let visit = try await client.call("visit.show", ["visit": .string(scene.visit)])["visit"]
      #expect(visit?["status"] == "scheduled")
      #expect(try await client.call("emergency.list")["emergencies"] == [])
    }
  }

  @Test("delivers for 35 days; 36 days later nothing is taken")
  func over() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:30:00Z") { daemon, client in
      let scene = try await Scene(daemon, client)
      try await scene.revoke()
      daemon.time.set("2026-12-25T15:29:59Z")
      for (method, params) in scene.reports("1") {
        #expect(await scene.device.reply(method, params).error == nil, "\(method)")
      }
      for day in ["2026-12-25T15:30:00Z", "2026-12-26T15:30:00Z"] {
        daemon.time.set(day)
        for (method, params) in scene.reports(day) + Scene.reads {
          #expect(await scene.device.reply(method, params).error?.code == 1401, "\(method)")
        }
      }
    }
  }

  @Test("changes nothing for the phone that replaces it, and may leave")
  func replaced() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:30:00Z") { daemon, client in
      let scene = try await Scene(daemon, client)
      try await scene.revoke()
      let other = try await Office(client: client).device("sarah", at: daemon, request: "other")
      #expect(await other.reply("today", [:]).error == nil)
      #expect(await scene.device.reply("today", [:]).error?.data["reason"] == "revoked")
      let start: JSONValue = ["visit": .string(scene.visit), "requestId": "s"]
      #expect(await scene.device.reply("visit.start", start).error == nil)
      #expect(await scene.device.reply("device.leave", ["requestId": "l"]).error == nil)
      #expect(await scene.device.reply("visit.start", start).error?.code == 1401)
      #expect(await other.reply("visit.start", start).error == nil)
    }
  }
}
