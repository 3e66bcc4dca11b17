import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import VisitsExchange
@testable import VisitsSync
@testable import simulate

@Suite("The place of a visit", .ownThread)
struct PlaceTests {
  /// An agency whose visits are held at the day centre.
  private func agency(visits: [String] = ["a"]) throws -> Agency {
    let agency = try Agency(visits: visits) { simulation in
      try Self.put("1 Old Rd", simulation, at: Agency.nine.adding(minutes: -700))
    }
    for name in visits { meet(at: "Location/centre", name, agency) }
    try agency.simulation.run(seconds: 60)
    return agency
  }

  private static func put(_ address: String, id: String = "centre", _ simulation: Simulation, at: Instant) throws {
    try simulation.upstream.put(
      #"{"resourceType":"Location","id":"\#(id)","name":"\#(id)","address":{"text":"\#(address)"}}"#, at: at)
  }

  private func meet(at location: String, _ name: String, _ agency: Agency) {
    agency.simulation.upstream.edit("Appointment/\(name)", at: agency.there) {
      let place: JSONDocument = ["actor": ["reference": .string(location)], "status": "accepted"]
      $0["participant"] = .array($0["participant", default: []].items + [place])
    }
  }

  private func live(at address: String, _ agency: Agency) {
    agency.simulation.upstream.edit("Patient/margaret-chen", at: agency.there) {
      $0["address"] = [["use": "home", "text": .string(address)]]
    }
  }

  /// The references of an Appointment's participants.
  private func participants(_ name: String, _ agency: Agency) -> [String] {
    (agency.simulation.upstream.record("Appointment/\(name)")?["participant"]?.items ?? [])
      .compactMap { $0["actor"]?["reference"]?.string }
  }

  @Test("follows its Location to another address, and no write takes the Location out of its Appointment")
  func moves() throws {
    let agency = try agency(visits: ["a", "b"])
    #expect(try agency.visit("a").address == "centre, 1 Old Rd")
    try Self.put("99 New Ave", agency.simulation, at: agency.there)
    try agency.simulation.run(seconds: 60)
    #expect(try ["a", "b"].map { try agency.visit($0).address } == ["centre, 99 New Ave", "centre, 99 New Ave"])
    #expect(agency.simulation.upstream.records["Appointment/a"]?.count == 2, "nothing is written for it")
    try agency.note("Bring gloves", on: "a")
    try agency.complete("b")
    try agency.simulation.run(seconds: 60)
    for name in ["a", "b"] { #expect(participants(name, agency).contains("Location/centre"), "\(name)") }
    #expect(agency.simulation.upstream.record("Appointment/a")?["comment"] == "Bring gloves")
    #expect(agency.simulation.upstream.record("Appointment/b")?["status"] == "fulfilled")
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
  }

  @Test("follows its Location in several changes where many visits are held there, also after a stop in between")
  func many() throws {
    let names = (1...5).map { "a\($0)" }
    let agency = try agency(visits: names)
    let store = agency.simulation.store
    let move = try Move.location(
      RecordAddress(type: "Location", id: "centre"), to: PlaceFields(line: "99 New Ave", parts: nil, name: "centre"))
    let context = agency.simulation.context
    let following = try #require(try store.readNow { try context.following(move, $0, atLeast: 5) })
    #expect(following.records.count == 5)
    // The daemon stops after the first part.
    try context.follow(Following(move: move, records: Array(following.records.prefix(2)), place: following.place))
    #expect(
      try names.map { try agency.visit($0).address ?? "" }.sorted() == Array(repeating: "centre, 1 Old Rd", count: 3)
        + [
          "centre, 99 New Ave", "centre, 99 New Ave",
        ])
    let rest = try #require(try store.readNow { try context.following(move, $0, atLeast: 5) })
    #expect(rest.records.count == 3)
    let before = try store.readNow { $0.commits }
    try context.follow(rest, byParts: 2)
    #expect(try store.readNow { $0.commits } - before == 2)
    #expect(try names.map { try agency.visit($0).address } == Array(repeating: "centre, 99 New Ave", count: 5))
    try Self.put("99 New Ave", agency.simulation, at: agency.there)
    try agency.simulation.run(seconds: 60)
    #expect(try names.map { try agency.visit($0).address } == Array(repeating: "centre, 99 New Ave", count: 5))
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
  }

  @Test("stays where the office has moved it since")
  func ownPlace() throws {
    let agency = try agency()
    let id = try agency.visit("a").id
    try agency.change(id) { visit, _ in visit.address = "5 Clinic St" }
    try Self.put("99 New Ave", agency.simulation, at: agency.there)
    try agency.simulation.run(seconds: 120)
    #expect(try agency.visit("a").address == "5 Clinic St")
    #expect(!participants("a", agency).contains("Location/centre"), "this write changes the place")
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
  }

  @Test("stays where the visit was made")
  func made() throws {
    let agency = try agency()
    try agency.complete("a")
    try agency.simulation.run(seconds: 60)
    try Self.put("99 New Ave", agency.simulation, at: agency.there)
    try agency.simulation.run(seconds: 60)
    try agency.note("All well", on: "a")
    agency.simulation.upstream.edit("Appointment/a", at: agency.there) { $0["priority"] = 3 }
    try agency.simulation.run(seconds: 120)
    #expect(try agency.visit("a").address == "centre, 1 Old Rd")
    #expect(participants("a", agency).contains("Location/centre"))
    #expect(agency.simulation.upstream.record("Appointment/a")?["comment"] == "All well")
    #expect(try agency.problems == [])
  }

  @Test("is its Location when the client moves away from there")
  func clientMoves() throws {
    let agency = try Agency { simulation in
      try Self.put("1 Oak", id: "home", simulation, at: Agency.nine.adding(minutes: -700))
    }
    live(at: "1 Oak", agency)
    meet(at: "Location/home", "a", agency)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").address == nil, "the client's home")
    live(at: "77 Elm", agency)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").address == "home, 1 Oak")
    try agency.note("Bring gloves", on: "a")
    try agency.simulation.run(seconds: 60)
    #expect(participants("a", agency).contains("Location/home"))
    #expect(try agency.problems == [])
  }

  @Test("is the client's home, wherever that is, where its Appointment names no place")
  func home() throws {
    let agency = try Agency()
    live(at: "1 Oak", agency)
    try agency.simulation.run(seconds: 60)
    live(at: "77 Elm", agency)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").address == nil)
    try agency.note("Bring gloves", on: "a")
    try agency.simulation.run(seconds: 60)
    #expect(agency.simulation.upstream.record("Appointment/a")?["contained"] == nil)
    #expect(participants("a", agency) == ["Patient/margaret-chen", "Device/17", "Practitioner/sarah"])
    #expect(try agency.problems == [])
  }

  @Test("is known as soon as a Location can be read that could not be before")
  func late() throws {
    let agency = try Agency()
    meet(at: "Location/centre", "a", agency)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").address == nil)
    try Self.put("99 New Ave", agency.simulation, at: agency.there)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").address == "centre, 99 New Ave")
    try agency.note("Bring gloves", on: "a")
    try agency.simulation.run(seconds: 60)
    #expect(participants("a", agency).contains("Location/centre"))
  }

  @Test("of an older database, which stored none, follows its Location too")
  func older() throws {
    let agency = try agency()
    let address = RecordAddress(type: "Appointment", id: "a")
    let records = try agency.simulation.store.readNow { try $0.agreed(on: address) }
    try agency.simulation.store.keepNow { ledger in
      for var record in records {
        var snapshot: AppointmentSnapshot = try MappedText.value(from: record.fields)
        #expect(snapshot.place == ResolvedPlace(PlaceFields(line: "1 Old Rd", parts: nil, name: "centre"), home: nil))
        snapshot.place = nil
        record.fields = snapshot.text
        try ledger.agree(on: record)
      }
    }
    try Self.put("99 New Ave", agency.simulation, at: agency.there)
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").address == "centre, 99 New Ave")
    try agency.note("Bring gloves", on: "a")
    try agency.simulation.run(seconds: 60)
    #expect(participants("a", agency).contains("Location/centre"))
    #expect(try agency.problems == [])
  }
}
