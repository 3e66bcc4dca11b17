import VisitsModel
import VisitsStore

/// Looks up whether identities belong to stored workers or clients, for a bundle reader that does not know the store.
/// The first error of the store is kept for ``check()``.
struct KnownPeople {
  let transaction: ChangeTransaction
  private var fault: (any Error)?

  init(transaction: ChangeTransaction) {
    self.transaction = transaction
  }

  /// Whether a worker or a client with the identity is stored; `false` if the store fails, see ``check()``.
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

  /// Throws the first error of the store: a plan that was made without its answers is not valid.
  func check() throws {
    if let fault { throw fault }
  }
}
