import JSON
import Testing
import VisitsTestSupport

/// Sarah at Margaret Chen's, who practises to stand up, through the front door.
struct Practice: Sendable {
  let client: CheckedClient
  let goal: String

  static func open(_ client: CheckedClient) async throws -> Practice {
    _ = try await Office.open(client)
    return Practice(client: client, goal: try await Self.goal("Stand up unaided", client))
  }

  /// Sets a goal of Margaret Chen's; gives its id.
  static func goal(_ title: String, _ client: CheckedClient) async throws -> String {
    let set = try await client.call(
      "goal.put", ["client": "margaret-chen", "title": .string(title), "requestId": .string("goal-\(title)")])
    return try #require(set["goal"]?["id"]?.string)
  }

  func params(_ more: [String: JSONValue?], _ request: String) -> JSONObject {
    var params = JSONObject()
    params["requestId"] = .string(request)
    for (name, value) in more { params[name] = value }
    return params
  }

  /// Begins a session; gives its id.
  func start(
    _ more: [String: JSONValue?] = [:], _ request: String = "start", by peer: Peer? = nil
  ) async throws -> String {
    var params = params(more, request)
    if params["worker"] == nil { params["worker"] = "sarah" }
    if params["client"] == nil { params["client"] = "margaret-chen" }
    if params["goal"] == nil { params["goal"] = .string(goal) }
    return try #require(try await call("session.start", params, by: peer)["session"]?["id"]?.string)
  }

  @discardableResult
  func trial(
    _ session: String, _ success: Bool, _ request: String, _ more: [String: JSONValue?] = [:], by peer: Peer? = nil
  ) async throws -> JSONValue {
    var params = params(more, request)
    params["session"] = .string(session)
    params["success"] = .bool(success)
    return try await call("session.trial", params, by: peer)
  }

  @discardableResult
  func end(
    _ session: String, _ request: String = "end", _ more: [String: JSONValue?] = [:], by peer: Peer? = nil
  ) async throws -> JSONValue {
    var params = params(more, request)
    params["session"] = .string(session)
    return try await call("session.end", params, by: peer)
  }

  func show(_ session: String) async throws -> JSONValue {
    try await client.call("session.show", ["session": .string(session)])
  }

  private func call(_ method: String, _ params: JSONObject, by peer: Peer?) async throws -> JSONValue {
    if let peer { return try await peer.call(method, .object(params)) }
    return try await client.call(method, .object(params))
  }
}
