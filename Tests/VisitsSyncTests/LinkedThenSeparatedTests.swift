import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsTestSupport

@testable import simulate

@Suite("Margaret Chen, merged upstream with Bea Brown by mistake, while the office links its own Bea", .ownThread)
struct LinkedThenSeparatedTests {
  /// What happens, in an order. A page is one that brings some other Patient.
  enum Step: String, Sendable, CustomTestStringConvertible {
    case merge, link, unlink, page, separate

    var testDescription: String { rawValue }
  }

  private static let orders: [[Step]] = [
    [.merge, .link, .separate], [.merge, .link, .page, .separate], [.merge, .page, .link, .separate],
    [.link, .merge, .separate], [.link, .unlink, .merge, .link, .separate], [.link, .unlink, .link, .merge, .separate],
    [.merge, .separate, .link], [.merge, .link, .separate, .merge, .page, .separate],
  ]

  private let bea = "bea-brown"

  private func owned(_ agency: Agency, by id: String) throws -> [Int] {
    let client = try #require(ClientID(rawValue: id))
    return try agency.simulation.store.readNow { reader in
      [
        try ["a", "b"].filter { name in
          let address = RecordAddress(type: "Appointment", id: name)
          return try reader.agreed(on: address).first?.thing.visit.flatMap(reader.visit)?.client == client
        }.count,
        try reader.tasks(of: client).count, try reader.goals(of: client).count,
      ]
    }
  }

  private func perform(_ step: Step, _ agency: Agency, isBeaThere: inout Bool) throws {
    let simulation = agency.simulation
    if !isBeaThere, step == .merge {
      try simulation.upstream.put(
        #"{"resourceType":"Patient","id":"bea","name":[{"text":"Bea Brown"}]}"#, at: agency.there)
      isBeaThere = true
    }
    switch step {
    case .merge, .separate:
      simulation.upstream.edit("Patient/margaret-chen", at: agency.there) {
        $0["link"] = step == .separate ? nil : [["other": ["reference": "Patient/bea"], "type": "replaced-by"]]
      }
    case .page:
      try simulation.upstream.put(
        #"{"resourceType":"Patient","id":"cleo","name":[{"text":"Cleo Diaz"}]}"#, at: agency.there)
    case .link, .unlink:
      let context = simulation.context
      let id = try #require(ClientID(rawValue: bea))
      _ = try simulation.change { transaction in
        let linking = PersonLinking(transaction, context)
        let client = try transaction.client(id, expectedVersion: nil)
        let linked = try step == .link ? linking.link(client, to: "Patient/bea") : linking.unlink(client)
        return .linkedClient(linked.person, linked.outcome)
      }
    }
    try simulation.run(seconds: 60)
  }

  @Test("has everything of hers again, in whatever order that happens", arguments: orders)
  func everything(_ steps: [Step]) throws {
    let id = try #require(ClientID(rawValue: bea))
    let agency = try Agency(visits: ["a", "b"]) { simulation in
      _ = try simulation.change { transaction in
        .client(try transaction.put(Client(id: id, key: transaction.newPersonKey(), name: "Bea B.")))
      }
    }
    _ = try agency.keepRoutine()
    _ = try agency.setGoal()
    try agency.simulation.run(seconds: 60)
    var isBeaThere = false
    for step in steps { try perform(step, agency, isBeaThere: &isBeaThere) }
    #expect(try owned(agency, by: "margaret-chen") == [2, 3, 1])
    #expect(try owned(agency, by: bea) == [0, 0, 0])
    try agency.complete("a")
    try agency.simulation.run(seconds: 60)
    let upstream = agency.simulation.upstream
    let patient = upstream.record("Appointment/a")?["participant"]?.items.first?["actor"]?["reference"]?.string
    #expect(patient == "Patient/margaret-chen")
    #expect(upstream.all("Encounter").map { $0["subject"]?["reference"]?.string } == ["Patient/margaret-chen"])
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
  }
}
