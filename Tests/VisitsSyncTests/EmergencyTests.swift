import FHIR
import Testing
import VisitsModel
import VisitsStore

@testable import simulate

@Suite("An emergency")
struct EmergencyTests {
  private let id = EmergencyID(rawValue: "0199e0c2-5d80-7000-8000-0000000000e1")

  private func raise(_ agency: Agency) throws {
    let id = id
    try agency.simulation.change { transaction in
      .emergency(
        try transaction.put(
          Emergency(
            id: id, worker: try #require(WorkerID(rawValue: "sarah")), visit: nil, note: "He fell", position: nil,
            at: transaction.now, receivedAt: transaction.now, isClockSuspect: false, raisedBy: "sarah")))
    }
  }

  private func change(_ agency: Agency, _ body: @escaping @Sendable (inout Emergency) throws -> Void) throws {
    let id = id
    try agency.simulation.change { transaction in
      var emergency = try transaction.emergency(id, expectedVersion: nil)
      try body(&emergency)
      return .emergency(try transaction.put(emergency))
    }
  }

  private var name: String { "Flag/\(id.rawValue)" }

  @Test("arrives within five seconds of the network's return, whatever the backoff")
  func express() throws {
    let agency = try Agency()
    agency.simulation.network = { _, _ in .answered(FHIRAnswer(status: 503)) }
    try agency.complete("a")
    try agency.simulation.run(seconds: 3600)
    try raise(agency)
    try agency.simulation.run(seconds: 60)
    #expect(agency.simulation.upstream.record(name) == nil)
    agency.simulation.network = { _, _ in .delivered }
    try agency.simulation.run(seconds: 6)
    let flag = try #require(agency.simulation.upstream.record(name))
    #expect(flag["status"] == "active")
    #expect(flag["subject"]?["reference"] == "Practitioner/sarah")
    #expect(flag["extension"]?.items.first?["valueString"] == "He fell")
    #expect(agency.simulation.upstream.records[name]?.count == 1)
  }

  @Test("whose request hangs in silence as the network returns still arrives within five seconds", arguments: 0..<9)
  func hanging(_ moment: Int64) throws {
    let agency = try Agency()
    agency.simulation.network = { _, _ in .slow(there: 1_000_000, back: 0) }
    try raise(agency)
    try agency.simulation.run(seconds: 60 + moment)
    #expect(agency.simulation.upstream.record(name) == nil)
    agency.simulation.network = { _, _ in .delivered }
    let back = agency.simulation.clock.now
    try agency.simulation.run(seconds: 30)
    let arrived = try #require(agency.simulation.upstream.records[name]?.first?.at)
    #expect(back.milliseconds(to: arrived) <= 5_100)
  }

  @Test("that upstream refuses is sent again in its simplest form")
  func simplest() throws {
    let agency = try Agency()
    agency.simulation.upstream.rule = { json in
      json["resourceType"] == "Flag" && json["extension"] != nil
        ? SimulatedUpstream.Refusal(status: 422, words: "unknown extension") : nil
    }
    try raise(agency)
    try agency.simulation.run(seconds: 2)
    let flag = try #require(agency.simulation.upstream.record(name))
    #expect(flag["subject"]?["reference"] == "Practitioner/sarah")
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
  }

  @Test("that is over is inactive upstream, with how it ended")
  func resolved() throws {
    let agency = try Agency()
    try raise(agency)
    try agency.simulation.run(seconds: 2)
    let id = id
    try agency.simulation.change { transaction in
      var emergency = try transaction.emergency(id, expectedVersion: nil)
      try emergency.resolve(Emergency.Handling(at: transaction.now, by: "omar", note: "He is home"))
      return .emergency(try transaction.put(emergency))
    }
    try agency.simulation.run(seconds: 2)
    let flag = try #require(agency.simulation.upstream.record(name))
    #expect(flag["status"] == "inactive")
    #expect(flag["extension"]?.items.last?["extension"]?.items.last?["valueString"] == "He is home")
    #expect(agency.simulation.daemon.express.isEmpty)
  }

  @Test("that is raised again elsewhere stands there upstream")
  func elsewhere() throws {
    let agency = try Agency()
    try raise(agency)
    try agency.simulation.run(seconds: 2)
    for latitude in [53.5, 53.6] {
      try change(agency) { $0.position = Position(latitude: latitude, longitude: -113.5, accuracy: 10) }
      try agency.simulation.run(seconds: 2)
      let place = agency.simulation.upstream.record(name)?["extension"]?.items.last?["extension"]?.items.first
      #expect(place?["valueDecimal"] == .scalar(text: "\(latitude)"))
    }
  }

  @Test("whose answer is lost, or whose process dies at any moment, arrives once")
  func once() throws {
    for moment in 0..<12 {
      let agency = try Agency()
      agency.simulation.crash = agency.simulation.steps + moment
      var isLost = true
      agency.simulation.network = { request, _ in
        guard request.method != .get, isLost else { return .delivered }
        isLost = false
        return .answerLost
      }
      try raise(agency)
      try agency.simulation.run(seconds: 60)
      #expect(agency.simulation.upstream.records[name]?.count == 1, "crash before effect \(moment)")
      #expect(try agency.rows == SyncStanding.Rows(), "crash before effect \(moment)")
    }
  }
}
