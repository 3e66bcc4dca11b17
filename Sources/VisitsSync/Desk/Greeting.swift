import FHIR
package import VisitsModel

/// What a server says that it can do, before anything is asked of it. A wrong base address is found out here, where
/// nothing can be parked or withdrawn for it.
struct Greeting {
  private var wasRenewed = false

  enum Answer {
    case said(SaidAbilities)
    case renew
    case end(RunOutcome)
  }

  /// Reads the answer to the request for metadata.
  mutating func take(_ result: Result<FHIRAnswer, FHIRFailure>) -> Answer {
    switch result.answer(to: .read) {
    case .success(let answer):
      guard let statement = try? CapabilityStatement(json: answer.body) else { return .end(.failed(.unreadable)) }
      return .said(SaidAbilities(statement))
    case .failure(let error):
      if error.trouble == .unauthorized, !wasRenewed {
        wasRenewed = true
        return .renew
      }
      return .end(error.trouble == .gone ? .failed(.unreadable) : error.trouble.outcome)
    }
  }
}

/// What a server says that it can do. A server that knows no Flags takes visits all the same.
package struct SaidAbilities: Sendable, Hashable {
  /// With what a visit is.
  package var visits: ServerAbilities
  /// With what an emergency is.
  package var flags: ServerAbilities
  /// With what was recorded of a care task; `nil`: it knows no Tasks.
  package var tasks: ServerAbilities?
  /// With goals and the sessions on them; `nil`: it knows none of these.
  package var sessions: ServerAbilities?
  /// The types whose history it gives as a whole, deletions among it (R4, RESTful API, history).
  package var histories: Set<String>

  /// What is presumed of a server that does not say.
  static let presumed = SaidAbilities(
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
    // An emergency is tried whatever the server says.
    flags = ServerAbilities(offered: statement, ["Flag"]) ?? .presumed
    // Without versions no update could say what it builds on: then it is as if there were no such records.
    tasks = ServerAbilities(offered: statement, ["Task"]).flatMap { $0.keepsVersions ? $0 : nil }
    sessions = ServerAbilities(offered: statement, ["Goal", "Encounter", "Observation"])
      .flatMap { $0.keepsVersions ? $0 : nil }
    histories = Set(statement.types.filter { $0.value.interactions.contains("history-type") }.keys)
  }
}

extension ServerAbilities {
  /// The way that most servers know.
  fileprivate static let presumed = ServerAbilities(keepsVersions: true, takesOurIds: true, takesTransactions: false)

  /// The same of a server that knows them all; `nil`: it does not.
  fileprivate init?(offered statement: CapabilityStatement, _ written: [String]) {
    // One that names no types at all says nothing of what it knows.
    if statement.types.isEmpty {
      self = .presumed
      return
    }
    guard written.allSatisfy({ statement.types[$0] != nil }) else { return nil }
    self.init(statement, written)
  }

  /// What it can do in every type of these.
  fileprivate init(_ statement: CapabilityStatement, _ written: [String]) {
    let types = written.map(statement.abilities)
    self.init(
      keepsVersions: types.allSatisfy { $0.versioning != .none },
      takesOurIds: types.allSatisfy(\.hasUpdateCreate), takesTransactions: statement.hasTransactions)
  }
}
