import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import simulate

@Suite("An Appointment that names one worker twice", .ownThread)
struct WorkerNamedTwiceTests {
  private static let byNumber: JSONDocument = [
    "actor": ["type": "Practitioner", "identifier": ["system": "urn:npi", "value": "77"]], "status": "accepted",
  ]

  /// Sarah is known by a number, too.
  private func agency(_ server: Agency.Server = Agency.servers[0]) throws -> Agency {
    let agency = try Agency(server)
    agency.simulation.upstream.edit("Practitioner/sarah", at: agency.there) {
      $0["identifier"] = [["system": "urn:npi", "value": "77"]]
    }
    try agency.simulation.run(seconds: 60)
    return agency
  }

  private func add(_ participant: JSONDocument, to name: String = "Appointment/a", in agency: Agency) throws {
    agency.simulation.upstream.edit(name, at: agency.there) { $0["participant", default: []].items.append(participant) }
    try agency.simulation.run(seconds: 60)
  }

  private func addJames(_ agency: Agency) throws {
    try add(["actor": ["reference": "Practitioner/james"], "status": "accepted"], in: agency)
  }

  /// Whose visits are there, and how they stand.
  private func standing(_ agency: Agency) throws -> [String] {
    try agency.simulation.store.readNow { reader in
      try reader.agreed(on: RecordAddress(type: "Appointment", id: "a"))
        .compactMap { try $0.thing.visit.flatMap(reader.visit) }.filter { !$0.isWithdrawn }
        .map { "\($0.worker?.rawValue ?? "open") \($0.status)" }
    }
  }

  /// The answers of the participants who are Sarah.
  private func answers(_ agency: Agency) -> [String] {
    let participants = agency.simulation.upstream.record("Appointment/a")?["participant"]?.items ?? []
    return participants.filter { participant in
      participant["actor"]?["reference"]?.string == "Practitioner/sarah"
        || participant["actor"]?["identifier"]?["value"]?.string == "77"
    }.compactMap { $0["status"]?.string }
  }

  @Test("is one visit, which is completed once", arguments: Agency.servers)
  func once(_ server: Agency.Server) throws {
    let agency = try agency(server)
    try add(Self.byNumber, in: agency)
    #expect(try standing(agency) == ["sarah scheduled"])
    try agency.complete("a")
    try agency.simulation.run(seconds: 60)
    #expect(try standing(agency) == ["sarah completed"])
    #expect(agency.simulation.upstream.record("Appointment/a")?["status"] == "fulfilled")
    #expect(agency.simulation.upstream.all("Encounter").map { $0["status"] } == ["finished"])
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
  }

  @Test("with one Practitioner is one visit, and comes if either participant does")
  func sameReference() throws {
    let agency = try agency()
    try add(["actor": ["reference": "Practitioner/sarah"], "status": "declined"], in: agency)
    #expect(try standing(agency) == ["sarah scheduled"])
    try addJames(agency)
    #expect(try standing(agency) == ["sarah scheduled", "james scheduled"])
    #expect(try agency.problems == [])
  }

  @Test("beside another says in both participants that the worker does not come, and that she comes after all")
  func bothAnswers() throws {
    let agency = try agency()
    try addJames(agency)
    try add(Self.byNumber, in: agency)
    #expect(try standing(agency) == ["sarah scheduled", "james scheduled"])
    let sarah = try agency.visit("a").id
    try agency.change(sarah) { visit, _ in visit.life = .cancelled(reason: "Car broken", checkIn: nil) }
    try agency.simulation.run(seconds: 60)
    #expect(answers(agency) == ["declined", "declined"])
    #expect(try standing(agency) == ["sarah cancelled", "james scheduled"])
    try agency.change(sarah) { visit, _ in visit.life = .scheduled }
    try agency.simulation.run(seconds: 60)
    #expect(answers(agency) == ["accepted", "accepted"])
    #expect(try standing(agency) == ["sarah scheduled", "james scheduled"])
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
  }

  @Test("is the same visit when one of both participants is taken off")
  func oneTakenOff() throws {
    let agency = try agency()
    try addJames(agency)
    try add(Self.byNumber, in: agency)
    let sarah = try agency.visit("a").id
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) {
      $0["participant", default: []].items.removeAll {
        $0["actor"]?["reference"]?.string == "Practitioner/sarah"
      }
    }
    try agency.simulation.run(seconds: 60)
    #expect(try standing(agency) == ["sarah scheduled", "james scheduled"])
    #expect(try agency.visit("a").id == sarah)
  }

  @Test("and is given to another worker here names that worker alone")
  func givenAway() throws {
    let agency = try agency()
    try add(Self.byNumber, in: agency)
    let visit = try agency.visit("a").id
    try agency.change(visit) { visit, _ in visit.worker = WorkerID(rawValue: "james") }
    try agency.simulation.run(seconds: 60)
    #expect(answers(agency) == [])
    #expect(try standing(agency) == ["james scheduled"])
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("beside another has an Encounter of hers, whichever of her identities it names")
  func encounter() throws {
    let agency = try agency()
    try addJames(agency)
    try add(Self.byNumber, in: agency)
    try agency.simulation.upstream.put(
      """
      {"resourceType":"Encounter","id":"hers","status":"finished","class":{"code":"HH"},
       "subject":{"reference":"Patient/margaret-chen"},"appointment":[{"reference":"Appointment/a"}],
       "participant":[{"individual":{"type":"Practitioner","identifier":{"system":"urn:npi","value":"77"}}}],
       "period":{"start":"2026-11-20T16:00:00Z","end":"2026-11-20T17:00:00Z"}}
      """, at: agency.there)
    try agency.simulation.run(seconds: 60)
    #expect(try standing(agency) == ["sarah completed", "james scheduled"])
    #expect(try agency.problems == [])
  }

  @Test(
    "since two workers are one here is the visit that has happened; the other one's is withdrawn",
    arguments: [true, false])
  func merged(isFirst: Bool) throws {
    let agency = try agency()
    try addJames(agency)
    let visits = try agency.simulation.store.readNow { reader in
      try reader.agreed(on: RecordAddress(type: "Appointment", id: "a")).compactMap(\.thing.visit)
    }
    let happened = try #require(isFirst ? visits.first : visits.last)
    try agency.change(happened) { visit, now in
      visit.life = .completed(
        checkIn: Check(at: visit.start, receivedAt: now, method: .device),
        checkOut: Check(at: visit.end, receivedAt: now, method: .device))
    }
    try agency.simulation.run(seconds: 60)
    try agency.simulation.change { transaction in
      let workers = try ["james", "sarah"].compactMap { try WorkerID(rawValue: $0).flatMap(transaction.worker) }
      return .worker(try transaction.merge(workers[0], into: workers[1]).worker)
    }
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["comment"] = "Ring twice" }
    try agency.simulation.run(seconds: 60)
    #expect(try standing(agency) == ["sarah completed"])
    #expect(try agency.simulation.store.readNow { try $0.visit(happened)?.isWithdrawn } == false)
    #expect(try agency.problems == [])
  }
}
