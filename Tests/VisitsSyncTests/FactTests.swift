import FHIR
import Testing
import VisitsModel
import VisitsTestSupport

@testable import VisitsStore
@testable import simulate

@Suite("What upstream knows of a visit beside the plan", .ownThread)
struct FactTests {
  /// Upstream has more to say of the Patient and the Appointment.
  private func agency(_ server: Agency.Server) throws -> Agency {
    let agency = try Agency(server)
    agency.simulation.upstream.edit("Patient/margaret-chen", at: agency.there) { patient in
      patient["address"] = [
        [
          "use": "home", "line": ["123 Oak St"], "city": "Edmonton", "state": "AB", "postalCode": "T5J 0A1",
          "country": "CA",
        ]
      ]
    }
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { appointment in
      appointment["reasonCode"] = [["text": "Wound care", "id": "r1"]]
      appointment["patientInstruction"] = "Keep the dressing dry."
      appointment["extension"] = [["url": "https://ehr.example/video-visit", "valueUrl": "https://video.example/7"]]
    }
    try agency.simulation.run(seconds: 60)
    return agency
  }

  /// Sarah comes to Margaret's home, as a device tells it.
  private func complete(_ agency: Agency) throws {
    let id = try agency.visit("a").id
    try agency.simulation.change { transaction in
      var visit = try transaction.visit(id, expectedVersion: nil)
      visit.keepPlace(of: try transaction.client(visit.client), at: visit.start)
      visit.life = .completed(
        checkIn: Check(at: Agency.nine.adding(minutes: 2), receivedAt: transaction.now, method: .device),
        checkOut: Check(at: Agency.nine.adding(minutes: 58), receivedAt: transaction.now, method: .device))
      return .visits([try transaction.put(visit)])
    }
    try agency.simulation.run(seconds: 60)
  }

  @Test("stands here, and goes back as it came", arguments: Agency.servers)
  func kept(_ server: Agency.Server) throws {
    let agency = try agency(server)
    let visit = try agency.visit("a")
    #expect(visit.purpose == "Wound care")
    #expect(visit.instruction == "Keep the dressing dry.")
    #expect(visit.virtual == VirtualPlace(link: "https://video.example/7"))
    let client = try agency.simulation.store.readNow { try $0.client(visit.client) }
    #expect(client?.addressParts.postalCode == "T5J 0A1")
    try complete(agency)
    let record = agency.simulation.upstream.record("Appointment/a")
    #expect(record?["status"] == "fulfilled")
    #expect(record?["reasonCode"] == [["text": "Wound care", "id": "r1"]])
    #expect(record?["patientInstruction"] == "Keep the dressing dry.")
    #expect(record?["extension"]?.items.count == 1)
    #expect(try agency.problems == [])
  }

  @Test("of people who were in sync before this was read, it comes after the upgrade, and nothing else changes")
  func upgraded() throws {
    let agency = try agency(Agency.servers[0])
    agency.simulation.upstream.edit("Practitioner/sarah", at: agency.there) {
      $0["name"] = [["text": "Sarah Miller", "given": ["Sarah"], "family": "Miller"]]
    }
    try agency.simulation.run(seconds: 60)
    let store = agency.simulation.store
    func people() throws -> (Worker?, Client?) {
      try store.readNow { reader in
        (
          try reader.worker(#require(WorkerID(rawValue: "sarah"))),
          try reader.client(#require(ClientID(rawValue: "margaret-chen")))
        )
      }
    }
    // As an earlier version has left it; since then the office has written down another telephone.
    try store.keepNow { ledger in
      try ledger.db.run("UPDATE workers SET givenNames = NULL, familyName = NULL, phone = '+1 780 555 0199'")
      try ledger.db.run(
        "UPDATE clients SET street = NULL, city = NULL, region = NULL, postalCode = NULL, country = NULL")
    }
    try agency.simulation.run(seconds: 120)
    #expect(try people().0?.nameParts.isEmpty == true)
    for migration in Migration.all where migration.name == "peopleAgain" {
      for statement in migration.sql.split(separator: ";")
      where statement.contains("agreed") || statement.contains("watermarks") {
        try store.keepNow { try $0.db.run(String(statement)) }
      }
    }
    try agency.simulation.run(seconds: 120)
    let (sarah, margaret) = try people()
    #expect(sarah?.nameParts == NameParts(given: ["Sarah"], family: "Miller"))
    #expect(sarah?.phone == "+1 780 555 0199")
    #expect(margaret?.addressParts.postalCode == "T5J 0A1")
    #expect(margaret?.address == "123 Oak St, Edmonton")
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
  }

  @Test("a client's home is never written there as a place of the visit's own", arguments: Agency.servers)
  func home(_ server: Agency.Server) throws {
    let agency = try agency(server)
    try complete(agency)
    #expect(try agency.visit("a").address == "123 Oak St, Edmonton")
    let record = agency.simulation.upstream.record("Appointment/a")
    #expect(record?["status"] == "fulfilled")
    #expect(record?["contained"] == nil)
    #expect(record?["participant"]?.items.count == 3)
    // The client moves: the visit was made where it was.
    agency.simulation.upstream.edit("Patient/margaret-chen", at: agency.there) { patient in
      patient["address"] = [["use": "home", "line": ["9 Elm St"], "city": "Calgary"]]
    }
    try agency.simulation.run(seconds: 60)
    try agency.note("Ate well", on: "a")
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").address == "123 Oak St, Edmonton")
    #expect(agency.simulation.upstream.record("Appointment/a")?["comment"] == "Ate well")
    #expect(agency.simulation.upstream.record("Appointment/a")?["contained"] == nil)
    #expect(try agency.problems == [])
  }

  @Test("a place of the visit's own goes there with its parts, and comes back", arguments: Agency.servers)
  func ownPlace(_ server: Agency.Server) throws {
    let agency = try agency(server)
    let id = try agency.visit("a").id
    let parts = PostalAddress(lines: ["8 Birch Cres"], city: "Sherwood Park", region: "AB", postalCode: "T8A 1B2")
    try agency.change(id) { visit, _ in visit.place(at: "8 Birch Cres, Sherwood Park", parts) }
    try agency.simulation.run(seconds: 60)
    let place = agency.simulation.upstream.record("Appointment/a")?["contained"]?.items.first?["address"]
    #expect(place?["postalCode"] == "T8A 1B2")
    #expect(place?["line"] == ["8 Birch Cres"])
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["comment"] = "Ring twice" }
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").addressParts == parts)
    #expect(try agency.visit("a").note == "Ring twice")
    #expect(try agency.problems == [])
  }

  @Test("that a client has died while somebody is to come is a question for the office, once")
  func died() throws {
    let agency = try Agency()
    let visit = try agency.visit("a").id
    func alerts() throws -> [String] {
      try agency.simulation.store.readNow { try $0.openAlerts() }.map { "\($0.kind) \($0.visit == visit)" }
    }
    #expect(try alerts() == [])
    agency.simulation.upstream.edit("Patient/margaret-chen", at: agency.there) { $0["deceasedBoolean"] = true }
    try agency.simulation.run(seconds: 60)
    #expect(try alerts() == ["notInCare true"])
    agency.simulation.upstream.edit("Patient/margaret-chen", at: agency.there) { $0["gender"] = "female" }
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["comment"] = "?" }
    try agency.simulation.run(seconds: 60)
    #expect(try alerts() == ["notInCare true"])
  }
}
