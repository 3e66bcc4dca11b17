import FHIR
import VisitsModel

/// What a server says that it can do, before anything is asked of it. A wrong base address is found out here, where
/// nothing can be parked or withdrawn for it.
struct Greeting {
  private var wasRenewed = false

  enum Answer {
    case abilities(ServerAbilities)
    case renew
    case end(RunOutcome)
  }

  /// Reads the answer to the request for metadata.
  mutating func take(_ result: Result<FHIRAnswer, FHIRFailure>) -> Answer {
    switch result.answer(to: .read) {
    case .success(let answer):
      guard let statement = try? CapabilityStatement(json: answer.body) else { return .end(.failed(.unreadable)) }
      return .abilities(ServerAbilities(statement))
    case .failure(let error):
      if error.trouble == .unauthorized, !wasRenewed {
        wasRenewed = true
        return .renew
      }
      return .end(error.trouble == .gone ? .failed(.unreadable) : error.trouble.outcome)
    }
  }
}

extension ServerAbilities {
  /// What is written, in every type of it.
  private static let written = ["Appointment", "Encounter", "Flag"]

  init(_ statement: CapabilityStatement) {
    let types = Self.written.map(statement.abilities)
    self.init(
      keepsVersions: types.allSatisfy { $0.versioning != .none },
      takesOurIds: types.allSatisfy(\.hasUpdateCreate), takesTransactions: statement.hasTransactions)
  }
}
