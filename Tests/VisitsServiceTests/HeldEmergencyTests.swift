import Foundation
import JSON
import Testing
import VisitsAPI
import VisitsService
import VisitsTestSupport

@Suite("An emergency of which the database does not take what becomes of it")
struct HeldEmergencyTests {
  private func run(
    _ body: @Sendable (OnCall, TestDaemon, CheckedClient) async throws -> Void
  ) async throws {
    let folder = try TestDaemon.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let onCall = OnCall()
    try await onCall.run(in: folder, at: "2026-11-20T16:30:00Z") { daemon, client in
      _ = try await Office.open(client)
      try await onCall.perform(.raise("e"), daemon, client)
      try await onCall.page(1, .succeeded, next: .seconds(120))
      try await body(onCall, daemon, client)
    }
  }

  /// What is answered while the writer is held: after a second.
  private func answer(
    _ onCall: OnCall, _ daemon: TestDaemon, _ method: String, _ params: JSONValue, by caller: Peer? = nil
  ) async throws -> JSONValue {
    let caller = caller ?? Peer(service: daemon.service, role: .coordinator)
    async let reply = caller.send(method, params).reply
    await onCall.clock.untilSomebodySleeps(for: .seconds(1))
    onCall.pass(.seconds(1), daemon)
    let answer = await reply
    return try #require(answer.result?["emergency"])
  }

  private func emergencies(_ client: CheckedClient, open: Bool? = nil) async throws -> [JSONValue] {
    try await client.call("emergency.list", open.map { ["open": .bool($0)] } ?? [:])["emergencies"]?.array ?? []
  }

  @Test("is taken up and ended all the same: nobody is paged any more, and it is so in the database afterwards")
  func handled() async throws {
    try await run { onCall, daemon, client in
      let id = try #require(try await emergencies(client).first?["id"])
      try await daemon.holdingTheWriter {
        let taken = try await answer(
          onCall, daemon, "emergency.acknowledge", ["emergency": id, "note": "On my way", "requestId": "a"])
        #expect(taken["state"] == "acknowledged")
        #expect(taken["acknowledged"]?["note"] == "On my way")
        #expect(taken["stored"] == true)
        #expect(taken["version"] == 2)
        #expect(try await emergencies(client, open: true).map { $0["state"] } == ["acknowledged"])
        await onCall.clock.untilSomebodySleeps(for: .seconds(1799))
        onCall.pass(.seconds(300), daemon)
        let ended = try await answer(
          onCall, daemon, "emergency.resolve",
          ["emergency": id, "note": "She is home", "expectedVersion": 2, "requestId": "r"])
        #expect(ended["state"] == "resolved")
        #expect(try await emergencies(client, open: true) == [])
        #expect(try await emergencies(client, open: false).map { $0["id"] } == [id])
        #expect(try await client.call("today", ["worker": "sarah"])["banner"] == nil)
      }
      _ = try await client.call("worker.put", ["id": "lena", "name": "Lena Fox", "requestId": "after"])
      let list = try await emergencies(client)
      #expect(list.map { $0["state"] } == ["resolved"])
      #expect(list.first?["version"] == 3)
      #expect(list.first?["acknowledged"]?["at"] == "2026-11-20T16:30:00Z")
      #expect(list.first?["resolved"]?["note"] == "She is home")
      onCall.pass(.seconds(7200), daemon)
      #expect(onCall.commands.begun == 1)
    }
  }

  @Test("and is raised once more, joins the one that is open, and is not paged once more")
  func joined() async throws {
    try await run { onCall, daemon, client in
      let id = try #require(try await emergencies(client).first?["id"])
      try await daemon.holdingTheWriter {
        let again = try await answer(
          onCall, daemon, "emergency.raise", ["worker": "sarah", "note": "He is back", "requestId": "again"])
        #expect(again["id"] == id)
        #expect(again["raises"] == 2)
        #expect(try await emergencies(client).count == 1)
      }
      _ = try await client.call("worker.put", ["id": "lena", "name": "Lena Fox", "requestId": "after"])
      #expect(try await emergencies(client).map { $0["raises"] } == [2])
      onCall.pass(.seconds(119), daemon)
      try await onCall.page(2, .succeeded, next: .seconds(300))
      #expect(onCall.commands.begun == 2)
    }
  }

