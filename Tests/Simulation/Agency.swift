import FHIR
import VisitsExchange
import VisitsModel
import VisitsStore

/// Sarah and Margaret Chen upstream, with visits at 9:00, and a daemon that has pulled them.
final class Agency {
  /// A kind of server.
  struct Server: Sendable, CustomStringConvertible {
    var takesOurIds: Bool
    var takesTransactions: Bool

    var description: String {
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

  init(
    _ server: Server = Agency.servers[0], visits: [String] = ["a"], _ settings: Simulation.Settings = .init(),
    _ prepare: (Simulation) throws -> Void = { _ in }
  ) throws {
    simulation = try Simulation(settings)
    simulation.upstream.takesOurIds = server.takesOurIds
    simulation.upstream.takesTransactions = server.takesTransactions
    try prepare(simulation)
    let before = there.adding(minutes: -600)
    for (id, name) in [("sarah", "Sarah Miller"), ("james", "James Okafor")] {
      try simulation.upstream.put(
        #"{"resourceType":"Practitioner","id":"\#(id)","name":[{"text":"\#(name)"}]}"#, at: before)
    }
    try simulation.upstream.put(
      #"{"resourceType":"Patient","id":"margaret-chen","name":[{"text":"Margaret Chen"}]}"#, at: before)
    for (number, name) in visits.enumerated() {
      try book(name, at: Self.nine.adding(minutes: Int64(number) * 60), writtenAt: before)
    }
    try simulation.start()
    try simulation.run(seconds: 10)
  }

  /// What the clock upstream says.
  var there: Instant { simulation.upstream.now(simulation.clock) }

  /// Books a visit of an hour upstream.
  func book(
    _ name: String, at start: Instant, writtenAt now: Instant? = nil, late: Int64 = 0, worker: String = "sarah"
  ) throws {
    try simulation.upstream.put(
      """
      {"resourceType":"Appointment","id":"\(name)","status":"booked","priority":5,
       "serviceType":[{"coding":[{"code":"pc"}],"text":"Personal care"}],
       "start":"\(start.fhirText)","end":"\(start.adding(minutes: 60).fhirText)",
       "participant":[{"actor":{"reference":"Patient/margaret-chen"},"status":"accepted"},
        {"actor":{"reference":"Device/17"},"status":"accepted"},
        {"actor":{"reference":"Practitioner/\(worker)"},"status":"accepted"}]}
      """, at: now ?? there, late: late)
  }

  /// The visit that an Appointment is here.
  func find(_ name: String) throws -> Visit? {
    try simulation.store.readNow { reader in
      try reader.agreed(on: RecordAddress(type: "Appointment", id: name)).first?.thing.visit.flatMap(reader.visit)
    }
  }

  func visit(_ name: String) throws -> Visit {
    guard let visit = try find(name) else { throw Simulation.Missing(what: name) }
    return visit
  }

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
  @discardableResult
  func add(minutes: Int64 = 300, note: String? = nil) throws -> ChangeOutcome? {
    try simulation.change { transaction in
      let start = Agency.nine.adding(minutes: minutes)
      guard let client = ClientID(rawValue: "margaret-chen") else { throw Simulation.Missing(what: "Margaret Chen") }
      let visit = Visit(
        id: transaction.newVisitID(), worker: WorkerID(rawValue: "sarah"), client: client, start: start,
        end: start.adding(minutes: 60), service: "Meal", note: note)
      return .visits([try transaction.put(visit)])
    }
  }

  /// Somebody here changes a visit.
  @discardableResult
  func change(_ id: VisitID, _ body: @escaping @Sendable (inout Visit, Instant) -> Void) throws -> ChangeOutcome? {
    try simulation.change { transaction in
      var visit = try transaction.visit(id, expectedVersion: nil)
      body(&visit, transaction.now)
      return .visits([try transaction.put(visit)])
    }
  }

  /// What waits, and what is parked.
  var rows: SyncStanding.Rows {
    get throws { try simulation.store.readNow { try $0.rows() } }
  }

  /// The problems that are open: in words, or the name of a fault with its values.
  var problems: [String] {
    get throws {
      try simulation.store.readNow { try $0.problems() }.map { kept in
        let problem = kept.problem
        guard problem.code == SyncProblem.faultCode, let detail = problem.detail else {
          return "\(problem.kind.rawValue) \(problem.words)"
        }
        let fault = try MappedText.value(TextFault.self, from: detail)
        let values = fault.values.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
        return ([problem.kind.rawValue, fault.path, fault.kind.rawValue].compactMap(\.self) + values)
          .joined(separator: " ")
      }
    }
  }
}
