import FHIR
import Testing
import VisitsModel
import VisitsStore

/// Sarah and Margaret Chen upstream, with visits at 9:00, and a daemon that has pulled them.
final class Agency {
  /// A kind of server.
  struct Server: Sendable, CustomTestStringConvertible {
    var takesOurIds: Bool
    var takesTransactions: Bool

    var testDescription: String {
      "\(takesOurIds ? "our ids" : "its own ids"), \(takesTransactions ? "transactions" : "singly")"
    }
  }

  static let servers = [
    Server(takesOurIds: true, takesTransactions: true), Server(takesOurIds: true, takesTransactions: false),
    Server(takesOurIds: false, takesTransactions: true), Server(takesOurIds: false, takesTransactions: false),
  ]

  /// 9:00 in Edmonton, an hour from the beginning.
  static let nine = Instant(milliseconds: 1_795_190_400_000)

  let simulation: Simulation

  init(_ server: Server = Agency.servers[0], visits: [String] = ["a"]) throws {
    simulation = try Simulation()
    simulation.upstream.takesOurIds = server.takesOurIds
    simulation.upstream.takesTransactions = server.takesTransactions
    let before = simulation.clock.now.adding(minutes: -600)
    try simulation.upstream.put(
      #"{"resourceType":"Practitioner","id":"sarah","name":[{"text":"Sarah Miller"}]}"#, at: before)
    try simulation.upstream.put(
      #"{"resourceType":"Patient","id":"margaret-chen","name":[{"text":"Margaret Chen"}]}"#, at: before)
    for (number, name) in visits.enumerated() {
      try book(name, at: Self.nine.adding(minutes: Int64(number) * 60), writtenAt: before)
    }
    try simulation.start()
    try simulation.run(seconds: 10)
  }

  /// Books a visit of an hour upstream.
  func book(_ name: String, at start: Instant, writtenAt now: Instant? = nil) throws {
    let times = [start, start.adding(minutes: 60)].map { FHIRInstant(milliseconds: $0.milliseconds).description }
    try simulation.upstream.put(
      """
      {"resourceType":"Appointment","id":"\(name)","status":"booked","priority":5,
       "serviceType":[{"coding":[{"code":"pc"}],"text":"Personal care"}],"start":"\(times[0])","end":"\(times[1])",
       "participant":[{"actor":{"reference":"Patient/margaret-chen"},"status":"accepted"},
        {"actor":{"reference":"Device/17"},"status":"accepted"},
        {"actor":{"reference":"Practitioner/sarah"},"status":"accepted"}]}
      """, at: now ?? simulation.clock.now)
  }

  /// The visit that an Appointment is here.
  func find(_ name: String) throws -> Visit? {
    try simulation.store.readNow { reader in
      try reader.agreed(on: RecordAddress(type: "Appointment", id: name)).first?.thing.visit.flatMap(reader.visit)
    }
  }

  func visit(_ name: String) throws -> Visit { try #require(try find(name)) }

  /// Sarah comes at 9:02 and leaves at 9:58.
  func complete(_ name: String) throws {
    let id = try visit(name).id
    let start = try visit(name).start
    try simulation.change { transaction in
      var visit = try transaction.visit(id, expectedVersion: nil)
      let now = transaction.now
      visit.life = .completed(
        checkIn: Check(at: start.adding(minutes: 2), receivedAt: now, method: .device),
        checkOut: Check(at: start.adding(minutes: 58), receivedAt: now, method: .device))
      return .visits([try transaction.put(visit)])
    }
  }

  /// The office notes something here.
  func note(_ words: String, on name: String) throws {
    guard let id = try find(name)?.id else { return }
    try simulation.change { transaction in
      var visit = try transaction.visit(id, expectedVersion: nil)
      visit.note = words
      return .visits([try transaction.put(visit)])
    }
  }

  /// The office books a visit here.
  func add() throws {
    try simulation.change { transaction in
      let start = Agency.nine.adding(minutes: 300)
      let visit = Visit(
        id: transaction.newVisitID(), worker: WorkerID(rawValue: "sarah"),
        client: try #require(ClientID(rawValue: "margaret-chen")), start: start, end: start.adding(minutes: 60),
        service: "Meal")
      return .visits([try transaction.put(visit)])
    }
  }

  /// Upstream has what happened, once.
  func expectCompleted(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let upstream = simulation.upstream
    #expect(upstream.record("Appointment/\(name)")?["status"] == "fulfilled", sourceLocation: sourceLocation)
    let encounters = upstream.all("Encounter").filter {
      $0["appointment"]?.items.first?["reference"]?.string == "Appointment/\(name)"
    }
    #expect(encounters.count == 1, sourceLocation: sourceLocation)
    #expect(encounters.first?["status"] == "finished", sourceLocation: sourceLocation)
    let start = try visit(name).start
    let times = [2, 58].map {
      FHIRInstant(milliseconds: start.adding(minutes: $0).milliseconds).description
    }
    #expect(encounters.first?["period"]?["start"]?.string == times[0], sourceLocation: sourceLocation)
    #expect(encounters.first?["period"]?["end"]?.string == times[1], sourceLocation: sourceLocation)
    #expect(upstream.records["Appointment/\(name)"]?.count == 2, "written once", sourceLocation: sourceLocation)
  }

  /// What waits, and what is parked.
  var rows: SyncStanding.Rows {
    get throws { try simulation.store.readNow { try $0.rows() } }
  }

  /// The problems that are open, in words.
  var problems: [String] {
    get throws {
      try simulation.store.readNow { try $0.problems() }.map { "\($0.problem.kind.rawValue) \($0.problem.words)" }
    }
  }
}
