/// How many days may be looked at to find the occurrences of rules that somebody else has written.
package struct RecurrenceBudget: Sendable, Hashable {
  /// The days that are left.
  package private(set) var days: Int
  /// Whether more were needed.
  package private(set) var isSpent = false

  /// A budget of so many days.
  package init(days: Int) { self.days = days }

  /// Takes some days. Returns whether they were left.
  mutating func spend(_ count: Int) -> Bool {
    guard days >= count else {
      isSpent = true
      return false
    }
    days -= count
    return true
  }

  /// Takes what a part of this budget has used.
  package mutating func charge(_ part: RecurrenceBudget, of given: Int) { days -= given - part.days }
}
