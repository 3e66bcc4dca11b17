import VisitsModel
import VisitsStore

/// Checks whether identities belong to stored workers or clients. The reader of a FHIR bundle uses it, because that
/// reader does not know the store. The first error of the store is remembered and thrown by ``check()``.
struct KnownPeople {
  let transaction: ChangeTransaction
  private var fault: (any Error)?

  init(transaction: ChangeTransaction) {
    self.transaction = transaction
  }

  /// Whether the store has a worker or a client with this identity. Returns `false` if the store fails; ``check()``
  /// then throws the error.
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

  /// Throws the first error of the store. An import plan that was made after such an error is not valid.
  func check() throws {
    if let fault { throw fault }
  }
}
