import FHIR
package import VisitsModel

/// The handling of the request for the server's CapabilityStatement. A run sends this request before all others. If the
/// base address is wrong, this request fails, and no answer from the wrong server can change the state of a visit or
/// other entity.
struct CapabilityNegotiation {
  private var wasRenewed = false

  enum Answer {
    case offered(UpstreamCapabilities)
    case renew
    case end(RunOutcome)
  }

  /// Parses the answer to the request for the CapabilityStatement.
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

/// The abilities that a server offers for the records of sync. A server that does not support Flags can still receive
/// visits.
package struct UpstreamCapabilities: Sendable, Hashable {
  /// The abilities for the records of a visit (Appointment and Encounter).
  package var visits: ServerAbilities
  /// The abilities for the record of an emergency (Flag).
  package var flags: ServerAbilities
  /// The abilities for Tasks; `nil` if the server does not support Tasks or stores no versions of them.
  package var tasks: ServerAbilities?
  /// The abilities for the records of goals and sessions (Goal, Encounter, Observation); `nil` if the server does not
  /// support one of these types or stores no versions of it.
  package var sessions: ServerAbilities?
  /// The types whose history the server offers. Unlike a search, the history of a type also lists deleted records (R4,
  /// RESTful API, history).
  package var histories: Set<String>

  /// The abilities that the run for an emergency assumes if the CapabilityStatement cannot be fetched or parsed.
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
    // An emergency is sent even if the CapabilityStatement does not list the type Flag.
    flags = ServerAbilities(offered: statement, ["Flag"]) ?? .presumed
    // An update must name the version that it changes. So a type without versions counts as not supported.
    tasks = ServerAbilities(offered: statement, ["Task"]).flatMap { $0.keepsVersions ? $0 : nil }
    sessions = ServerAbilities(offered: statement, ["Goal", "Encounter", "Observation"])
      .flatMap { $0.keepsVersions ? $0 : nil }
    histories = Set(statement.types.filter { $0.value.interactions.contains("history-type") }.keys)
  }
}

extension ServerAbilities {
  /// The abilities that most servers have: versions, ids chosen by the sender, and no transactions.
  fileprivate static let presumed = ServerAbilities(keepsVersions: true, takesOurIds: true, takesTransactions: false)

  /// Reads the abilities for several record types from a CapabilityStatement; `nil` if the statement does not list all
  /// of these types.
  fileprivate init?(offered statement: CapabilityStatement, _ written: [String]) {
    // A CapabilityStatement that lists no types does not show which types the server supports.
    if statement.types.isEmpty {
      self = .presumed
      return
    }
    guard written.allSatisfy({ statement.types[$0] != nil }) else { return nil }
    self.init(statement, written)
  }

  /// Reads the abilities that the server has for every one of several record types.
  fileprivate init(_ statement: CapabilityStatement, _ written: [String]) {
    let types = written.map(statement.abilities)
    self.init(
      keepsVersions: types.allSatisfy { $0.versioning != .none },
      takesOurIds: types.allSatisfy(\.hasUpdateCreate), takesTransactions: statement.hasTransactions)
  }
}
