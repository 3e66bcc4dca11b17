import Catalog
package import VisitsModel

/// What an operator should look at, in the caller's language.
package enum StatusWarnings {
  /// A sentence each.
  ///
  /// - Parameters:
  ///   - fault: Why no changes are taken; `nil`: they are.
  ///   - findings: What a check of the database has found.
  package static func compose(
    fault: Refusal.Unavailability?, findings: [String], in context: ViewContext
  ) -> [String] {
    let readOnly: Phrase? =
      switch fault {
      case .diskFull: .warningDiskFull
      case .diskFailing: .warningDiskFailing
      case .shuttingDown, nil: nil
      }
    return (readOnly.map { [context.phrases[$0]] } ?? [])
      + findings.map { context.phrases.text(.warningDamaged, [.value: $0]) }
  }
}
