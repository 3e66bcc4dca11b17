import FHIR
import Testing
import VisitsExchange
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import VisitsSync
@testable import simulate

@Suite("Margaret Chen, whom upstream has separated from Bea, and whose visits still stand under Bea here", .ownThread)
struct HalfSeparatedTests {
  /// As a stop between the page that separates them and the moves leaves it.
  private func agency() throws -> Agency {
    let agency = try Agency(visits: ["a", "b"])
    _ = try agency.setGoal()
    try agency.simulation.run(seconds: 60)
    try agency.simulation.upstream.put(
      #"{"resourceType":"Patient","id":"bea","name":[{"text":"Bea Brown"}]}"#, at: agency.there)
    agency.simulation.upstream.edit("Patient/margaret-chen", at: agency.there) {
      $0["link"] = [["other": ["reference": "Patient/bea"], "type": "replaced-by"]]
    }
    try agency.simulation.run(seconds: 60)
    #expect(try agency.visit("a").client.rawValue == "bea")
    try agency.simulation.change { transaction in
      let address = RecordAddress(type: "Patient", id: "margaret-chen")
      var record = try #require(try transaction.agreed(on: address).first)
      record.fields = ""
      try transaction.ledger.agree(on: record)
      try transaction.ledger.noteMergesDue(at: transaction.now)
      return .settled(1)
    }
    agency.simulation.upstream.edit("Patient/margaret-chen", at: agency.there) { $0["link"] = nil }
    return agency
  }

  private func drafts(_ agency: Agency) throws -> [String] {
    let reader = UpstreamReader(source: SimulatedUpstream.base)
    let visit = try agency.visit("a")
    return try agency.simulation.store.readNow { store in
      let known = KnownRecords(store: store, reader: reader)
      return try VisitDrafts(visit, known, isOurID: true).drafts().compactMap { draft in
        draft.body.map { String(decoding: $0.json, as: UTF8.self) }
      }
    }
  }

  @Test("is the one in all that is sent meanwhile")
  func sent() throws {
    let agency = try agency()
    try agency.complete("a")
    #expect(try agency.visit("a").client.rawValue == "bea")
    let shown = try ["a", "b"].map { try agency.visit($0) }
    #expect(try agency.simulation.store.readNow { try $0.placed(shown).map(\.sync) } == [.pending, .pending])
    let drafts = try drafts(agency)
    #expect(drafts.count == 2)
    #expect(drafts.allSatisfy { $0.contains("Patient/margaret-chen") && !$0.contains("Patient/bea") })
    let bea = try #require(ClientID(rawValue: "bea"))
    let goal = try #require(try agency.simulation.store.readNow { try $0.goals(of: bea).first })
    #expect(try agency.simulation.store.readNow { try $0.client(of: goal).rawValue } == "margaret-chen")
  }

  @Test("has everything again after the next run, which goes on where the last one was stopped")
  func resumed() throws {
    let agency = try agency()
    try agency.complete("a")
    try agency.simulation.run(seconds: 60)
    #expect(try ["a", "b"].map { try agency.visit($0).client.rawValue } == ["margaret-chen", "margaret-chen"])
    let subjects = agency.simulation.upstream.all("Encounter").map { $0["subject"]?["reference"]?.string }
    #expect(subjects == ["Patient/margaret-chen"])
    #expect(try agency.simulation.store.readNow { try $0.mergesDue() } == nil)
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
  }
}
