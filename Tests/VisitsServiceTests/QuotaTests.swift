import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("What a device can change in 24 hours")
struct QuotaTests {
  /// The answer to a completion of a visit that is completed already.
  private func note(_ text: String, _ visit: String, _ request: String, by device: Peer) async -> RPCReply {
    await device.reply(
      "visit.complete", ["visit": .string(visit), "note": .string(text), "requestId": .string(request)])
  }

  @Test("has an end for one visit, which the answer names; other visits, and the next day, are not touched")
  func oneVisit() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v")
      let other = try await office.visit("2026-11-20T18:00:00Z", "2026-11-20T19:00:00Z", request: "o")
      let device = try await office.device("sarah", at: daemon)
      for number in 1...500 {
        #expect(await note("\(number)", visit, "r\(number)", by: device).error == nil)
      }
      daemon.time.set("2026-11-20T20:00:00Z")
      let refusal = try #require(await note("more", visit, "r501", by: device).error)
      #expect(refusal.code == 1429)
      #expect(
        refusal.message == """
          This device has changed this 500 times in 24 hours, and no more changes are accepted. \
          If you need to change it again, call your office; otherwise try again tomorrow.
          """)
      #expect(refusal.data["retryAfter"] == 73_800)
      #expect(refusal.data["limit"] == "changesOfOne")
      #expect(refusal.data["value"] == 500)
      #expect(await note("Ate well", other, "o1", by: device).error == nil)
      // What has arrived is answered as it was, and the office is not bound.
      #expect(await note("500", visit, "r500", by: device).error == nil)
      _ = try await client.call("visit.change", ["visit": .string(visit), "service": "Bath", "requestId": "office"])
      daemon.time.set("2026-11-21T16:30:00Z")
      #expect(await note("more", visit, "r501", by: device).error == nil)
    }
  }

  @Test("counts bytes too: whoever sends long notes on and on cannot fill the disk")
  func bytes() async throws {
    try await TestDaemon.run { daemon, client in
      let (care, tasks) = try await CareOffice.open(client)
      let visit = try await Office(client: client).visit(
        "2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v")
      let device = try await Office(client: client).device("sarah", at: daemon)
      let note = String(repeating: "😀", count: 1990)
      var sent = 0
      var refusal: RPCError?
      for number in 1...400 {
        for task in ["breakfast", "lunch", "dinner"] where refusal == nil {
          let record = try care.params(
            tasks[task], ["done": true, "note": .string("\(number) " + note)], "\(task)-\(number)")
          refusal = await device.reply("task.record", .object(record)).error
          if refusal == nil { sent += 1 }
        }
      }
      #expect((980..<1000).contains(sent))
      #expect(refusal?.code == 1429)
      #expect(refusal?.data["limit"] == "bytesOfDevice")
      #expect(refusal?.data["value"] == 8_000_000)
      #expect(refusal?.message.hasPrefix("This device has sent 8 MB in 24 hours, and no more is accepted.") == true)
      // A completion is never refused, but what only adds to it is.
      #expect(await self.note("Ate well", visit, "c1", by: device).error == nil)
      #expect(await self.note("And slept", visit, "c2", by: device).error?.data["limit"] == "bytesOfDevice")
    }
  }

  @Test("is counted for each device: a stolen one takes nothing from its worker's other one")
  func otherDevice() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v")
      let stolen = try await office.device("sarah", at: daemon, request: "stolen")
      let other = try await office.device("sarah", at: daemon, request: "other")
      for number in 1...500 {
        #expect(await note("\(number)", visit, "r\(number)", by: stolen).error == nil)
      }
      #expect(await note("more", visit, "r501", by: stolen).error?.code == 1429)
      #expect(await note("Ate well", visit, "own", by: other).error == nil)
    }
  }

  @Test("counts a note by what it takes, not by what a reader sees")
  func combiningCharacters() async throws {
    try await TestDaemon.run { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z", request: "v")
      let device = try await office.device("sarah", at: daemon)
      for number in 1...4 {
        let letter = "\(number)" + String(repeating: "\u{301}", count: 2500)
        #expect(await note(letter, visit, "r\(number)", by: device).error == nil)
      }
      let kept = try await client.call("visit.show", ["visit": .string(visit)])["visit"]?["note"]?.string
      #expect(kept?.unicodeScalars.count == 8000)
      #expect(kept?.last == "…")
    }
  }

  @Test("keeps no visit from ending, however much was recorded of the session that ends with it")
  func sessionUsedUp() async throws {
    try await TestDaemon.run(at: "2026-11-20T17:15:00Z") { daemon, client in
      let practice = try await Practice.open(client)
      let office = Office(client: client)
      let visit = try await office.visit("2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", request: "v")
      let sarah = try await office.device("sarah", at: daemon)
      _ = try await sarah.call("visit.start", ["visit": .string(visit), "requestId": "s"])
      let session = try await practice.start(["visit": .string(visit)], by: sarah)
      var refused = false
      for number in 1...5_000 where !refused {
        refused =
          await sarah.reply(
            "session.trial",
            ["session": .string(session), "success": true, "requestId": .string("t\(number)")]
          ).error != nil
      }
      #expect(refused)
      let over = try await sarah.call("visit.complete", ["visit": .string(visit), "requestId": "c"])
      #expect(over["visit"]?["status"] == "completed")
      #expect(try await practice.show(session)["session"]?["endDerived"] == true)
    }
  }
}
