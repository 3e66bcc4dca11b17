import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import simulate

@Suite("A client whose record upstream merges with another's", .ownThread)
struct MergedClientTests {
  private let today = CareDay(daysSince1970: 20_777)

  private func client(_ id: String) throws -> ClientID { try #require(ClientID(rawValue: id)) }

  /// Margaret Chen, who is Maggie Chen too.
  private func merge(_ agency: Agency, keeping kept: String = "m-chen", _ gone: String = "margaret-chen") throws {
    try agency.simulation.upstream.put(
      #"{"resourceType":"Patient","id":"\#(kept)","name":[{"text":"Maggie Chen"}]}"#, at: agency.there)
    agency.simulation.upstream.edit("Patient/\(gone)", at: agency.there) {
      $0["active"] = false
      $0["link"] = [["other": ["reference": .string("Patient/\(kept)")], "type": "replaced-by"]]
    }
    try agency.simulation.run(seconds: 60)
  }

  /// What is a client's: visits, tasks, what was recorded today, goals, sessions.
  private func owned(_ agency: Agency, by id: String) throws -> [Int] {
    let client = try client(id)
    return try agency.simulation.store.readNow { reader in
      [
        try reader.audit(client: client, limit: 1000).entries.filter { entry in
          if case .visit(let visit) = entry.after { visit.client == client } else { false }
        }.count,
        try reader.tasks(of: client).count, try reader.records(of: client, on: today).count,
        try reader.goals(of: client).count, try reader.sessions(SessionFilter(client: client), limit: 10).count,
      ]
    }
  }

  @Test("leaves the other all that was theirs, and nothing is sent again for it", arguments: Agency.servers)
  func follows(_ server: Agency.Server) throws {
    let agency = try Agency(server)
    let routine = try agency.keepRoutine()
    let goal = try #require(try agency.setGoal())
    try agency.record(routine[0], on: today, during: agency.visit("a").id) { $0.isDone = true }
    try agency.practise(goal, [true, false])
    try agency.simulation.run(seconds: 60)
    let upstream = { agency.simulation.upstream }
    let sent = ["Task", "Goal", "Observation", "Appointment"].map { upstream().names(of: $0) }
    #expect(sent.map(\.count) == [1, 1, 1, 1])
    try merge(agency)
    #expect(try agency.visit("a").client.rawValue == "m-chen")
    #expect(try owned(agency, by: "m-chen") == [1, 3, 1, 1, 1])
    #expect(try owned(agency, by: "margaret-chen").dropFirst() == [0, 0, 0, 0])
    #expect(try agency.rows == SyncStanding.Rows())
    for name in sent.joined() { #expect(upstream().records[name]?.count == 1, "\(name)") }
    // What changes of them is sent over what stands there. Whose it is there is upstream's own to say, as of a visit.
    try agency.record(routine[0], on: today) { $0.note = "Porridge" }
    try agency.simulation.run(seconds: 60)
    #expect(upstream().names(of: "Task") == sent[0])
    #expect(upstream().record(sent[0][0])?["note"]?.items.first?["text"] == "Porridge")
    #expect(upstream().record(sent[0][0])?["for"]?["reference"] == "Patient/margaret-chen")
    try agency.record(routine[1], on: today) { $0.isDone = true }
    try agency.simulation.run(seconds: 60)
    let whose = Set(upstream().all("Task").map { $0["for"]?["reference"]?.string })
    #expect(whose == ["Patient/margaret-chen", "Patient/m-chen"])
    #expect(try agency.problems == [])
  }

  @Test("leaves it to whoever has taken the place of both in the end, and of two who name each other to neither")
  func chains() throws {
    let agency = try Agency()
    _ = try agency.keepRoutine()
    try merge(agency)
    try merge(agency, keeping: "maggie", "m-chen")
    #expect(try owned(agency, by: "maggie") == [1, 3, 0, 0, 0])
    #expect(
      try agency.simulation.store.readNow { try $0.successor(of: client("margaret-chen")).rawValue } == "maggie")
    // A third names the first, who was replaced: a circle.
    agency.simulation.upstream.edit("Patient/maggie", at: agency.there) {
      $0["link"] = [["other": ["reference": "Patient/margaret-chen"], "type": "replaced-by"]]
    }
    try agency.simulation.run(seconds: 60)
    #expect(try owned(agency, by: "maggie") == [1, 3, 0, 0, 0])
    #expect(try agency.problems == [])
  }
}
