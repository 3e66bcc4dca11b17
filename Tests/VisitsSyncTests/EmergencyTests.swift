import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsTestSupport

@testable import simulate

@Suite("An emergency", .ownThread)
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

  /// Whether these words stand in what is sent.
  private static func says(_ words: String, _ request: FHIRRequest) -> Bool {
    request.body.map { String(decoding: $0, as: UTF8.self).contains(words) } ?? false
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

  @Test(
    "over which upstream fails, which it forbids or answers with a page, is told to a person, and arrives when that is over",
    arguments: [200, 403, 500])
  func failing(_ status: Int) throws {
    let agency = try Agency()
    agency.simulation.network = { request, _ in
      let page = FHIRAnswer(status: status, contentType: "text/html", body: Array("<html>".utf8))
      let answer = status == 200 ? page : FHIRAnswer(status: status)
      return Self.says("Flag", request) ? .answered(answer) : .delivered
    }
    try raise(agency)
    try agency.simulation.run(seconds: 12)
    #expect(try agency.problems == [])
    try agency.simulation.run(seconds: 12)
    #expect(try agency.problems == ["parked failing"])
    #expect(try agency.rows == SyncStanding.Rows(parked: 1))
    agency.simulation.network = { _, _ in .delivered }
    try agency.simulation.run(seconds: 6)
    #expect(agency.simulation.upstream.record(name)?["status"] == "active")
    #expect(agency.simulation.upstream.record(name)?["extension"]?.items.first?["valueString"] == "He fell")
    #expect(try agency.problems == [])
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test(
    "of which upstream takes the simplest form alone arrives so, and a person is told that the rest is missing there")
  func half() throws {
    let agency = try Agency()
    let id = id
    agency.simulation.network = { request, _ in
      Self.says("He fell", request) ? .answered(FHIRAnswer(status: 500)) : .delivered
    }
    try raise(agency)
    try agency.simulation.run(seconds: 12)
    #expect(agency.simulation.upstream.record(name)?["subject"]?["reference"] == "Practitioner/sarah")
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == ["overruled simplest"])
    agency.simulation.network = { _, _ in .delivered }
    try change(agency) { try $0.resolve(Emergency.Handling(at: $0.at, by: "omar", note: "He is home")) }
    try agency.simulation.run(seconds: 2)
    #expect(agency.simulation.upstream.record("Flag/\(id.rawValue)")?["status"] == "inactive")
    #expect(try agency.problems == [], "all of it is known there now")
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
    #expect(try agency.problems == ["overruled simplest"])
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

  @Test("that upstream refuses in either form is told in upstream's words, tried on, and well again when it is taken")
  func refused() throws {
    let agency = try Agency()
    agency.simulation.upstream.rule = { json in
      json["resourceType"] == "Flag" ? SimulatedUpstream.Refusal(status: 422, words: "Flags are closed") : nil
    }
    try raise(agency)
    try agency.simulation.run(seconds: 20)
    #expect(try agency.problems == ["parked Flags are closed"])
    #expect(try agency.rows == SyncStanding.Rows(parked: 1))
    agency.simulation.upstream.rule = { _ in nil }
    try agency.simulation.run(seconds: 6)
    #expect(agency.simulation.upstream.record(name)?["status"] == "active")
    #expect(try agency.problems == [])
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("that upstream refuses is sent no more when a person discards it")
  func discarded() throws {
    let agency = try Agency()
    agency.simulation.upstream.rule = { json in
      json["resourceType"] == "Flag" ? SimulatedUpstream.Refusal(status: 422, words: "Flags are closed") : nil
    }
    try raise(agency)
    try agency.simulation.run(seconds: 20)
    let thing = SyncThing(.emergency, id.rawValue)
    try agency.simulation.change { transaction in
      try transaction.giveUp(thing, reason: "Omar called the clinic")
      return .settled(1)
    }
    agency.simulation.upstream.rule = { _ in nil }
    try agency.simulation.run(seconds: 20)
    #expect(agency.simulation.upstream.record(name) == nil)
    #expect(agency.simulation.daemon.express.isEmpty)
    #expect(try agency.problems == [])
  }

  @Test("which may have arrived and cannot be read is sent all the same", arguments: [403, 400])
  func unreadable(_ status: Int) throws {
    let agency = try Agency()
    agency.simulation.network = { request, _ in request.method == .get ? .delivered : .lost }
    try raise(agency)
    try agency.simulation.run(seconds: 7)
    #expect(agency.simulation.upstream.record(name) == nil)
    let answer = agency.simulation.upstream.refusal(status, "Flags are not read")
    agency.simulation.network = { request, _ in request.method == .get ? .answered(answer) : .delivered }
    try agency.simulation.run(seconds: 6)
    #expect(agency.simulation.upstream.record(name)?["status"] == "active")
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("whose Flag somebody has deleted stands there anew when it changes", arguments: Agency.servers)
  func deleted(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    try raise(agency)
    try agency.simulation.run(seconds: 2)
    let made = try #require(agency.simulation.upstream.names(of: "Flag").first)
    agency.simulation.upstream.delete(made, at: agency.there)
    try change(agency) { $0.note = "He fell\nHe bleeds" }
    try agency.simulation.run(seconds: 6)
    let flags = agency.simulation.upstream.all("Flag")
    #expect(flags.map { $0["status"] } == ["active"])
    #expect(flags.first?["extension"]?.items.first?["valueString"] == "He fell\nHe bleeds")
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
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
