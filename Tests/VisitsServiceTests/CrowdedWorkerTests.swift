import JSON
import JSONRPC
import Testing
import VisitsService
import VisitsTestSupport

@testable import VisitsStore

@Suite("A system that plans any number of visits of one worker at one time")
struct CrowdedWorkerTests {
  @Test("costs the writer four times the work for four times the visits")
  func work() async throws {
    let (few, fewAlerts) = try await planned(100)
    let (many, manyAlerts) = try await planned(400)
    #expect(many < 6 * few, "\(few) steps for 100 visits, \(many) for 400")
    #expect((fewAlerts, manyAlerts) == (99, 399), "one alert for each two that come at once")
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
