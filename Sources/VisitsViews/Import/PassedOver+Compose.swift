import Catalog
package import VisitsAPI
package import VisitsModel

extension Import.PassedOver {
  /// What was passed over, in the caller's words.
  package static func compose(_ passed: ImportSummary.PassedOver, in context: ViewContext) -> Import.PassedOver {
    let words = context.phrases.text(
      .importPassedOver, count: passed.count,
      [
        .count: String(passed.count), .name: passed.kind,
        .reason: context.phrases[passed.reason.phrase],
      ])
    return Import.PassedOver(kind: passed.kind, reason: passed.reason.wire, count: passed.count, words: words)
  }
}

extension ImportSummary.PassedOver.Reason {
  fileprivate var wire: Import.PassedOverReason {
    switch self {
    case .notRead: .notRead
    case .noAppointment: .noAppointment
    case .notBegun: .notBegun
    case .notNamed: .notNamed
    case .unreadable: .unreadable
    case .neverPlanned: .neverPlanned
    case .nested: .nested
    }
  }

  fileprivate var phrase: Phrase {
    switch self {
    case .notRead: .passedOverNotRead
    case .noAppointment: .passedOverNoAppointment
    case .notBegun: .passedOverNotBegun
    case .notNamed: .passedOverNotNamed
    case .unreadable: .passedOverUnreadable
    case .neverPlanned: .passedOverNeverPlanned
    case .nested: .passedOverNested
    }
  }
}
