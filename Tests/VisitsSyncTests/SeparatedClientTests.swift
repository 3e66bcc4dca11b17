import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsTestSupport

@testable import simulate

@Suite("Clients whom upstream merged and separates again", .ownThread)
struct SeparatedClientTests {
  private let today = CareDay(daysSince1970: 20_777)

  /// Margaret Chen is merged with Bea Brown by mistake.
  private func link(to other: String?, _ agency: Agency) throws {
    if let other {
      try agency.simulation.upstream.put(
        #"{"resourceType":"Patient","id":"\#(other)","name":[{"text":"\#(other)"}]}"#, at: agency.there)
    }
    agency.simulation.upstream.edit("Patient/margaret-chen", at: agency.there) {
      $0["active"] = .bool(other == nil)
      $0["link"] = other.map { other -> JSONDocument in
        [["other": ["reference": .string("Patient/\(other)")], "type": "replaced-by"]]
      }
    }
    try agency.simulation.run(seconds: 60)
  }

  /// How many visits, tasks, records of today, goals and sessions a client has.
  private func owned(_ agency: Agency, by id: String) throws -> [Int] {
    let client = try #require(ClientID(rawValue: id))
    return try agency.simulation.store.readNow { reader in
      [
        try ["a", "b"].filter { name in
          let address = RecordAddress(type: "Appointment", id: name)
          return try reader.agreed(on: address).first?.thing.visit.flatMap(reader.visit)?.client == client
        }.count,
        try reader.tasks(of: client).count, try reader.records(of: client, on: today).count,
        try reader.goals(of: client).count, try reader.sessions(SessionFilter(client: client), limit: 10).count,
      ]
    }
  }

  private func subject(_ agency: Agency, of name: String) -> String? {
    agency.simulation.upstream.all("Encounter").first {
      $0["appointment"]?.items.first?["reference"]?.string == "Appointment/\(name)"
    }?["subject"]?["reference"]?.string
  }

  private func patient(_ agency: Agency, of name: String) -> String? {
    agency.simulation.upstream.record("Appointment/\(name)")?["participant"]?.items.first?["actor"]?["reference"]?
      .string
  }

  @Test("have in their own charts what was recorded of their care meanwhile", arguments: Agency.servers)
  func charts(_ server: Agency.Server) throws {
    let agency = try Agency(server, visits: ["a", "b"])
    let routine = try agency.keepRoutine()
    let goal = try #require(try agency.setGoal())
    try agency.simulation.run(seconds: 60)
    try link(to: "bea", agency)
    try agency.record(routine[0], on: today) { $0.isDone = true }
    try agency.practise(goal, [true, false])
    try agency.simulation.run(seconds: 60)
    try link(to: nil, agency)
    try agency.simulation.run(seconds: 180)
    for (type, member) in [("Task", "for"), ("Goal", "subject"), ("Observation", "subject"), ("Encounter", "subject")] {
      let subjects = agency.simulation.upstream.all(type).map { $0[member]?["reference"]?.string }
      #expect(!subjects.isEmpty && subjects.allSatisfy { $0 == "Patient/margaret-chen" }, "\(type): \(subjects)")
    }
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test("have what was theirs again, and no visit is written to the other", arguments: Agency.servers)
  func separated(_ server: Agency.Server) throws {
    let agency = try Agency(server, visits: ["a", "b"])
    let routine = try agency.keepRoutine()
    let goal = try #require(try agency.setGoal())
    try agency.record(routine[0], on: today) { $0.isDone = true }
    try agency.practise(goal, [true, false])
    try agency.simulation.run(seconds: 60)
    try link(to: "bea", agency)
    #expect(try owned(agency, by: "bea") == [2, 3, 1, 1, 1])
    try agency.complete("b")
    try agency.simulation.run(seconds: 60)
    try link(to: nil, agency)
    #expect(try owned(agency, by: "margaret-chen") == [2, 3, 1, 1, 1])
    #expect(try owned(agency, by: "bea") == [0, 0, 0, 0, 0])
    try agency.complete("a")
    try agency.simulation.run(seconds: 60)
    for name in ["a", "b"] {
      #expect(patient(agency, of: name) == "Patient/margaret-chen")
      #expect(subject(agency, of: name) == "Patient/margaret-chen")
    }
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [], "nothing was recorded for Bea")
    let id = try agency.visit("a").id
    let whose = try agency.simulation.store.readNow { reader in
      try reader.audit(visit: id, limit: 10).entries.compactMap { entry -> String? in
        if case .visit(let visit) = entry.after { visit.client.rawValue } else { nil }
      }
    }
    #expect(whose.map { $0 == "bea" }.filter(\.self).count == 1, "the audit tells of both moves")
    #expect(whose.count == 4)
  }

  @Test("with the merge corrected to a third, who has it all then")
  func corrected() throws {
    let agency = try Agency(visits: ["a", "b"])
    _ = try agency.keepRoutine()
    try link(to: "bea", agency)
    try link(to: "cleo", agency)
    #expect(try owned(agency, by: "cleo") == [2, 3, 0, 0, 0])
    #expect(try owned(agency, by: "bea") == [0, 0, 0, 0, 0])
    try agency.complete("a")
    try agency.simulation.run(seconds: 60)
    #expect(patient(agency, of: "a") == "Patient/margaret-chen")
    #expect(subject(agency, of: "a") == "Patient/margaret-chen")
    try link(to: nil, agency)
    #expect(try owned(agency, by: "margaret-chen") == [2, 3, 0, 0, 0])
    #expect(try agency.problems == [])
  }

  @Test("leave what was recorded meanwhile with the other, and the office is told")
  func meanwhile() throws {
    let agency = try Agency(visits: ["a"])
    let goal = try #require(try agency.setGoal())
    try link(to: "bea", agency)
    let bea = try #require(ClientID(rawValue: "bea"))
    let outcome = try agency.simulation.change { transaction in
      .goal(
        try transaction.put(
          Goal(
            id: transaction.newGoalID(), client: bea, title: "Walk", setAt: transaction.now, statusAt: transaction.now))
      )
    }
    guard case .goal(let walk)? = outcome else { throw Simulation.Missing(what: "the goal") }
    try agency.simulation.run(seconds: 60)
    try link(to: nil, agency)
    let goals = try agency.simulation.store.readNow { reader in
      try [goal, walk.id].map { try reader.goal($0)?.client.rawValue }
    }
    #expect(goals == ["margaret-chen", "bea"])
    #expect(try agency.problems == ["overruled separated"])
    let problem = try agency.simulation.store.readNow { try $0.problems() }.first?.problem
    #expect(problem?.subject == "client/bea")
    #expect(problem?.detail == #"{"ours":{"client":{"_0":"bea"}},"theirs":{"client":{"_0":"margaret-chen"}}}"#)
  }

  @Test("keep a visit that upstream gave to the other itself")
  func givenUpstream() throws {
    let agency = try Agency(visits: ["a", "b"])
    try link(to: "bea", agency)
    agency.simulation.upstream.edit("Appointment/b", at: agency.there) {
      $0["participant", default: []].items[0]["actor"] = ["reference": "Patient/bea"]
    }
    try agency.simulation.run(seconds: 60)
    try link(to: nil, agency)
    #expect(try ["a", "b"].map { try agency.visit($0).client.rawValue } == ["margaret-chen", "bea"])
    #expect(try agency.problems == [])
  }
}
