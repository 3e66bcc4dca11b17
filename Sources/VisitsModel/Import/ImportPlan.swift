/// What a text from another system says, ready to be kept: nothing is changed by making a plan.
///
/// Whoever applies it finds what is there already by upstream identity: the first of a thing's identities that is
/// known wins, and all of them are kept beside it. Identities of workers, clients and visits are kept apart: a
/// Practitioner and a Patient may share an identifier.
package struct ImportPlan: Sendable, Hashable {
  /// The workers, each once.
  package var workers: [PlannedWorker] = []
  /// The clients, each once.
  package var clients: [PlannedClient] = []
  /// The visits; their people are in this plan, or known from before.
  package var visits: [PlannedVisit] = []
  /// What was entered in error upstream.
  package var withdrawals: [PlannedWithdrawal] = []
  /// Why the text cannot be read at all, when it cannot: then there is nothing that could be taken without the rest.
  package var unreadable: ImportSummary.Refused?
  /// What is not taken, in the order of the text.
  package var refused: [ImportSummary.Refused] = []
  /// What is taken, but deserves a look.
  package var notes: [Note] = []
  /// How many resources of types that are not read were passed over.
  package var ignored: [String: Int] = [:]

  /// A plan that does nothing.
  package init() {}

  /// Something that a person may want to look at.
  package struct Note: Sendable, Hashable {
    /// Where it stands: "entry[3] Patient/7: link".
    package let place: String
    /// What was noticed.
    package let words: String

    /// Where, and what.
    package init(place: String, words: String) {
      self.place = place
      self.words = words
    }
  }
}
