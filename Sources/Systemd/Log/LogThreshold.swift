import Synchronization

/// The least urgent priority that a log writes; it may be set anew while the log is in use.
final class LogThreshold: Sendable {
  private let value: Atomic<Int>

  init(_ least: Priority) { value = Atomic(least.rawValue) }

  /// Whether an entry of this priority is written.
  func passes(_ priority: Priority) -> Bool { priority.rawValue <= value.load(ordering: .relaxed) }

  /// From now on, what is at least so urgent is written.
  func set(_ least: Priority) { value.store(least.rawValue, ordering: .relaxed) }
}
