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

  @Test("where everybody has one date of birth, one telephone number and one part of the name")
  func likeness() async throws {
    let few = try await alike(20)
    let many = try await alike(80)
    #expect(many < 6 * few, "\(few) steps for 20 and 20 clients, \(many) for 80 and 80")
  }

  @Test("where all visits are one client's, at one time, and the office has linked a worker")
  func sameTime() async throws {
    let few = try await planned(300, links: true).steps
    let many = try await planned(1200, links: true).steps
    #expect(many < 6 * few, "\(few) steps for 300 visits, \(many) for 1,200")
  }

  /// Imports clients who are like the clients here; returns the writer's steps.
  private func alike(_ count: Int) async throws -> Int {
    let clients = (1...count).map { number in
      """
      {"resource":{"resourceType":"Patient","id":"p\(number)","name":[{"text":"John\(number) Smith"}],
        "birthDate":"1900-01-01","telecom":[{"system":"phone","value":"780-555-0100"}]}}
      """
    }
    let bundle = #"{"resourceType":"Bundle","type":"collection","entry":[\#(clients.joined(separator: ","))]}"#
    return try await TestDaemon.run(at: "2026-11-20T14:00:00Z") { daemon, client in
      for number in 1...count {
        _ = try await client.call(
          "client.put",
          [
            "id": .string("own-\(number)"), "name": .string("Jack\(number) Smith"), "birthDate": "1900-01-01",
            "phone": "780-555-0100", "requestId": .string("own-\(number)"),
          ])
      }
      let store = daemon.service.store
      let counted = try await Steps.count(in: store.pool) {
        try await client.call("import", ["format": "fhir", "content": .string(bundle), "requestId": "i"])
      }
      #expect(counted.value["added"] == .integer(Int64(count)))
      let told = try await client.call("client.duplicates", ["limit": 1])
      #expect(told["pairs"]?.array?.count == (count > 50 ? 0 : 1), "what more than fifty people share says nothing")
      return counted.steps
    }
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
  private func planned(_ count: Int, links: Bool = false) async throws -> (steps: Int, alerts: Int) {
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
      if links {
        _ = try await client.call("worker.put", ["id": "sarah", "name": "Sarah Miller", "requestId": "w"])
        _ = try await client.call(
          "worker.link",
          ["worker": "sarah", "record": "https://fhir.example.org/r4/Practitioner/9", "requestId": "l"])
      }
      let counted = try await Steps.count(in: store.pool) {
        try await client.call("import", ["format": "fhir", "content": .string(bundle), "requestId": "i"])
      }
      #expect(counted.value["added"] == .integer(Int64(count + 2)))
      return (counted.steps, try store.readNow { try $0.openAlerts().count })
    }
  }
}
