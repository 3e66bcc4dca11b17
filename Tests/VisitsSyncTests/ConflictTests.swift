import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsTestSupport

@testable import simulate

@Suite("When both sides change a visit,", .ownThread)
struct ConflictTests {
  /// Upstream is changed after this daemon has looked last, and the completion runs into it.
  private func agency(_ server: Agency.Server, _ edit: (inout JSONDocument) -> Void) throws -> Agency {
    let agency = try Agency(server)
    agency.simulation.upstream.edit("Appointment/a", at: agency.simulation.clock.now, edit)
    try agency.complete("a")
    try agency.simulation.run(seconds: 5)
    return agency
  }

  @Test("upstream's plan and what happened here both stand, on both sides", arguments: Agency.servers)
  func merged(_ server: Agency.Server) throws {
    let agency = try agency(server) { $0["end"] = "2026-11-20T17:30:00Z" }
    #expect(try agency.visit("a").end == Agency.nine.adding(minutes: 90))
    #expect(try agency.visit("a").status == .completed)
    #expect(agency.simulation.upstream.record("Appointment/a")?["status"] == "fulfilled")
    #expect(agency.simulation.upstream.record("Appointment/a")?["end"] == "2026-11-20T17:30:00Z")
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
  }

  @Test("a visit called off there and done here is parked, with both", arguments: Agency.servers)
  func cancelled(_ server: Agency.Server) throws {
    let agency = try agency(server) { $0["status"] = "cancelled" }
    #expect(try agency.rows == SyncStanding.Rows(parked: 1))
    #expect(try agency.problems == ["parked cancelled"])
    #expect(agency.simulation.upstream.record("Appointment/a")?["status"] == "cancelled")
    #expect(try agency.visit("a").status == .completed)
    #expect(agency.simulation.upstream.all("Encounter") == [])
  }

  @Test("a clash that a person has tried again and that is one still keeps its number", arguments: Agency.servers)
  func number(_ server: Agency.Server) throws {
    let agency = try agency(server) { $0["status"] = "cancelled" }
    let simulation = agency.simulation
    let before = try #require(try simulation.store.readNow { try $0.problems() }.first)
    try simulation.retry()
    #expect(try agency.rows == SyncStanding.Rows(pending: 1))
    try simulation.run(seconds: 60)
    let after = try simulation.store.readNow { try $0.problems() }
    #expect(after.map(\.number) == [before.number])
    #expect(after.map(\.times) == [2])
    #expect(after.map(\.since) == [before.since])
  }

  /// A person decides that what is parked of a visit is not sent.
  private func discard(_ id: VisitID, in agency: Agency) throws {
    try agency.simulation.change { transaction in
      try transaction.giveUp(SyncThing(.visit, id.rawValue), reason: "agreed by telephone")
      return .settled(1)
    }
  }

