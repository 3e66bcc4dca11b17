/// When the loops run because people or devices ask for it: all of them together cause one run within a time, and whoever
/// asks in between gets the next.
package struct AskedRuns: Sendable, Hashable {
  /// What comes of asking.
  package enum Turn: Sendable, Hashable {
    /// The loops are told at once.
    case now
    /// They are to be told after so many milliseconds.
    case later(milliseconds: Int64)
    /// They will be told already.
    case joined
  }

  private let gap: Int64
  private var begun: Instant?
  /// When the loops are told next, while somebody waits for that.
  package private(set) var due: Instant?

  /// Nobody has asked.
  ///
  /// - Parameter gap: Milliseconds from one run to the next.
  package init(every gap: Int64) { self.gap = gap }

  /// Somebody asks.
  package mutating func ask(at now: Instant) -> Turn {
    guard due == nil else { return .joined }
    guard let begun, begun.isWithin(gap, before: now) else {
      self.begun = now
      return .now
    }
    let left = gap - begun.milliseconds(to: now)
    due = Instant(milliseconds: now.milliseconds + left)
    return .later(milliseconds: left)
  }

  /// The time has come of which ``ask(at:)`` told.
  package mutating func begin(at now: Instant) { (begun, due) = (now, nil) }
}
