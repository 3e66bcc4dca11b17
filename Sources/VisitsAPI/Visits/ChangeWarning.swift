/// What looks like a slip of the hand in a change that was made all the same.
package struct ChangeWarning: WireObject {
  /// What it is.
  package enum Kind: String, WireWord {
    /// A check-in is more than an hour from the planned start, or a check-out from the planned end.
    case farFromPlan
    /// A new visit has started more than a day ago.
    case inThePast
  }

  /// What it is.
  package var kind: Kind
  /// The same in words, with the times.
  package var words: String

  package init(kind: Kind, words: String) {
    self.kind = kind
    self.words = words
  }

  package static let members: [Member<ChangeWarning>] = [
    Member("kind", { $0.kind }, "The kind."), Member("words", { $0.words }, "The same in words, with the times."),
  ]
}
