import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("What a record says stays true")
struct RecordTests {
  @Test("a visit took place where it did, wherever the client moves; planned again, it follows the client")
  func address() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let later = try await office.visit("2026-11-20T17:00:00Z", "2026-11-20T18:00:00Z", request: "v2")
      _ = try await client.call("visit.start", ["visit": .string(visit), "requestId": "s1"])
      _ = try await client.call("visit.complete", ["visit": .string(visit), "requestId": "c1"])
      _ = try await client.call(
        "client.put", ["id": "margaret-chen", "address": "9 New Rd, Leduc", "requestId": "moved"])
      let shown = try await client.call("visit.show", ["visit": .string(visit)])
      #expect(shown["visit"]?["address"] == "123 Oak St, Edmonton")
      let cards = try await office.today()["cards"]?.array
      #expect(cards?.map { $0["address"] } == ["123 Oak St, Edmonton", "9 New Rd, Leduc"])
      #expect(cards?.last?["visit"] == .string(later))
      let goesOn = try await client.call(
        "visit.reopen", ["visit": .string(visit), "reason": "not over", "to": "inProgress", "requestId": "r1"])
      #expect(goesOn["visit"]?["address"] == "123 Oak St, Edmonton")
      _ = try await client.call("visit.complete", ["visit": .string(visit), "requestId": "c2"])
      let again = try await client.call(
        "visit.reopen", ["visit": .string(visit), "reason": "wrong visit", "requestId": "r2"])
      #expect(again["visit"]?["address"] == "9 New Rd, Leduc")
    }
  }

  @Test("a visit's own address stays its own through start and reopening")
  func ownAddress() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      let complete: JSONValue = ["visit": .string(visit), "requestId": "c1"]
      _ = try await client.call("visit.complete", complete)
      _ = try await client.call(
        "visit.change", ["visit": .string(visit), "address": "The day centre", "requestId": "a1"])
      let again = try await client.call(
        "visit.reopen", ["visit": .string(visit), "reason": "wrong visit", "requestId": "r1"])
      #expect(again["visit"]?["address"] == "The day centre")
    }
  }

  @Test("the office cannot check out before a check-in, not even one of a wrong clock; it corrects that first")
  func outBeforeIn() async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      let visit = try await office.visit("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v1")
      _ = try await client.call(
        "visit.start", ["visit": .string(visit), "at": "2026-11-20T17:00:00Z", "requestId": "s1"])
      daemon.time.set("2026-11-20T16:00:00Z")
      let error = try await office.refusal("visit.complete", ["visit": .string(visit), "requestId": "c1"])
      #expect(error.data["field"] == "at")
      #expect(
        error.message == """
          The check-out, 9:00 AM, lies before the check-in, 10:00 AM. Give a later check-out, or correct the check-in \
          first.
          """)
      _ = try await client.call(
        "visit.correct",
        ["visit": .string(visit), "checkIn": "2026-11-20T15:00:00Z", "reason": "device", "requestId": "k1"])
      _ = try await client.call("visit.complete", ["visit": .string(visit), "requestId": "c2"])
    }
  }

  @Test(
    "a visit is planned within ten years of now",
    arguments: [
      ("0203-11-20T15:00:00Z", "7:26 AM on November 20, 203"), ("2036-11-21T15:00:00Z", "8:00 AM on November 21, 2036"),
    ])
  func farAway(start: String, told: String) async throws {
    try await TestDaemon.run(at: "2026-11-20T15:00:00Z") { _, client in
      let office = try await Office.open(client)
      let error = try await office.refusal(
        "visit.add",
        ["client": "margaret-chen", "start": .string(start), "minutes": 60, "requestId": "v1"])
      #expect(error.data["field"] == "start")
      #expect(error.message == "\(told) is more than 10 years from now. Check the year.")
      let visit = try await office.visit("2036-11-20T02:00:00Z", "2036-11-20T03:00:00Z", request: "v2")
      let moved = try await office.refusal(
        "visit.change", ["visit": .string(visit), "start": .string(start), "requestId": "m1"])
      #expect(moved.data["field"] == "start")
    }
  }
}
