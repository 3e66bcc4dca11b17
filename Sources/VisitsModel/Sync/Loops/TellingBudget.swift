/// How often the journal is told of what comes and goes: so many times at once, then now and then.
///
/// An upstream that is there at one attempt and away at the next would fill it else, and what matters would be lost in it.
package struct TellingBudget: Sendable, Hashable {
  private let most: Int
  private let interval: Int64
  private var left: Int
  /// From when on the next is earned.
  private var begun: Instant?

  /// A whole budget.
  ///
  /// - Parameters:
  ///   - most: So often at once.
  ///   - interval: Milliseconds after which it may be told once more.
  package init(_ most: Int, andEvery interval: Int64) {
    (self.most, self.interval, left) = (most, interval, most)
  }

  /// Whether it may be told now; then it is.
  package mutating func spend(at now: Instant) -> Bool {
    refill(at: now)
    guard left > 0 else { return false }
    left -= 1
    return true
  }

  private mutating func refill(at now: Instant) {
    // By a clock that was set back it would last for ever.
    guard left < most, let begun, begun <= now else {
      self.begun = now
      return
    }
    let earned = begun.milliseconds(to: now) / interval
    left = Int(min(Int64(most), Int64(left) + earned))
    self.begun = Instant(milliseconds: begun.milliseconds + earned * interval)
  }
}
