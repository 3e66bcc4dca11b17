import VisitsModel
import VisitsStore

/// Who is kept already, for a reader that knows no store and its faults.
struct KnownPeople {
  let transaction: ChangeTransaction
  private var fault: (any Error)?

  init(transaction: ChangeTransaction) {
    self.transaction = transaction
  }

  /// Whether a person of that identity is kept; nobody is where the store cannot be asked, see ``check()``.
  mutating func contains(_ identity: UpstreamIdentity, as kind: PersonKind) -> Bool {
    do {
      try transaction.goOn()
      switch kind {
      case .worker: return try transaction.workerID(for: identity) != nil
      case .client: return try transaction.clientID(for: identity) != nil
      }
    } catch {
      fault = fault ?? error
      return false
    }
  }

  /// Throws what kept the store from being asked: a plan made without its answer is none.
  func check() throws {
    if let fault { throw fault }
  }
}
