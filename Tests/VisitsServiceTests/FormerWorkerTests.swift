import Foundation
import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("The device of a worker who left more than 35 days ago")
struct FormerWorkerTests {
  private static let over =
    "Your office ended your work here more than 35 days ago: this device records nothing any more, and only calls for help. If that is a mistake, call your office."

  private func reports(_ visit: String, _ round: Int) -> [(String, JSONValue)] {
    [
      ("visit.start", ["visit": .string(visit), "requestId": .string("s\(round)")]),
      ("visit.complete", ["visit": .string(visit), "requestId": .string("c\(round)")]),
      ("emergency.list", [:]),
    ]
  }

  private func leave(_ client: CheckedClient, _ request: String) async throws {
    _ = try await client.call("worker.put", ["id": "sarah", "active": false, "requestId": .string(request)])
  }

  @Test("reports nothing any more, and calls for help all the same", .timeLimit(.minutes(1)))
  func over() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let device = Peer(service: daemon.service, token: try await office.enrol("sarah", at: daemon))
      try await leave(client, "gone")
      daemon.time.set("2026-12-25T14:59:59Z")
      for (method, params) in reports(visit, 1) {
        #expect(await device.reply(method, params).error == nil, "\(method)")
      }
      daemon.time.set("2026-12-25T15:00:00Z")
      for (method, params) in reports(visit, 2) + [("today", ["worker": "sarah"])] {
        let refusal = await device.reply(method, params).error
        #expect(refusal?.code == 1403, "\(method)")
        #expect(refusal?.data["reason"] == "formerWorker", "\(method)")
        #expect(refusal?.message == Self.over, "\(method)")
      }
      let raised = try await device.call("emergency.raise", ["worker": "sarah", "note": "Help", "requestId": "e"])
      #expect(raised["emergency"]?["state"] == "raised")
      let open = try await client.call("emergency.list", ["open": true])["emergencies"]?.array
      #expect(open?.map { $0["note"] } == ["Help"])
    }
  }

  @Test("left when the office said so: nothing that it changes of them since begins the days anew, nor does a start")
  func since() async throws {
    let folder = try TestDaemon.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (token, visit) = try await TestDaemon.run(in: folder, at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let token = try await office.enrol("sarah", at: daemon)
      try await leave(client, "gone")
      daemon.time.set("2026-12-10T15:00:00Z")
      _ = try await client.call("worker.put", ["id": "sarah", "phone": "780 555 0101", "requestId": "phone"])
      daemon.time.set("2026-12-25T15:00:00Z")
      let device = Peer(service: daemon.service, token: token)
      let refusal = await device.reply("visit.start", ["visit": .string(visit), "requestId": "s"]).error
      #expect(refusal?.message == Self.over)
      return (token, visit)
    }
    try await TestDaemon.run(in: folder, at: "2026-12-25T15:30:00Z", seed: 900) { daemon, client in
      let device = Peer(service: daemon.service, token: token)
      let start: JSONValue = ["visit": .string(visit), "requestId": "s"]
      #expect(await device.reply("visit.start", start).error?.message == Self.over)
      _ = try await client.call("worker.put", ["id": "sarah", "active": true, "requestId": "back"])
      #expect(await device.reply("today", ["worker": "sarah"]).error == nil)
      try await leave(client, "again")
      daemon.time.set("2027-01-29T15:29:59Z")
      #expect(await device.reply("visit.start", start).error == nil)
    }
    try await TestDaemon.run(in: folder, at: "2027-01-29T15:29:59Z", seed: 1800) { daemon, client in
      let device = Peer(service: daemon.service, token: token)
      let complete: JSONValue = ["visit": .string(visit), "requestId": "c"]
      #expect(await device.reply("visit.complete", complete).error == nil)
      daemon.time.set("2027-01-29T15:30:00Z")
      #expect(await device.reply("visit.complete", complete).error?.message == Self.over)
    }
  }
}
