import JSON
import Testing
import VisitsTestSupport

@Suite("Visits that a payer would refuse")
struct EVVCheckTests {
  @Test("each is listed with its reasons in words, page by page")
  func evv() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      for number in 1...3 {
        let visit = try await office.visit(
          "2026-11-20T1\(number):00:00Z", "2026-11-20T1\(number):30:00Z", request: "v\(number)")
        if number == 2 {
          _ = try await client.call(
            "visit.change", ["visit": .string(visit), "service": "Personal care", "requestId": "s"])
        }
        _ = try await client.call("visit.complete", ["visit": .string(visit), "requestId": .string("d\(number)")])
      }
      let params: JSONValue = ["from": "2026-11-20", "to": "2026-11-21", "limit": 2]
      let page = try await client.call("evv.check", params)
      let words = (page["visits"]?.array ?? []).map { finding in
        (finding["problems"]?.array ?? []).compactMap { $0["words"]?.string }
      }
      // What was completed hours after its plan is named, though nobody has told a time.
      func late(_ end: String) -> String {
        "The check-out at 9:30 AM is more than an hour from the planned end at \(end)."
      }
      #expect(words == [["No check-in", "No service", late("4:30 AM")], ["No check-in", late("5:30 AM")]])
      #expect(page["visits"]?.array?.first?["problems"]?.array?.last?["kind"] == "leftFarFromPlan")
      #expect(page["checked"] == 2)
      var rest = params.object ?? JSONObject()
      rest["after"] = page["next"]
      let last = try await client.call("evv.check", .object(rest))
      #expect(last["visits"]?.array?.count == 1)
      #expect(last["next"]?.isNull == true)
    }
  }

  @Test("a check-in far from the plan is named when its time was told too, and one within an hour is not")
  func farFromPlan() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      func kinds(_ at: String, _ request: String) async throws -> [String] {
        let visit = try await office.visit(
          "2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", request: "v-\(request)", allowOverlap: true)
        _ = try await client.call(
          "visit.change", ["visit": .string(visit), "service": "Care", "requestId": .string("n-\(request)")])
        for (method, at) in [("visit.start", at), ("visit.complete", "2026-11-20T16:20:00Z")] {
          _ = try await client.call(
            method, ["visit": .string(visit), "at": .string(at), "requestId": .string("\(method)-\(request)")])
        }
        let page = try await client.call("evv.check", ["from": "2026-11-20", "to": "2026-11-21"])
        let found = page["visits"]?.array?.first { $0["visit"]?["id"]?.string == visit }
        return (found?["problems"]?.array ?? []).compactMap { $0["kind"]?.string }
      }
      #expect(try await kinds("2026-11-20T12:00:00Z", "a") == ["cameFarFromPlan"])
      #expect(try await kinds("2026-11-20T14:05:00Z", "b") == [])
    }
  }
}
