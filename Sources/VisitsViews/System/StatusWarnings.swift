import Catalog
package import VisitsModel

/// What an operator should look at, in the caller's language.
package enum StatusWarnings {
  /// A sentence each.
  ///
  /// - Parameters:
  ///   - fault: Why no changes are taken; `nil`: they are.
  ///   - finding: The database's own words for the fault.
  package static func compose(
    fault: Refusal.Unavailability?, finding: String, in context: ViewContext
  ) -> [String] {
    switch fault {
    case .diskFull: [context.phrases[.warningDiskFull]]
    case .diskFailing: [context.phrases[.warningDiskFailing]]
    case .databaseDamaged: [context.phrases.text(.warningDamaged, [.value: finding])]
    case .shuttingDown, nil: []
    }
  }
}
