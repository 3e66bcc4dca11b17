import FHIR
package import VisitsModel

/// Asks a server for its CapabilityStatement before anything else. A wrong base address is found out here, where it cannot
/// park or withdraw anything.
struct CapabilityNegotiation {
  private var wasRenewed = false

  enum Answer {
    case offered(UpstreamCapabilities)
    case renew
    case end(RunOutcome)
  }

  /// Parses the answer to the request for metadata.
  mutating func parse(_ result: Result<FHIRAnswer, FHIRFailure>) -> Answer {
    switch result.answer(to: .read) {
    case .success(let answer):
      guard let statement = try? CapabilityStatement(json: answer.body) else { return .end(.failed(.unreadable)) }
      return .offered(UpstreamCapabilities(statement))
    case .failure(let trouble):
      if trouble == .unauthorized, !wasRenewed {
        wasRenewed = true
        return .renew
      }
      return .end(trouble == .gone ? .failed(.unreadable) : trouble.outcome)
    }
  }
}

/// The abilities that a server offers. A server that knows no Flags takes visits all the same.
package struct UpstreamCapabilities: Sendable, Hashable {
  /// Its abilities with the records of a visit.
  package var visits: ServerAbilities
  /// Its abilities with the record of an emergency.
  package var flags: ServerAbilities
  /// Its abilities with Tasks; `nil`: it knows none.
  package var tasks: ServerAbilities?
  /// Its abilities with the records of goals and sessions; `nil`: it knows some of these types not at all.
  package var sessions: ServerAbilities?
  /// The types whose history it gives as a whole, deletions among it (R4, RESTful API, history).
  package var histories: Set<String>

  /// The presumed abilities of a server that does not answer.
  static let presumed = UpstreamCapabilities(
    visits: .presumed, flags: .presumed, tasks: .presumed, sessions: .presumed, histories: [])

  private init(
    visits: ServerAbilities, flags: ServerAbilities, tasks: ServerAbilities?, sessions: ServerAbilities?,
    histories: Set<String>
  ) {
    self.visits = visits
    self.flags = flags
    self.tasks = tasks
    self.sessions = sessions
    self.histories = histories
  }

  init(_ statement: CapabilityStatement) {
    visits = ServerAbilities(statement, ["Appointment", "Encounter"])
    // An emergency is sent whatever the server says of Flags.
    flags = ServerAbilities(offered: statement, ["Flag"]) ?? .presumed
    // Without versions no update could name the version that it builds on: the type counts as not offered.
    tasks = ServerAbilities(offered: statement, ["Task"]).flatMap { $0.keepsVersions ? $0 : nil }
    sessions = ServerAbilities(offered: statement, ["Goal", "Encounter", "Observation"])
      .flatMap { $0.keepsVersions ? $0 : nil }
    histories = Set(statement.types.filter { $0.value.interactions.contains("history-type") }.keys)
  }
}

extension ServerAbilities {
  /// The way of writing that most servers know.
  fileprivate static let presumed = ServerAbilities(keepsVersions: true, takesOurIds: true, takesTransactions: false)

  /// The abilities with some types; `nil`: the server does not know all of them.
  fileprivate init?(offered statement: CapabilityStatement, _ written: [String]) {
    // A statement that lists no types does not tell which ones the server knows.
    if statement.types.isEmpty {
      self = .presumed
      return
    }
    guard written.allSatisfy({ statement.types[$0] != nil }) else { return nil }
    self.init(statement, written)
  }

  /// The abilities that the server has with each of these types.
  fileprivate init(_ statement: CapabilityStatement, _ written: [String]) {
    let types = written.map(statement.abilities)
    self.init(
      keepsVersions: types.allSatisfy { $0.versioning != .none },
      takesOurIds: types.allSatisfy(\.hasUpdateCreate), takesTransactions: statement.hasTransactions)
  }
}
