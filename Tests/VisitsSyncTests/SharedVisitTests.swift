import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsTestSupport

@testable import simulate

@Suite("An Appointment of two workers", .ownThread)
struct SharedVisitTests {
  /// Sarah and James come to Margaret Chen together.
  private func agency(_ server: Agency.Server = Agency.servers[0]) throws -> Agency {
    let agency = try Agency(server)
    join("james", in: agency)
    try agency.simulation.run(seconds: 60)
    return agency
  }

  private func join(_ worker: String, in agency: Agency) {
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) {
      $0["participant", default: []].items.append(
        ["actor": ["reference": .string("Practitioner/\(worker)")], "status": "accepted"])
    }
  }

  private func leave(_ worker: String, in agency: Agency) {
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) {
      $0["participant", default: []].items.removeAll {
        $0["actor"]?["reference"]?.string == "Practitioner/\(worker)"
      }
    }
  }

  private func visits(_ agency: Agency) throws -> [Visit] {
    try agency.simulation.store.readNow { reader in
      try reader.agreed(on: RecordAddress(type: "Appointment", id: "a"))
        .compactMap { try $0.thing.visit.flatMap(reader.visit) }
    }
  }

  /// Whose visits are there, and how they stand.
  private func standing(_ agency: Agency) throws -> [String] {
    try visits(agency).filter { !$0.isWithdrawn }.map { "\($0.worker?.rawValue ?? "open") \($0.status)" }
  }

  private func id(of worker: String, in agency: Agency) throws -> VisitID {
    try #require(try visits(agency).first { $0.worker?.rawValue == worker }).id
  }

  @Test("of whom one was taken off it is done when the other was there, and called off with theirs")
  func takenOff() throws {
    let done = try agency()
    leave("james", in: done)
    try done.simulation.run(seconds: 60)
    try done.complete("a")
    try done.simulation.run(seconds: 60)
    #expect(done.simulation.upstream.record("Appointment/a")?["status"] == "fulfilled")
    #expect(try done.rows == SyncStanding.Rows())
    let off = try agency()
    leave("james", in: off)
    try off.simulation.run(seconds: 60)
    let sarah = try id(of: "sarah", in: off)
    try off.change(sarah) { visit, _ in visit.life = .cancelled(reason: "In hospital", checkIn: nil) }
    try off.simulation.run(seconds: 60)
    #expect(off.simulation.upstream.record("Appointment/a")?["status"] == "cancelled")
    #expect(try standing(off) == ["sarah cancelled"])
    #expect(try off.rows == SyncStanding.Rows())
  }

  @Test("of whom one was taken off and comes after all is two visits again")
  func comesBack() throws {
    let agency = try agency()
    let james = try id(of: "james", in: agency)
    leave("james", in: agency)
    try agency.simulation.run(seconds: 60)
    #expect(try standing(agency) == ["sarah scheduled"])
    join("james", in: agency)
    try agency.simulation.run(seconds: 60)
    #expect(try standing(agency) == ["sarah scheduled", "james scheduled"])
    #expect(try id(of: "james", in: agency) == james)
    #expect(try agency.problems == [])
  }

  @Test("of whom one was taken off is read once, not with every look")
  func readOnce() throws {
    let agency = try agency()
    leave("james", in: agency)
    try agency.simulation.run(seconds: 60)
    let versions = try agency.simulation.store.readNow {
      try $0.agreed(on: RecordAddress(type: "Appointment", id: "a")).map(\.version)
    }
    #expect(versions == ["3", "3"])
  }

  @Test("of whom one is not known yet is taken in whole once they are")
  func unknownWorker() throws {
    let agency = try Agency()
    join("lena", in: agency)
    try agency.simulation.run(seconds: 60)
    #expect(try standing(agency) == ["sarah scheduled"])
    #expect(try agency.problems.contains { $0.contains("Practitioner/lena") })
    try agency.simulation.upstream.put(
      #"{"resourceType":"Practitioner","id":"lena","name":[{"text":"Lena Novak"}]}"#, at: agency.there)
    try agency.simulation.run(seconds: 120)
    #expect(try standing(agency) == ["sarah scheduled", "lena scheduled"])
    #expect(try agency.problems == [])
  }

  @Test("keeps what either of them noted, on both sides")
  func notes() throws {
    let agency = try agency()
    let (sarah, james) = (try id(of: "sarah", in: agency), try id(of: "james", in: agency))
    try agency.change(sarah) { visit, _ in visit.note = "The key is under the mat" }
    try agency.change(james) { visit, _ in visit.note = "She ate well" }
    try agency.simulation.run(seconds: 120)
    let note = "The key is under the mat\nShe ate well"
    #expect(agency.simulation.upstream.record("Appointment/a")?["comment"]?.string == note)
    #expect(try visits(agency).map(\.note) == [note, note])
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("of whom one was there is planned again for the other who was not", arguments: Agency.servers)
  func reopened(_ server: Agency.Server) throws {
    let agency = try agency(server)
    for worker in ["sarah", "james"] {
      try agency.change(id(of: worker, in: agency)) { visit, now in
        visit.life = .completed(
          checkIn: Check(at: visit.start, receivedAt: now, method: .device),
          checkOut: Check(at: visit.end, receivedAt: now, method: .device))
      }
      try agency.simulation.run(seconds: 60)
    }
    #expect(agency.simulation.upstream.record("Appointment/a")?["status"] == "fulfilled")
    try agency.change(id(of: "james", in: agency)) { visit, _ in visit.life = .scheduled }
    try agency.simulation.run(seconds: 60)
    #expect(try standing(agency) == ["sarah completed", "james scheduled"])
    #expect(agency.simulation.upstream.record("Appointment/a")?["status"] == "booked")
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("that alone says that both were there is not taken back for one of them: a person decides")
  func unsayable() throws {
    let agency = try agency()
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["status"] = "fulfilled" }
    try agency.simulation.run(seconds: 60)
    #expect(try standing(agency) == ["sarah completed", "james completed"])
    try agency.change(id(of: "james", in: agency)) { visit, _ in visit.life = .scheduled }
    try agency.simulation.run(seconds: 60)
    #expect(agency.simulation.upstream.record("Appointment/a")?["status"] == "fulfilled")
    #expect(try agency.problems == ["parked shared"])
  }

  private func cancel(_ worker: String, in agency: Agency) throws {
    try agency.change(id(of: worker, in: agency)) { visit, _ in
      visit.life = .cancelled(reason: "Car broken", checkIn: nil)
    }
    try agency.simulation.run(seconds: 60)
  }

  /// What upstream's participant says of whether a worker comes.
  private func answer(of worker: String, in agency: Agency) -> String? {
    let participants = agency.simulation.upstream.record("Appointment/a")?["participant"]?.items ?? []
    return participants.first { $0["actor"]?["reference"]?.string == "Practitioner/\(worker)" }?["status"]?.string
  }

  @Test("of whom one was called off here and is planned again there comes")
  func plannedAgain() throws {
    let agency = try agency()
    try cancel("sarah", in: agency)
    #expect(answer(of: "sarah", in: agency) == "declined")
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { json in
      for index in json["participant", default: []].items.indices {
        json["participant", default: []].items[index]["status"] = "accepted"
      }
    }
    try agency.simulation.run(seconds: 60)
    #expect(try standing(agency) == ["sarah scheduled", "james scheduled"])
    #expect(try agency.problems == [])
  }

  @Test("of whom one was called off here and reopened here is accepted again there")
  func reopenedHere() throws {
    let agency = try agency()
    try cancel("sarah", in: agency)
    try agency.change(id(of: "sarah", in: agency)) { visit, _ in visit.life = .scheduled }
    try agency.simulation.run(seconds: 60)
    #expect(answer(of: "sarah", in: agency) == "accepted")
    #expect(try standing(agency) == ["sarah scheduled", "james scheduled"])
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("that one is added to while a change of the other waits is a visit for both")
  func addedMeanwhile() throws {
    let agency = try Agency()
    agency.simulation.network = { _, _ in .unreachable }
    try agency.note("Ring twice", on: "a")
    join("james", in: agency)
    try agency.simulation.run(seconds: 60)
    agency.simulation.network = { _, _ in .delivered }
    try agency.simulation.run(seconds: 120)
    #expect(try Set(standing(agency)) == ["sarah scheduled", "james scheduled"])
    #expect(agency.simulation.upstream.record("Appointment/a")?["comment"] == "Ring twice")
  }

  @Test("of which an Encounter does not say whose it is completes nobody's: a person is asked")
  func encounterOfSeveral() throws {
    let agency = try agency()
    try agency.simulation.upstream.put(
      """
      {"resourceType":"Encounter","id":"both","status":"finished","class":{"code":"HH"},
       "subject":{"reference":"Patient/margaret-chen"},"appointment":[{"reference":"Appointment/a"}],
       "period":{"start":"2026-11-20T16:00:00Z","end":"2026-11-20T17:00:00Z"}}
      """, at: agency.there)
    try agency.simulation.run(seconds: 60)
    #expect(try standing(agency) == ["sarah scheduled", "james scheduled"])
    #expect(try agency.problems == ["unread ofSeveral"])
  }

  @Test("of whom one's completion was refused and discarded stays here alone, also once upstream takes them off")
  func discardedAndTakenOff() throws {
    let agency = try agency()
    let simulation = agency.simulation
    let sarah = try id(of: "sarah", in: agency)
    simulation.upstream.rule = { _ in SimulatedUpstream.Refusal(status: 422, words: "closed") }
    try agency.change(sarah) { visit, now in
      visit.life = .completed(
        checkIn: Check(at: visit.start, receivedAt: now, method: .device),
        checkOut: Check(at: visit.end, receivedAt: now, method: .device))
    }
    try simulation.run(seconds: 5)
    try simulation.change { transaction in
      try transaction.giveUp(SyncThing(.visit, sarah.rawValue), reason: "agreed by telephone")
      return .settled(1)
    }
    simulation.upstream.rule = { _ in nil }
    leave("sarah", in: agency)
    for _ in 0..<2 {
      try simulation.run(seconds: 60)
      #expect(try simulation.store.readNow { try $0.syncState(of: SyncThing(.visit, sarah.rawValue)) } == .local)
      #expect(try simulation.store.readNow { try $0.visit(sarah)?.status } == .completed)
      #expect(try agency.problems == [])
    }
    #expect(simulation.upstream.all("Encounter").isEmpty)
  }
}
