import Synchronization

/// Counts the bytes that wait in the buffers of all connections together.
final class BufferBudget: Sendable {
  private let used = Atomic(0)
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether more waits than may.
  var isExceeded: Bool { used.load(ordering: .relaxed) > limit }

  /// A connection's buffers have grown by so many bytes, or shrunk.
  func add(_ bytes: Int) {
    used.wrappingAdd(bytes, ordering: .relaxed)
  }
}
