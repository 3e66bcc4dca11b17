import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import simulate

@Suite("Of a server that does not say what it has written,", .ownThread)
struct SilentServerTests {
  @Test("a stale search takes back nothing that was written since", arguments: Agency.servers)
  func stale(_ server: Agency.Server) throws {
    let agency = try Agency(server) { simulation in
      simulation.upstream.habits.answersWithRecord = false
      simulation.upstream.habits.indexLag = 50_000
    }
    try agency.simulation.run(seconds: 2)
    try agency.note("Ring twice", on: "a")
    // Longer than from one search to the next: one of them finds the first note, and the second not yet.
    try agency.simulation.run(seconds: 31)
    try agency.note("Use the back door", on: "a")
    try agency.simulation.run(seconds: 45)
    #expect(try agency.visit("a").note == "Use the back door")
    try agency.simulation.run(seconds: 120)
    #expect(agency.simulation.upstream.record("Appointment/a")?["comment"] == "Use the back door")
    #expect(agency.simulation.upstream.records["Appointment/a"]?.count == 3, "written once for each note")
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("an Encounter goes on to name the Appointment that it belongs to", arguments: Agency.servers)
  func reference(_ server: Agency.Server) throws {
    let agency = try Agency(server) { $0.upstream.habits.answersWithRecord = false }
    let id = try agency.added()
    let came = Agency.nine.adding(minutes: 300)
    for minutes: Int64 in [55, 57] {
      try agency.change(id) { visit, now in
        visit.life = .completed(
          checkIn: Check(at: came, receivedAt: now, method: .device),
          checkOut: Check(at: came.adding(minutes: minutes), receivedAt: now, method: .device))
      }
      try agency.simulation.run(seconds: 5)
    }
    let name = try #require(agency.simulation.upstream.names(of: "Appointment").first { $0 != "Appointment/a" })
    let encounter = try #require(agency.simulation.upstream.all("Encounter").first)
    #expect(encounter["period"]?["end"] == "2026-11-20T21:57:00Z")
    #expect(encounter["appointment"]?.items.first?["reference"] == .string(name))
  }

  @Test("what both sides changed after a lost answer is told, upstream's plan standing", arguments: Agency.servers)
  func overruled(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    let simulation = agency.simulation
    simulation.network = { request, _ in request.method == .get ? .delivered : .answerLost }
    let id = try agency.added()
    try simulation.run(seconds: 1)
    let name = try #require(simulation.upstream.names(of: "Appointment").first { $0 != "Appointment/a" })
    simulation.upstream.edit(name, at: agency.there) { $0["start"] = "2026-11-20T21:15:00Z" }
    try agency.change(id) { visit, _ in visit.start = visit.start.adding(minutes: 30) }
    simulation.network = { _, _ in .delivered }
    try simulation.run(seconds: 90)
    let start = try simulation.store.readNow { try $0.visit(id)?.start }
    #expect(start == Agency.nine.adding(minutes: 315))
    #expect(try agency.problems == ["overruled plan"])
    #expect(try agency.rows == SyncStanding.Rows())
  }
}

@Suite("Of a server that keeps something else than it was sent,", .ownThread)
struct ForgetfulServerTests {
  @Test(
    "a person is told, and what was said here is not taken back when upstream is changed", arguments: Agency.servers)
  func dropped(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    let simulation = agency.simulation
    simulation.upstream.habits.keeps = { json in
      var json = json
      json["comment"] = nil
      return json
    }
    try agency.note("Ring twice", on: "a")
    try simulation.run(seconds: 60)
    #expect(try agency.problems == ["overruled kept"])
    #expect(try agency.rows == SyncStanding.Rows())
    simulation.upstream.edit("Appointment/a", at: agency.there) { $0["end"] = "2026-11-20T17:30:00Z" }
    try simulation.run(seconds: 120)
    #expect(try agency.visit("a").end == Agency.nine.adding(minutes: 90))
    #expect(try agency.visit("a").note == "Ring twice")
    #expect(try agency.problems == ["overruled kept"])
    #expect(try agency.rows == SyncStanding.Rows())
    let sent = simulation.upstream.records["Appointment/a"]?.count(where: \.isOurs)
    // Another version that says nothing new is no reason to send it again.
    for language in ["en", "fr"] {
      simulation.upstream.edit("Appointment/a", at: agency.there) { $0["language"] = .string(language) }
      try simulation.run(seconds: 60)
    }
    #expect(simulation.upstream.records["Appointment/a"]?.count(where: \.isOurs) == sent)
    #expect(try agency.visit("a").note == "Ring twice")
  }

  @Test("a check that is kept to the second alone stays the one that was reported here", arguments: Agency.servers)
  func seconds(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    let simulation = agency.simulation
    simulation.upstream.habits.keeps = { json in
      guard let start = json["period"]?["start"]?.string else { return json }
      var json = json
      json["period"]?["start"] = .string(start.prefix(19) + "Z")
      return json
    }
    let came = Agency.nine.adding(milliseconds: 120_345)
    try agency.change(agency.visit("a").id) { visit, now in
      visit.life = .inProgress(checkIn: Check(at: came, receivedAt: now, method: .device))
    }
    try simulation.run(seconds: 60)
    simulation.upstream.edit("Appointment/a", at: agency.there) { $0["comment"] = "Ring twice" }
    try simulation.run(seconds: 60)
    #expect(try agency.visit("a").note == "Ring twice")
    #expect(try agency.visit("a").life.checkIn?.at == came)
    #expect(try agency.visit("a").life.checkIn?.method == .device)
    #expect(try agency.problems == [])
  }
}
