import FHIR
import Testing
import VisitsModel
import VisitsStore
import VisitsSync
import VisitsTestSupport

@testable import simulate

@Suite("People here whom the office links to records upstream", .ownThread)
struct LinkedPeopleTests {
  private let sarah = WorkerID(rawValue: "sarah")
  private let margaret = ClientID(rawValue: "margaret-chen")

  /// An agency that has planned alone, with a visit at 9:00 that Sarah has made, and one at 13:00 that nobody upstream
  /// plans; then it has connected the system that has Sarah, Margaret Chen and the visit at 9:00 too.
  private func alone(
    _ server: Agency.Server = Agency.servers[0]
  ) throws -> (agency: Agency, made: VisitID, later: VisitID) {
    let (sarah, margaret) = (try #require(sarah), try #require(margaret))
    var visits: [VisitID] = []
    let agency = try Agency(server) { simulation in
      try simulation.change { transaction in
        let worker = Worker(id: sarah, key: transaction.newPersonKey(), name: "Sarah Miller")
        _ = try transaction.put(worker)
        return .client(
          try transaction.put(Client(id: margaret, key: transaction.newPersonKey(), name: "Chen, Margaret")))
      }
      for minutes in [0, 240] as [Int64] {
        let outcome = try simulation.change { transaction in
          // Where there is no upstream, nothing waits for one.
          transaction.isFromUpstream = true
          let start = Agency.nine.adding(minutes: minutes)
          var visit = Visit(
            id: transaction.newVisitID(), worker: sarah, client: margaret, start: start,
            end: start.adding(minutes: 60))
          if minutes == 0 {
            visit.life = .completed(
              checkIn: Check(at: start.adding(minutes: 2), receivedAt: transaction.now, method: .device),
              checkOut: Check(at: start.adding(minutes: 58), receivedAt: transaction.now, method: .device))
          }
          return .visits([try transaction.put(visit)])
        }
        if case .visits(let made)? = outcome { visits += made.map(\.id) }
      }
    }
    // As a daemon does when its first pull has ended.
    let now = agency.there
    _ = try agency.simulation.store.keepNow { try $0.enqueueLocal(at: now) }
    try agency.simulation.ask()
    return (agency, try #require(visits.first), try #require(visits.last))
  }

  @discardableResult
  private func link(_ agency: Agency) throws -> [LinkOutcome] {
    let (sarah, margaret) = (try #require(sarah), try #require(margaret))
    let context = agency.simulation.context
    let outcomes = [
      try agency.simulation.change { transaction in
        let worker = try transaction.worker(sarah, expectedVersion: nil)
        let linked = try PersonLinking(transaction, context).link(worker, to: "Practitioner/sarah")
        return .linkedWorker(linked.person, linked.outcome)
      },
      try agency.simulation.change { transaction in
        let client = try transaction.client(margaret, expectedVersion: nil)
        let linked = try PersonLinking(transaction, context).link(client, to: "Patient/margaret-chen")
        return .linkedClient(linked.person, linked.outcome)
      },
    ]
    return outcomes.compactMap { outcome in
      switch outcome {
      case .linkedWorker(_, let link), .linkedClient(_, let link): link
      default: nil
      }
    }
  }

  @Test("have each visit once, and what was done arrives once", arguments: Agency.servers)
  func once(_ server: Agency.Server) throws {
    let (agency, made, later) = try alone(server)
    let upstream = { agency.simulation.upstream }
    try agency.simulation.run(seconds: 120)
    // The visit that stands there already waits for the office; the other one has gone.
    #expect(
      try agency.problems
        == ["overruled sarah=sarah-2 margaret-chen=margaret-chen-2", "parked twin"])
    #expect(upstream().names(of: "Appointment").count == 2)
    #expect(upstream().names(of: "Encounter") == [])
    let links = try link(agency)
    #expect(links.map(\.merged) == ["sarah-2", "margaret-chen-2"])
    #expect(links.map(\.united) == [0, 1] && links.allSatisfy(\.twice.isEmpty))
    try agency.simulation.run(seconds: 120)
    #expect(try agency.visit("a").id == made)
    #expect(upstream().record("Appointment/a")?["status"] == "fulfilled")
    #expect(upstream().names(of: "Appointment").count == 2)
    #expect(upstream().names(of: "Encounter").count == 1)
    for name in upstream().names(of: "Encounter") { #expect(upstream().records[name]?.count == 1) }
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(try agency.problems == [])
    let (workers, clients, visits) = try agency.simulation.store.readNow { reader in
      (
        try reader.workers(limit: 10).map(\.id.rawValue), try reader.clients(limit: 10).map(\.id.rawValue),
        try reader.visits(VisitFilter(worker: sarah), limit: 10).visits.map(\.visit.id)
      )
    }
    #expect(workers == ["james", "sarah"])
    #expect(clients == ["margaret-chen"])
    #expect(visits == [made, later])
    // What the system changes from here on comes to the one.
    agency.simulation.upstream.edit("Practitioner/sarah", at: agency.there) { $0["name"] = [["text": "Sarah Lund"]] }
    try agency.simulation.run(seconds: 60)
    let name = try agency.simulation.store.readNow { try $0.worker(#require(sarah))?.name }
    #expect(name == "Sarah Lund")
  }

  @Test("keep what waits and what is parked: it goes once, when its time has come")
  func waiting() throws {
    let (agency, _, later) = try alone()
    try agency.simulation.run(seconds: 60)
    let thing = SyncThing(.visit, later.rawValue)
    let before = try agency.simulation.store.readNow { try $0.agreed(on: thing).map(\.address) }
    _ = try agency.simulation.change { transaction in
      var visit = try transaction.visit(later, expectedVersion: nil)
      visit.note = "Ring twice"
      return .visits([try transaction.put(visit)])
    }
    #expect(try agency.simulation.store.readNow { try $0.syncState(of: thing) } == .pending)
    try link(agency)
    #expect(try agency.simulation.store.readNow { try $0.syncState(of: thing) } == .pending)
    try agency.simulation.run(seconds: 120)
    #expect(try agency.simulation.store.readNow { try $0.agreed(on: thing).map(\.address) } == before)
    let record = try #require(before.first)
    #expect(agency.simulation.upstream.record("\(record.type)/\(record.id)")?["comment"] == "Ring twice")
    #expect(try agency.rows == SyncStanding.Rows())
  }

  @Test(
    "are named by their records in what is sent again of tasks, goals and sessions after the link",
    arguments: Agency.servers)
  func named(_ server: Agency.Server) throws {
    let (agency, _, _) = try alone(server)
    let routine = try agency.keepRoutine()
    let goal = try #require(try agency.setGoal())
    try agency.record(routine[0], on: CareDay(daysSince1970: 20_777)) { $0.isDone = true }
    let session = try #require(try agency.practise(goal, [true]))
    try agency.simulation.run(seconds: 120)
    func sent() -> [String?] {
      let upstream = agency.simulation.upstream
      let (task, observation) = (upstream.all("Task").last, upstream.all("Observation").last)
      return [
        task?["for"], task?["owner"], upstream.all("Goal").last?["subject"], observation?["subject"],
        observation?["performer"]?.items.first,
      ].map { $0?["reference"]?.string }
    }
    // Upstream has no record of them yet: they are told by our identifiers.
    #expect(sent() == [nil, nil, nil, nil, nil])
    try link(agency)
    try agency.record(routine[0], on: CareDay(daysSince1970: 20_777)) { $0.note = "Porridge" }
    try agency.practise(goal, [false], in: session.id)
    _ = try agency.simulation.change { transaction in
      var kept = try #require(try transaction.goal(goal))
      kept.title = "Stand up without help"
      return .goal(try transaction.put(kept))
    }
    try agency.simulation.run(seconds: 120)
    #expect(
      sent() == [
        "Patient/margaret-chen", "Practitioner/sarah", "Patient/margaret-chen", "Patient/margaret-chen",
        "Practitioner/sarah",
      ])
    #expect(try agency.rows == SyncStanding.Rows())
    #expect(
      agency.simulation.upstream.all("Task").count == 1 && agency.simulation.upstream.all("Observation").count == 1)
  }

  @Test("are not linked to a Patient who was merged there: the other record is named")
  func mergedThere() throws {
    let (agency, _, _) = try alone()
    try agency.simulation.upstream.put(
      #"{"resourceType":"Patient","id":"m-chen","name":[{"text":"Maggie Chen"}]}"#, at: agency.there)
    agency.simulation.upstream.edit("Patient/margaret-chen", at: agency.there) {
      $0["link"] = [["other": ["reference": "Patient/m-chen"], "type": "replaced-by"]]
    }
    try agency.simulation.run(seconds: 60)
    #expect(
      throws: Refusal.invalid(
        field: "record", .link(.mergedUpstream(record: "Patient/margaret-chen", into: "Patient/m-chen")))
    ) { try link(agency) }
  }
}
