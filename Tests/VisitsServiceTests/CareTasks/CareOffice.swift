import JSON
import Testing
import VisitsTestSupport

/// A client's routine, made through the front door.
struct CareOffice: Sendable {
  let client: CheckedClient

  /// The rows of seed 000; the meal before the workout is due on Mondays, Wednesdays and Fridays.
  static let seed = [
    "weighed", "breakfast", "lunch", "preWorkoutMeal", "dinner", "kitchenClosed", "trackedMeals", "workout",
    "sleptInBed",
  ]

  /// Margaret Chen, with the nine rows since the first of November 2026.
  static func open(_ client: CheckedClient) async throws -> (care: CareOffice, tasks: [String: String]) {
    _ = try await Office.open(client)
    let care = CareOffice(client: client)
    var tasks: [String: String] = [:]
    for preset in seed {
      tasks[preset] = try await care.put(
        [
          "preset": .string(preset), "from": "2026-11-01",
          "condition": preset == "preWorkoutMeal" ? ["weekdays": ["mon", "wed", "fri"]] : nil,
        ])
    }
    return (care, tasks)
  }

  /// Defines a task; gives its id.
  @discardableResult
  func put(_ more: [String: JSONValue?]) async throws -> String {
    var params = Self.params(more)
    if params["requestId"] == nil {
      params["requestId"] = .string("put-\(more["title"]??.string ?? more["preset"]??.string ?? "")")
    }
    return try #require(try await client.call("task.put", .object(params))["task"]?["id"]?.string)
  }

  func record(_ task: String?, _ more: [String: JSONValue?], request: String) async throws -> JSONValue {
    try await client.call("task.record", .object(try params(task, more, request)))
  }

  func params(_ task: String?, _ more: [String: JSONValue?], _ request: String) throws -> JSONObject {
    var params = Self.params(more)
    params["requestId"] = .string(request)
    params["task"] = .string(try #require(task))
    return params
  }

  /// Parameters about Margaret Chen; what is `nil` is left out.
  static func params(_ more: [String: JSONValue?]) -> JSONObject {
    var params = JSONObject()
    params["client"] = "margaret-chen"
    for (name, value) in more { params[name] = value }
    return params
  }

  func day(_ date: String? = nil, locale: String? = nil) async throws -> JSONValue {
    try await client.call(
      "task.day", .object(Self.params(["date": date.map { .string($0) }, "locale": locale.map { .string($0) }])))
  }

  /// The row of that title.
  func row(_ title: String, on date: String? = nil) async throws -> JSONValue? {
    try await day(date)["rows"]?.array?.first { $0["title"]?.string == title }
  }
}