  @Test("that was taken up and is raised once more is paged anew once: neither before nor after it is in the database")
  func raisedAnew() async throws {
    try await run { onCall, daemon, client in
      try await onCall.perform(.acknowledge, daemon, client)
      await onCall.clock.untilSomebodySleeps(for: .seconds(1800))
      try await daemon.holdingTheWriter {
        let again = try await answer(
          onCall, daemon, "emergency.raise", ["worker": "sarah", "requestId": "again"])
        #expect(again["state"] == "raised")
        try await onCall.page(1, .succeeded, next: .seconds(120))
        let id = try #require(again["id"])
        _ = try await answer(onCall, daemon, "emergency.acknowledge", ["emergency": id, "requestId": "a2"])
        await onCall.clock.untilSomebodySleeps(for: .seconds(1799))
      }
      _ = try await client.call("worker.put", ["id": "lena", "name": "Lena Fox", "requestId": "after"])
      #expect(try await emergencies(client).map { $0["state"] } == ["acknowledged"])
      onCall.pass(.seconds(1700), daemon)
      #expect(onCall.commands.begun == 2)
    }
  }

  @Test("and is raised once more after somebody has ended it is another one, which stays open")
  func raisedAfterItsEnd() async throws {
    try await run { onCall, daemon, client in
      let id = try #require(try await emergencies(client).first?["id"])
      var second: JSONValue?
      try await daemon.holdingTheWriter {
        let ended = try await answer(
          onCall, daemon, "emergency.resolve", ["emergency": id, "note": "She is home", "requestId": "r"])
        #expect(ended["state"] == "resolved")
        let raised = try await answer(
          onCall, daemon, "emergency.raise", ["worker": "sarah", "note": "He is back", "requestId": "again"])
        #expect(raised["state"] == "raised")
        second = raised["id"]
      }
      _ = try await client.call("worker.put", ["id": "lena", "name": "Lena Fox", "requestId": "after"])
      let open = try await emergencies(client, open: true)
      #expect(open.map { $0["id"] } == [second])
      #expect(open.first?["note"] == "He is back")
      #expect(try await emergencies(client, open: false).map { $0["id"] } == [id])
    }
  }

  @Test("and is raised once more after it was ended behind an import of the same connection is another one")
  func endedBehindAnImport() async throws {
    try await run { onCall, daemon, client in
      let id = try #require(try await emergencies(client).first?["id"])
      var second: JSONValue?
      try await daemon.holdingTheWriter {
        let office = Peer(service: daemon.service, role: .coordinator)
        let table = "id,client,start,end\nv1,margaret,2026-11-23 09:00,2026-11-23 10:00\n"
        _ = office.send("import", ["format": "csv", "content": .string(table), "requestId": "table"])
        let ended = try await answer(
          onCall, daemon, "emergency.resolve", ["emergency": id, "note": "She is home", "requestId": "r"], by: office)
        #expect(ended["state"] == "resolved")
        let raised = try await answer(onCall, daemon, "emergency.raise", ["worker": "sarah", "requestId": "again"])
        #expect(raised["raises"] == 1)
        second = raised["id"]
      }
      _ = try await client.call("worker.put", ["id": "lena", "name": "Lena Fox", "requestId": "after"])
      #expect(try await emergencies(client, open: true).map { $0["id"] } == [second])
      #expect(try await emergencies(client, open: false).first?["resolved"]?["note"] == "She is home")
    }
  }

  @Test("a raise that is sent again long after it was ended raises nobody while the database takes its time")
  func sentAgain() async throws {
    try await run { onCall, daemon, client in
      let office = Peer(service: daemon.service, role: .coordinator)
      let raise: JSONValue = ["worker": "sarah", "note": "He is back", "requestId": "old"]
      _ = await office.send("emergency.raise", raise).reply
      try await onCall.perform(.acknowledge, daemon, client)
      let id = try #require(try await emergencies(client).first?["id"])
      _ = try await client.call("emergency.resolve", ["emergency": id, "note": "She is home", "requestId": "r"])
      try await daemon.holdingTheWriter {
        let again = try await answer(onCall, daemon, "emergency.raise", raise, by: office)
        #expect(again["id"] == id)
        #expect(try await emergencies(client, open: true) == [])
      }
    }
  }
}
