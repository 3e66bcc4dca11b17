import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import simulate

@Suite("Sync promises that", .ownThread)
struct PromiseTests {
  @Test("a visit booked upstream is here, with its people and at its time")
  func arrives() throws {
    let agency = try Agency()
    let visit = try agency.visit("a")
    #expect(visit.worker?.rawValue == "sarah")
    #expect(visit.client.rawValue == "margaret-chen")
    #expect(visit.start.milliseconds == 1_795_190_400_000)
    #expect(visit.service == "Personal care")
    #expect(agency.simulation.daemon.pull.last == .succeeded)
    #expect(agency.simulation.daemon.push.last == .succeeded)
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("a completion arrives upstream exactly once, and only then nothing waits", arguments: Agency.servers)
  func completion(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    agency.simulation.network = { _, _ in .unreachable }
    try agency.complete("a")
    try agency.simulation.run(seconds: 90)
    #expect(try agency.rows == SyncStanding.Rows(pending: 1))
    #expect(agency.simulation.daemon.push.isUnreachable)
    agency.simulation.network = { _, _ in .delivered }
    try agency.simulation.run(seconds: 31)
    #expect(try agency.rows == SyncStanding.Rows())
    try agency.expectCompleted("a")
  }

  @Test("what we do not know of a record goes back as it came")
  func unknownFields() throws {
    let agency = try Agency()
    try agency.complete("a")
    try agency.simulation.run(seconds: 5)
    let json = try #require(agency.simulation.upstream.record("Appointment/a"))
    #expect(json["priority"] == 5)
    #expect(json["serviceType"]?.items.first?["coding"]?.items.first?["code"] == "pc")
    #expect(json["participant"]?.items.count == 3)
  }

  @Test("a write whose answer was lost is known as ours, and is not made again", arguments: Agency.servers)
  func lostAnswer(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    agency.simulation.network = { request, _ in request.method == .get ? .delivered : .answerLost }
    try agency.complete("a")
    try agency.simulation.run(seconds: 1)
    #expect(try agency.rows == SyncStanding.Rows(pending: 1))
    agency.simulation.network = { _, _ in .delivered }
    try agency.simulation.run(seconds: 90)
    #expect(try agency.rows == SyncStanding.Rows())
    try agency.expectCompleted("a")
    #expect(try agency.problems == [])
  }

  @Test("a visit that upstream refuses is parked with its own words, while the others go on", arguments: Agency.servers)
  func refused(_ server: Agency.Server) throws {
    let agency = try Agency(server, visits: ["a", "b", "c"])
    agency.simulation.upstream.rule = { json in
      let isThis = json["id"] == "b" || json["appointment"]?.items.first?["reference"] == "Appointment/b"
      return isThis ? SimulatedUpstream.Refusal(status: 422, words: "Appointment b is locked") : nil
    }
    for name in ["a", "b", "c"] { try agency.complete(name) }
    try agency.simulation.run(seconds: 10)
    #expect(try agency.rows == SyncStanding.Rows(parked: 1))
    #expect(try agency.problems == ["parked Appointment b is locked"])
    try agency.expectCompleted("a")
    try agency.expectCompleted("c")
  }

  @Test("a visit that upstream refuses stays parked whatever words it refuses it with")
  func refusedAsUnknown() throws {
    let agency = try Agency()
    agency.simulation.upstream.rule = { _ in SimulatedUpstream.Refusal(status: 422, words: "unknown") }
    try agency.note("Ring twice", on: "a")
    try agency.simulation.run(seconds: 5)
    #expect(try agency.rows == SyncStanding.Rows(parked: 1))
    agency.simulation.upstream.rule = { _ in nil }
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["end"] = "2026-11-20T17:30:00Z" }
    try agency.simulation.run(seconds: 60)
    #expect(try agency.rows == SyncStanding.Rows(parked: 1))
    #expect(try agency.problems == ["parked unknown"])
    #expect(agency.simulation.upstream.record("Appointment/a")?["comment"] == nil)
  }

  @Test("what was lost where the server chooses the ids is made when a person has it tried again")
  func decided() throws {
    let agency = try Agency(Agency.servers[2])
    agency.simulation.network = { request, _ in request.method == .get ? .delivered : .lost }
    try agency.add()
    try agency.simulation.run(seconds: 60)
    #expect(try agency.problems == ["parked unknown"])
    agency.simulation.network = { _, _ in .delivered }
    try agency.simulation.retry()
    try agency.simulation.run(seconds: 60)
    #expect(try agency.problems == [])
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(agency.simulation.upstream.all("Appointment").count == 2)
    #expect(agency.simulation.upstream.misdeeds == [])
  }

  @Test("a visit booked long ago appears when its day comes near")
  func farAhead() throws {
    let agency = try Agency()
    let later = Agency.nine.adding(minutes: 60 * 24 * 40)
    try agency.book("far", at: later)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.find("far") == nil)
    agency.simulation.sleep(days: 13)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("far").start == later)
  }

  @Test("a crash between any two effects loses and doubles nothing", arguments: Agency.servers[..<2])
  func crash(_ server: Agency.Server) throws {
    var moment = 0
    while true {
      let agency = try Agency(server)
      let before = agency.simulation.steps
      agency.simulation.crash = before + moment
      try agency.complete("a")
      try agency.add()
      try agency.simulation.run(seconds: 3)
      let hasCrashed = agency.simulation.crash == nil
      agency.simulation.crash = nil
      try agency.simulation.run(seconds: 120)
      #expect(try agency.rows == SyncStanding.Rows(), "crash before effect \(moment)")
      #expect(try agency.problems == [], "crash before effect \(moment)")
      try agency.expectCompleted("a")
      #expect(agency.simulation.upstream.all("Appointment").count == 2, "crash before effect \(moment)")
      guard hasCrashed else { break }
      moment += 1
    }
    #expect(moment > 5)
  }

  @Test("where the server chooses the ids, a crash makes nothing twice: what is not known is parked")
  func crashUnknown() throws {
    for moment in 0..<30 {
      let agency = try Agency(Agency.servers[2])
      agency.simulation.crash = agency.simulation.steps + moment
      try agency.complete("a")
      try agency.add()
      try agency.simulation.run(seconds: 120)
      let rows = try agency.rows
      #expect(rows.pending == 0, "crash before effect \(moment)")
      #expect(try agency.problems.allSatisfy { $0 == "parked unknown" }, "crash before effect \(moment)")
      let parked = try agency.problems.count
      #expect(rows.parked == parked)
      let made = agency.simulation.upstream.all("Appointment").count + agency.simulation.upstream.all("Encounter").count
      #expect(made == 3 - parked, "crash before effect \(moment)")
    }
  }

  @Test("a wrong base address parks and withdraws nothing")
  func wrongBase() throws {
    let page = FHIRAnswer(status: 404, contentType: "text/html", body: Array("<html>".utf8))
    let agency = try Agency()
    agency.simulation.network = { _, _ in .answered(page) }
    try agency.complete("a")
    try agency.simulation.start()
    try agency.simulation.run(seconds: 600)
    #expect(try agency.rows == SyncStanding.Rows(pending: 1))
    #expect(agency.simulation.daemon.push.isFailing)
    agency.simulation.network = { _, _ in .delivered }
    try agency.simulation.run(seconds: 900)
    try agency.expectCompleted("a")
  }
}
