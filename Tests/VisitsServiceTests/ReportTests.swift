import JSON
import JSONRPC
import Testing
import VisitsTestSupport

@Suite("A report")
struct ReportTests {
  @Test("counts, hours and shares, of all and of each")
  func report() async throws {
    try await TestDaemon.run { _, client in
      let office = try await Office.open(client)
      let first = try await office.visit("2026-11-20T12:00:00Z", "2026-11-20T12:50:00Z", request: "v1")
      _ = try await client.call(
        "visit.miss", ["visit": .string(first), "by": "worker", "reason": "snow", "requestId": "m"])
      for number in 3...4 {
        _ = try await office.visit(
          "2026-11-20T1\(number):00:00Z", "2026-11-20T1\(number):30:00Z", worker: number == 4 ? nil : "sarah",
          request: "v\(number)")
      }
      let window: JSONValue = ["from": "2026-11-20", "to": "2026-11-21"]
      let report = try await client.call("report", window)
      #expect(report["from"] == "2026-11-20T07:00:00Z")
      #expect(report["rows"] == [])
      #expect(
        report["total"] == [
          "planned": 3, "completed": 0, "late": 0, "missed": 1, "cancelled": 0, "open": 1, "hoursPlanned": 1.83,
          "hoursWorked": 0, "missedShare": 0.3333,
        ])
      var byWorker = window.object ?? JSONObject()
      byWorker["by"] = "worker"
      byWorker["limit"] = 1
      let page = try await client.call("report", .object(byWorker))
      #expect(page["rows"]?.array?.map { $0["name"] } == ["Open"])
      #expect(page["total"] == report["total"])
      byWorker["after"] = page["next"]
      let rest = try await client.call("report", .object(byWorker))
      #expect(rest["rows"]?.array?.map { $0["name"] } == ["Sarah Miller"])
      #expect(rest["rows"]?.array?.first?["counts"]?["missedShare"] == 0.5)
      #expect(rest["next"]?.isNull == true)
      for missing in ["from", "to"] {
        var half = window.object ?? JSONObject()
        half[missing] = nil
        let error = try await office.refusal("report", .object(half))
        #expect(error.data["field"]?.string == missing)
      }
    }
  }
}
