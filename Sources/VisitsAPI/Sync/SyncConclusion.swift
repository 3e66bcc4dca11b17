/// What a sync has come to, for whoever asked for it: the indicator waits for several failures before it says one.
package struct SyncConclusion: Sendable {
  /// What it has come to.
  package enum Outcome: String, WireWord {
    /// There is no upstream: what stands here is all there is.
    case alone
    /// It is still under way.
    case syncing
    /// Upstream has all that stands here.
    case synced
    /// The same but for changes that a person must see to.
    case incomplete
    /// Changes wait here, or upstream cannot be reached.
    case savedLocally
    /// The last attempt failed.
    case failed
    /// Changes are not even saved here.
    case notSaved
  }

  /// What it has come to.
  package var outcome: Outcome
  /// The same in words.
  package var text: String
  /// What comes between, in words; `nil`: nothing.
  package var problem: String?

  package init(outcome: Outcome, text: String, problem: String?) {
    self.outcome = outcome
    self.text = text
    self.problem = problem
  }

  /// The members that it has in an answer.
  package static func members<Root>(of get: @escaping @Sendable (Root) -> SyncConclusion) -> [Member<Root>] {
    [
      Member("outcome", { get($0).outcome }, "What the last attempt has come to."),
      Member("text", { get($0).text }, "The same in words."),
      Member(optional: "problem", { get($0).problem }, "What comes between, in words."),
    ]
  }
}
