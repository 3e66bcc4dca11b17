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
          This device has changed this 500 times in 24 hours, and more is not taken. \
          If somebody really needs that, call your office; otherwise try again tomorrow.
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
}
