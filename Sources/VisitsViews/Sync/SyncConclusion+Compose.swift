import Catalog
package import VisitsAPI
package import VisitsModel

extension SyncConclusion {
  /// What the last attempt has come to, in words.
  ///
  /// - Parameters:
  ///   - pull: What fetches; `nil`: there is no upstream.
  ///   - push: What sends.
  package static func compose(
    _ facts: SyncFacts, pull: LoopReport?, push: LoopReport?, in context: ViewContext
  ) -> SyncConclusion {
    if let unsaved = facts.unsaved {
      return SyncConclusion(
        outcome: .notSaved, text: context.phrases[.notSaved], problem: context.phrases[unsaved.banner])
    }
    guard let standing = facts.standing else {
      return SyncConclusion(outcome: .alone, text: context.phrases[.syncAlone], problem: nil)
    }
    let outcomes = [push, pull].compactMap { $0?.loop.last }
    let outcome = Outcome(standing, outcomes)
    let text =
      switch outcome {
      case .alone: context.phrases[.syncAlone]
      case .notSaved: context.phrases[.notSaved]
      case .synced: context.phrases[.synced]
      case .syncing: context.phrases[.syncing]
      case .savedLocally: context.phrases[.savedLocally]
      case .failed:
        SyncFailureWords(isRefused: outcomes.contains(where: \.isSaidAtOnce), retryAt: standing.retryAt, in: context)
          .text
      case .incomplete:
        context.phrases.text(
          facts.parked?.isEmergenciesAlone == true ? .syncIncompleteEmergency : .syncIncomplete,
          count: standing.rows.parked, [.count: String(standing.rows.parked)])
      }
    // Whatever else comes between: an emergency that is not known there is told first.
    let problems = [facts.parked?.emergencyWords(in: context), [push, pull].problem(of: outcome, in: context)]
    return SyncConclusion(
      outcome: outcome, text: text,
      problem: problems.contains { $0 != nil } ? problems.compactMap(\.self).joined(separator: " ") : nil)
  }
}

extension SyncFacts.Parked {
  /// Whether nothing but emergencies is parked.
  fileprivate var isEmergenciesAlone: Bool { emergencies == count }
}

extension SyncConclusion.Outcome {
  /// What the last attempts of the two loops come to, with what waits or is parked.
  fileprivate init(_ standing: SyncStanding, _ outcomes: [RunOutcome]) {
    self =
      if standing.state == .syncing {
        .syncing
      } else if outcomes.contains(where: { if case .failed = $0 { true } else { false } }) {
        .failed
      } else if standing.isUnreachable || standing.rows.pending > 0 {
        .savedLocally
      } else if standing.rows.parked > 0 {
        .incomplete
      } else {
        standing.state == .synced ? .synced : .savedLocally
      }
  }
}

extension [LoopReport?] {
  /// What stands between in the words of the loop that the outcome is about.
  fileprivate func problem(of outcome: SyncConclusion.Outcome, in context: ViewContext) -> String? {
    let told: [LoopReport] =
      switch outcome {
      // What came before the run that is under way says nothing of it.
      case .syncing: []
      case .failed: compactMap(\.self).filter { if case .failed = $0.loop.last { true } else { false } }
      default: compactMap(\.self)
      }
    return told.lazy.compactMap { $0.problem(in: context) }.first
  }
}

extension RunOutcome {
  /// Whether no further try would change it.
  fileprivate var isSaidAtOnce: Bool { if case .failed(let failure, _) = self { failure.isSaidAtOnce } else { false } }
}