  @Test("what a person has discarded stays here, whatever upstream changes beside it", arguments: Agency.servers)
  func discarded(_ server: Agency.Server) throws {
    let agency = try agency(server) { $0["status"] = "cancelled" }
    let simulation = agency.simulation
    let id = try agency.visit("a").id
    try discard(id, in: agency)
    try simulation.run(seconds: 60)
    simulation.upstream.edit("Appointment/a", at: agency.there) { $0["comment"] = "Ring twice" }
    try simulation.run(seconds: 60)
    #expect(try agency.problems == [])
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try simulation.store.readNow { try $0.syncState(of: SyncThing(.visit, id.rawValue)) } == .local)
    #expect(try agency.visit("a").status == .completed)
    #expect(try agency.visit("a").note == "Ring twice")
    #expect(simulation.upstream.record("Appointment/a")?["status"] == "cancelled")
    try agency.note("Use the back door", on: "a")
    try simulation.run(seconds: 60)
    #expect(simulation.upstream.record("Appointment/a")?["comment"] == "Use the back door")
  }

  @Test("a visit that upstream has refused and a person discarded is not sent when upstream changes it")
  func discardedRefusal() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    simulation.upstream.rule = { _ in SimulatedUpstream.Refusal(status: 422, words: "closed") }
    try agency.complete("a")
    try simulation.run(seconds: 5)
    let id = try agency.visit("a").id
    try discard(id, in: agency)
    simulation.upstream.rule = { _ in nil }
    simulation.upstream.edit("Appointment/a", at: agency.there) { $0["comment"] = "Ring twice" }
    try simulation.run(seconds: 60)
    #expect(try agency.visit("a").note == "Ring twice")
    #expect(simulation.upstream.record("Appointment/a")?["status"] == "booked")
    #expect(try simulation.store.readNow { try $0.syncState(of: SyncThing(.visit, id.rawValue)) } == .local)
    simulation.upstream.delete("Appointment/a", at: agency.there)
    simulation.sleep(days: 1)
    try simulation.run(seconds: 60)
    #expect(try agency.problems == [])
    #expect(try simulation.store.readNow { try $0.visit(id)?.isWithdrawn } == false)
  }

  @Test("a completion whose Encounter is gone stays here once a person has decided so, whatever is changed beside it")
  func discardedWithoutEncounter() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    try agency.complete("a")
    try simulation.run(seconds: 60)
    let id = try agency.visit("a").id
    let encounter = try #require(simulation.upstream.records.keys.first { $0.hasPrefix("Encounter/") })
    simulation.upstream.delete(encounter, at: agency.there)
    simulation.sleep(days: 1)
    try simulation.run(seconds: 60)
    #expect(try agency.problems == ["parked withdrawn"])
    try discard(id, in: agency)
    simulation.upstream.edit("Appointment/a", at: agency.there) { $0["priority"] = .number(7) }
    for _ in 0..<2 {
      try simulation.run(seconds: 120)
      #expect(try simulation.store.readNow { try $0.syncState(of: SyncThing(.visit, id.rawValue)) } == .local)
      #expect(try agency.visit("a").status == .completed)
      #expect(try agency.problems == [])
      simulation.sleep(days: 1)
    }
  }

  @Test("a time that both set is upstream's, and ours stays visible")
  func overruled() throws {
    let agency = try Agency()
    agency.simulation.upstream.edit("Appointment/a", at: agency.simulation.clock.now) {
      $0["start"] = "2026-11-20T16:15:00Z"
    }
    let id = try agency.visit("a").id
    try agency.simulation.change { transaction in
      var visit = try transaction.visit(id, expectedVersion: nil)
      visit.start = Agency.nine.adding(minutes: 30)
      return .visits([try transaction.put(visit)])
    }
    try agency.simulation.run(seconds: 5)
    #expect(try agency.visit("a").start == Agency.nine.adding(minutes: 15))
    #expect(try agency.problems == ["overruled plan"])
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("a visit that was given to somebody new there is theirs as soon as they are known here")
  func newcomer() throws {
    let agency = try Agency()
    let newcomer = #"{"resourceType":"Practitioner","id":"ann","name":[{"text":"Ann Lee"}]}"#
    try agency.simulation.upstream.put(newcomer, at: agency.there)
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) {
      $0["participant", default: []].items[2] = ["actor": ["reference": "Practitioner/ann"], "status": "accepted"]
    }
    try agency.note("Ring twice", on: "a")
    try agency.simulation.run(seconds: 1)
    #expect(try agency.rows == SyncStanding.Rows(pending: 1))
    try agency.simulation.run(seconds: 40)
    let worker = try #require(try agency.visit("a").worker)
    #expect(try agency.simulation.store.readNow { try $0.worker(worker)?.name } == "Ann Lee")
    #expect(agency.simulation.upstream.record("Appointment/a")?["comment"] == "Ring twice")
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
  }

  @Test("a search that is behind what was written here takes nothing back", arguments: Agency.servers)
  func behind(_ server: Agency.Server) throws {
    let agency = try Agency(server) { $0.upstream.habits.indexLag = 40_000 }
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["comment"] = "Ring twice" }
    try agency.simulation.run(seconds: 80)
    #expect(try agency.visit("a").note == "Ring twice")
    try agency.note("Use the back door", on: "a")
    try agency.simulation.run(seconds: 45)
    #expect(try agency.visit("a").note == "Use the back door")
    #expect(try agency.rows == SyncStanding.Rows())
    try agency.simulation.run(seconds: 120)
    #expect(agency.simulation.upstream.record("Appointment/a")?["comment"] == "Use the back door")
    #expect(agency.simulation.upstream.records["Appointment/a"]?.count == 3, "written once by either side")
  }

  @Test("and theirs is pulled before the answer to ours is here, what is left is sent", arguments: Agency.servers)
  func overtaken(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    agency.simulation.network = { request, _ in
      request.method == .get ? .delivered : .slow(there: 20, back: 29_000)
    }
    try agency.simulation.run(seconds: 15)
    try agency.note("Use the back door", on: "a")
    try agency.simulation.run(seconds: 2)
    #expect(agency.simulation.upstream.record("Appointment/a")?["comment"] == "Use the back door")
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["comment"] = "Ring twice" }
    try agency.simulation.run(seconds: 180)
    let note = try #require(try agency.visit("a").note)
    #expect(agency.simulation.upstream.record("Appointment/a")?["comment"] == .string(note))
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("what was deleted there is gone here, unless somebody came")
  func deleted() throws {
    let agency = try Agency(visits: ["a", "b"])
    try agency.complete("b")
    try agency.simulation.run(seconds: 5)
    let first = try agency.visit("a").id
    let second = try agency.visit("b").id
    agency.simulation.upstream.delete("Appointment/a", at: agency.there)
    agency.simulation.upstream.delete("Appointment/b", at: agency.there)
    agency.simulation.sleep(days: 1)
    try agency.simulation.run(seconds: 60)
    let store = agency.simulation.store
    #expect(try store.readNow { try $0.visit(first)?.isWithdrawn } == true)
    #expect(try store.readNow { try $0.visit(second)?.isWithdrawn } == false)
    #expect(try agency.problems == ["parked withdrawn"])
  }

  @Test("the nightly comparison reads nothing by itself that is nobody's visit here and stands as it stood")
  func strangers() throws {
    let agency = try Agency { simulation in
      try simulation.upstream.put(
        """
        {"resourceType":"Encounter","id":"x","status":"planned","class":{"code":"HH"},
         "subject":{"reference":"Patient/margaret-chen"},"period":{"start":"2026-11-22T16:00:00Z"}}
        """, at: Agency.nine.adding(minutes: -600))
    }
    #expect(try agency.problems == [])
    agency.simulation.sleep(days: 1)
    try agency.simulation.run(seconds: 60)
    #expect(agency.simulation.requests.contains { $0.contains("_elements") })
    #expect(!agency.simulation.requests.contains("GET Encounter/x"))
  }

  @Test("an Appointment of two workers is two visits, and each says for itself what happened")
  func shared() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    try simulation.upstream.put(
      #"{"resourceType":"Practitioner","id":"james","name":[{"text":"James Okafor"}]}"#, at: simulation.clock.now)
    simulation.upstream.edit("Appointment/a", at: simulation.clock.now) {
      $0["participant", default: []].items.append(
        ["actor": ["reference": "Practitioner/james"], "status": "accepted"])
    }
    try simulation.run(seconds: 60)
    let address = RecordAddress(type: "Appointment", id: "a")
    func visits() throws -> [Visit] {
      try simulation.store.readNow { reader in
        try reader.agreed(on: address).compactMap { try $0.thing.visit.flatMap(reader.visit) }
      }
    }
    #expect(try visits().compactMap { $0.worker?.rawValue } == ["sarah", "james"])
    try agency.complete("a")
    try simulation.run(seconds: 60)
    #expect(try visits().map(\.status) == [.completed, .scheduled])
    #expect(simulation.upstream.record("Appointment/a")?["status"] == "booked")
    #expect(simulation.upstream.all("Encounter").count == 1)
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("a server that was restored from a backup and gives its numbers once more is read all the same")
  func restoredServer() throws {
    let agency = try Agency()
    let simulation = agency.simulation
    try agency.note("Ring twice", on: "a")
    try simulation.run(seconds: 60)
    #expect(simulation.upstream.records["Appointment/a"]?.count == 2)
    simulation.upstream.restore("Appointment/a", to: 1)
    simulation.upstream.edit("Appointment/a", at: agency.there) { json in
      let text = String(decoding: json.json, as: UTF8.self)
        .replacing("Practitioner/sarah", with: "Practitioner/james")
      json = (try? JSONDocument(json: Array(text.utf8))) ?? json
    }
    try simulation.run(seconds: 120)
    #expect(try agency.visit("a").worker?.rawValue == "james")
  }
}
