import JSON
import JSONRPC
import Testing
import VisitsService
import VisitsTestSupport

@testable import VisitsStore

@Suite("A system that sends four times as much costs the writer four times the work")
struct CrowdedWorkerTests {
  @Test("where all visits are one worker's, at one time")
  func visits() async throws {
    let (few, fewAlerts) = try await planned(100)
    let (many, manyAlerts) = try await planned(400)
    #expect(many < 6 * few, "\(few) steps for 100 visits, \(many) for 400")
    #expect((fewAlerts, manyAlerts) == (99, 399), "one alert for each two that come at once")
  }

  @Test("where all clients have one name, and ids that no slug can have")
  func names() async throws {
    let few = try await named(100)
    let many = try await named(400)
    #expect(many < 6 * few, "\(few) steps for 100 clients, \(many) for 400")
  }

  /// Imports clients of one name; returns the writer's steps.
  private func named(_ count: Int) async throws -> Int {
    let clients = (1...count).map { number in
      #"{"resource":{"resourceType":"Patient","id":"P\#(number)","name":[{"text":"John Smith"}]}}"#
    }
    let bundle =
      #"{"resourceType":"Bundle","type":"collection","entry":[\#(clients.joined(separator: ","))]}"#
    return try await TestDaemon.run(at: "2026-11-20T14:00:00Z") { daemon, client in
      let store = daemon.service.store
      let counted = try await Steps.count(in: store.pool) {
        try await client.call("import", ["format": "fhir", "content": .string(bundle), "requestId": "i"])
      }
      #expect(counted.value["added"] == .integer(Int64(count)))
      let last = try await client.call("client.show", ["client": .string("john-smith-\(count)")])
      #expect(last["client"]?["name"] == "John Smith")
      return counted.steps
    }
  }

  /// Imports visits of one worker at one time; returns the writer's steps and the number of alerts.
  private func planned(_ count: Int) async throws -> (steps: Int, alerts: Int) {
    let visits = (1...count).map { number in
      """
      {"resource":{"resourceType":"Appointment","id":"a\(number)","status":"booked","start":"2026-11-21T14:00:00Z",
        "end":"2026-11-21T16:00:00Z","participant":[{"actor":{"reference":"Patient/chen"},"status":"accepted"},
        {"actor":{"reference":"Practitioner/pa"},"status":"accepted"}]}}
      """
    }
    let bundle = """
      {"resourceType":"Bundle","type":"collection","entry":[
        {"resource":{"resourceType":"Patient","id":"chen","name":[{"text":"Margaret Chen"}]}},
        {"resource":{"resourceType":"Practitioner","id":"pa","name":[{"text":"Anna"}]}},
        \(visits.joined(separator: ","))]}
      """
    return try await TestDaemon.run(at: "2026-11-20T14:00:00Z") { daemon, client in
      let store = daemon.service.store
      let counted = try await Steps.count(in: store.pool) {
        try await client.call("import", ["format": "fhir", "content": .string(bundle), "requestId": "i"])
      }
      #expect(counted.value["added"] == .integer(Int64(count + 2)))
      return (counted.steps, try store.readNow { try $0.openAlerts().count })
    }
  }
}
