/// That a tier was paged, or is being paged.
package struct Page: Sendable, Hashable {
  /// How an attempt ended.
  package struct End: Sendable, Hashable {
    /// When.
    package var at: Instant
    /// Whether the page was taken.
    package var isSent: Bool

    /// An end.
    package init(at: Instant, isSent: Bool) {
      self.at = at
      self.isSent = isSent
    }
  }

  /// Which tier, from 1.
  package var tier: Int
  /// Which page of its emergency, from 1; another attempt at the same page has the same number.
  package var number: Int
  /// When its turn came.
  package var at: Instant
  /// Which attempt, from 1.
  package var attempt: Int
  /// How this attempt ended; `nil`: it has not.
  package var end: End?

  /// A page.
  package init(tier: Int, number: Int, at: Instant, attempt: Int = 1, end: End? = nil) {
    self.tier = tier
    self.number = number
    self.at = at
    self.attempt = attempt
    self.end = end
  }
}
