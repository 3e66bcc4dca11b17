import JSON
import JSONRPC
import Testing
import VisitsAPI
import VisitsDaemon
import VisitsTestSupport

@Suite("What a device knows of itself")
struct DeviceMeTests {
  @Sendable private static func prairie(_ settings: inout Settings) {
    settings.agency.name = "Prairie Home Care"
    settings.agency.emergencyNumber = "112"
    settings.agency.officePhone = "+1 780 555 0100"
  }

  @Test("a device learns its worker, the agency, the emergency number and the office's phone")
  func me() async throws {
    try await TestDaemon.run(settings: Self.prairie) { daemon, client in
      let office = try await Office.open(client)
      let (id, code) = try await office.invite("sarah", request: "i1")
      let answer = try await Peer(service: daemon.service, role: .gateway).call(
        "device.enrol", ["code": .string(code), "requestId": "e1"])
      let device = Peer(service: daemon.service, token: try #require(answer["token"]?.string))
      let worker = try await client.call("worker.show", ["worker": "sarah"])["worker"]
      let me = try await device.call("device.me", [:])
      #expect(
        me == [
          "device": .string(id), "worker": try #require(worker?["key"]), "name": "Sarah Miller",
          "timeZone": "America/Edmonton", "locale": "en", "agency": "Prairie Home Care", "emergencyNumber": "112",
          "officePhone": "+1 780 555 0100",
        ])
    }
  }

  @Test("a device that leaves loses its token at once, and the audit says who left")
  func leave() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      let device = try await office.device("sarah", at: daemon)
      let other = try await office.device("sarah", at: daemon, request: "other")
      let left = try await device.call("device.leave", ["requestId": "l1"])
      #expect(left["device"]?["state"] == "revoked")
      for (method, params) in [
        ("device.me", [:]), ("today", [:]), ("device.leave", ["requestId": "l1"]),
        ("emergency.raise", ["requestId": "e1"]),
      ] as [(String, JSONValue)] {
        #expect(await device.reply(method, params).error?.code == 1401, "\(method)")
      }
      #expect(await other.reply("device.me", [:]).error == nil)
      let entry = try await client.call("audit.list", ["worker": "sarah"])["entries"]?.array?.last
      #expect(entry?["method"] == "device.leave")
      #expect(entry?["by"] == "sarah")
    }
  }

  @Test("the device of a worker who has left may leave too")
  func formerWorker() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let device = try await office.device("sarah", at: daemon)
      _ = try await client.call("worker.put", ["id": "sarah", "active": false, "requestId": "gone"])
      #expect(await device.reply("device.leave", ["requestId": "l1"]).error == nil)
      #expect(await device.reply("device.leave", ["requestId": "l2"]).error?.code == 1401)
    }
  }

  @Test("a device need not name its worker, and the office must")
  func ownWorker() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let device = try await office.device("sarah", at: daemon)
      for method in ["today", "home", "week"] {
        let named = await device.reply(method, ["worker": "sarah"])
        #expect(await device.reply(method, [:]).text == named.text, "\(method)")
        #expect(named.error == nil, "\(method)")
        #expect(try await office.refusal(method, [:]).data["field"] == "worker", "\(method)")
      }
      let raised = try await device.call("emergency.raise", ["requestId": "e1"])
      #expect(raised["emergency"]?["worker"] == "sarah")
    }
  }
}
