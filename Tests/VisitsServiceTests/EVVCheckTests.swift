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
      #expect(words == [["No check-in", "No service"], ["No check-in"]])
      #expect(page["checked"] == 2)
      var rest = params.object ?? JSONObject()
      rest["after"] = page["next"]
      let last = try await client.call("evv.check", .object(rest))
      #expect(last["visits"]?.array?.count == 1)
      #expect(last["next"]?.isNull == true)
    }
  }
}
