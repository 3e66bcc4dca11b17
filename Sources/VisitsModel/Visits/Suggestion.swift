/// Somebody who is free to make a visit, and what speaks for it.
package struct Suggestion: Sendable, Hashable {
  /// Another visit of the worker farther away than this, in milliseconds, is no neighbour.
  package static let near: Int64 = 12 * 3_600_000

  /// How well a worker knows a client.
  package struct Acquaintance: Sendable, Hashable {
    /// How often the worker was there.
    package var visits: Int
    /// When last.
    package var last: Instant

    /// How often, and when last.
    package init(visits: Int, last: Instant) {
      self.visits = visits
      self.last = last
    }
  }

  /// Who.
  package let worker: Worker
  /// How well they know the client; `nil`: they have not been there.
  package let acquaintance: Acquaintance?
  /// Milliseconds since their visit before; `nil`: none is near.
  package let gapBefore: Int64?
  /// Milliseconds until their next visit; `nil`: none is near.
  package let gapAfter: Int64?
  /// Whether a visit before or after leaves less time than the way takes.
  package let hasNoTime: Bool

  /// `nil` when the worker is busy then.
  ///
  /// - Parameters:
  ///   - visit: The visit that somebody is to make.
  ///   - others: The worker's visits around it.
  ///   - way: How long the way from one place to another takes, in milliseconds.
  ///   - isInPlace: Whether there is no way between the visit and another.
  package init?(
    _ worker: Worker, for visit: Visit, knowing acquaintance: Acquaintance?, among others: [Visit], way: Int64,
    isInPlace: (Visit) throws -> Bool
  ) rethrows {
    let others = others.filter { $0.occupiesItsTime && $0.id != visit.id }
    guard worker.isActive, !others.contains(where: { $0.start < visit.end && visit.start < $0.end }) else { return nil }
    self.worker = worker
    self.acquaintance = acquaintance
    let before = others.filter { $0.end <= visit.start }.map { $0.end.milliseconds(to: visit.start) }.min()
    let after = others.filter { $0.start >= visit.end }.map { visit.end.milliseconds(to: $0.start) }.min()
    gapBefore = before.flatMap { $0 <= Self.near ? $0 : nil }
    gapAfter = after.flatMap { $0 <= Self.near ? $0 : nil }
    hasNoTime = try others.contains { other in
      let gap = max(other.end.milliseconds(to: visit.start), visit.end.milliseconds(to: other.start))
      return try gap < way && !isInPlace(other)
    }
  }
}

extension Suggestion: Comparable {
  /// Who has no time to get there goes last. Else who was with the client more often goes first, then who was there
  /// last, then who is near in time.
  package static func < (left: Suggestion, right: Suggestion) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
      || left.order == right.order && left.worker.id.rawValue < right.worker.id.rawValue
  }

  private var order: [Int64] {
    [
      hasNoTime ? 1 : 0, -Int64(acquaintance?.visits ?? 0), -(acquaintance?.last.milliseconds ?? 0),
      (gapBefore ?? Self.near) + (gapAfter ?? Self.near),
    ]
  }
}
