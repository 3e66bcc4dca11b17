/// How an agency is paged, in times. Whom each tier reaches is known to whoever carries it out.
package struct EscalationPlan: Sendable, Hashable {
  /// A failed page is tried again so many seconds after the first, the second, … attempt, then no more.
  package static let retries: [Int64] = [5, 15, 30, 60]

  /// For each tier, the minutes after the one before it, while nobody takes the emergency up; of the first it counts
  /// for nothing: that is paged at once.
  package var delays: [Int64]
  /// The minutes from the last tier to the first once more.
  package var repeatAfter: Int64
  /// The minutes after which an emergency that was taken up, and that nobody has ended, is paged again.
  package var unresolvedAfter: Int64

  /// A plan; all in minutes.
  package init(delays: [Int64], repeatAfter: Int64 = 2, unresolvedAfter: Int64 = 30) {
    self.delays = delays
    self.repeatAfter = repeatAfter
    self.unresolvedAfter = unresolvedAfter
  }

  /// How many tiers there are; without any nobody is paged.
  package var tiers: Int { delays.count }

  /// The minutes from one page to the next, which is of this tier.
  func delay(before tier: Int, isTakenUp: Bool) -> Int64 {
    if isTakenUp { return unresolvedAfter }
    return tier == 1 ? repeatAfter : delays[tier - 1]
  }
}
