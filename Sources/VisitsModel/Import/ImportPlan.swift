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
  /// What Encounters tell whose Appointments are not in the text.
  package var encounters: [PlannedEncounter] = []
  /// What was entered in error upstream.
  package var withdrawals: [PlannedWithdrawal] = []
  /// Why the text cannot be read at all, when it cannot: then there is nothing that could be taken without the rest.
  package var unreadable: ImportSummary.Refused?
  /// What is not taken, in the order of the text.
  package var refused: [ImportSummary.Refused] = []
  /// What is taken, but deserves a look.
  package var notes: [ImportSummary.Refused] = []
  /// What was passed over, in the order of the kinds.
  package var passedOver: [ImportSummary.PassedOver] = []

  /// A plan that does nothing.
  package init() {}

  /// Counts a record that is passed over.
  package mutating func passOver(_ kind: String, _ reason: ImportSummary.PassedOver.Reason) {
    passedOver.count(kind, reason)
  }
}

extension [ImportSummary.PassedOver] {
  /// The most kinds that are listed. A stranger's names could be as many as there are entries; further ones count
  /// together as "...".
  private static let mostKinds = 20

  /// Counts a record that is passed over; kinds stay in their order.
  package mutating func count(_ name: String, _ reason: ImportSummary.PassedOver.Reason) {
    let isListed = count < Self.mostKinds || contains { $0.kind == name && $0.reason == reason }
    let kind = isListed && name.utf8.count <= 64 ? name : "..."
    func isBefore(_ entry: ImportSummary.PassedOver) -> Bool {
      (entry.kind, entry.reason.rawValue) < (kind, reason.rawValue)
    }
    let index = firstIndex { !isBefore($0) } ?? endIndex
    if index < endIndex, self[index].kind == kind, self[index].reason == reason {
      self[index].count += 1
    } else {
      insert(ImportSummary.PassedOver(kind: kind, reason: reason, count: 1), at: index)
    }
  }
}
