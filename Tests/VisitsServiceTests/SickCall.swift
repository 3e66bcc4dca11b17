import JSON
import JSONRPC
import VisitsService
import VisitsTestSupport

/// Tests that begin with a worker who cannot come.
protocol SickCall {}

extension SickCall {
  /// Sarah, James and Margaret Chen, on Wednesday at 7:00 AM in Edmonton. Sarah has visits at 8:00 today, at 10:00 on
  /// Friday and at 10:00 on Saturday.
  func agency(
    _ body: @Sendable (TestDaemon, CheckedClient, Office, [String]) async throws -> Void
  ) async throws {
    try await TestDaemon.run(at: "2026-11-18T14:00:00Z") { daemon, client in
      let office = try await Office.open(client)
      _ = try await client.call("worker.put", ["id": "james", "name": "James Okafor", "requestId": "w-james"])
      var visits: [String] = []
      for start in ["18T15", "20T17", "21T17"] {
        visits.append(
          try await office.visit("2026-11-\(start):00:00Z", "2026-11-\(start):50:00Z", request: "v-\(start)"))
      }
      try await body(daemon, client, office, visits)
    }
  }

  func sick(_ client: CheckedClient, _ more: [String: JSONValue] = [:]) async throws -> JSONValue {
    var params = JSONObject()
    params["worker"] = "sarah"
    params["reason"] = "sick"
    params["requestId"] = "away"
    for (name, value) in more { params[name] = value }
    return try await client.call("absence.put", .object(params))
  }

  func ids(_ visits: JSONValue?) -> [JSONValue?] { visits?.array?.map { $0["id"] } ?? [] }
}
