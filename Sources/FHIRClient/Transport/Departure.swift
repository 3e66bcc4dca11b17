import Synchronization

/// Whether a request may have begun to go out.
///
/// A server cannot carry out a write before it has its body, so a connection that was lost before the body was touched
/// leaves nothing unknown.
final class Departure: Sendable {
  private let hasBegun = Atomic(false)

  func note() {
    hasBegun.store(true, ordering: .relaxed)
  }

  var isNoted: Bool { hasBegun.load(ordering: .relaxed) }
}
