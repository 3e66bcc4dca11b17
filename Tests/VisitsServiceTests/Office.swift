import JSON
import JSONRPC
import Testing
import VisitsTestSupport

/// A small agency for a test, made through the front door.
struct Office: Sendable {
  let client: CheckedClient

  /// Sarah, and Margaret Chen at 123 Oak St, Edmonton.
  static func open(_ client: CheckedClient) async throws -> Office {
    let office = Office(client: client)
    _ = try await client.call("worker.put", ["id": "sarah", "name": "Sarah Miller", "requestId": "w-sarah"])
    _ = try await client.call(
      "client.put",
      [
        "id": "margaret-chen", "name": "Margaret Chen", "address": "123 Oak St, Edmonton", "requestId": "c-chen",
      ])
    return office
  }

  /// A visit of an hour at Margaret Chen's; gives its id.
  func visit(
    _ start: String, _ end: String, worker: String? = "sarah", request: String, allowOverlap: Bool = false
  ) async throws -> String {
    var params: JSONValue = [
      "client": "margaret-chen", "start": .string(start), "end": .string(end), "requestId": .string(request),
      "allowOverlap": .bool(allowOverlap),
    ]
    if let worker, case .object(var object) = params {
      object["worker"] = .string(worker)
      params = .object(object)
    }
    let answer = try await client.call("visit.add", params)
    return try #require(answer["visits"]?.array?.first?["id"]?.string)
  }

  /// Sarah's Today.
  func today(_ more: JSONObject = JSONObject()) async throws -> JSONValue {
    var object = more
    object["worker"] = "sarah"
    return try await client.call("today", .object(object))
  }

  /// The error of a call that must be refused.
  func refusal(_ method: String, _ params: JSONValue) async throws -> RPCError {
    do {
      let answer = try await client.call(method, params)
      Issue.record("\(method) was not refused: \(String(decoding: answer.bytes, as: UTF8.self))")
      throw RPCError(code: 0, kind: "none", message: "not refused")
    } catch let error as RPCError {
      return error
    }
  }
}
