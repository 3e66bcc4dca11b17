import Catalog
package import VisitsAPI
package import VisitsModel

extension ImportSummary.Refused {
  /// Where and why, in the caller's language.
  package func view(in context: ViewContext) -> Import.Refused {
    Import.Refused(place: place.words(in: context), reason: reason.words(in: context))
  }
}

extension TextPlace {
  /// In the caller's language; a format's own names are the same in all.
  package func words(in context: ViewContext) -> String {
    let phrases = context.phrases
    return switch self {
    case .row(let row): phrases.text(.importPlaceRow, [.number: String(row)])
    case .table: phrases[.importPlaceTable]
    case .calendar: phrases[.importPlaceCalendar]
    case .path(let path): path
    }
  }
}

extension TextReason {
  /// In the caller's language, unless it was worded before.
  package func words(in context: ViewContext) -> String {
    switch self {
    case .fault(let fault): fault.words(in: context)
    case .words(let words): words
    }
  }
}

extension TextFault {
  /// What is wrong and what to do, in the caller's language: what may follow its place and a colon.
  package func words(in context: ViewContext) -> String {
    let phrases = context.phrases
    let reason = phrases.text(kind, values, names: listed(in: phrases), because: because.map { phrases.text($0) })
    guard let cell else { return path.map { "\($0): \(reason)" } ?? reason }
    return phrases.text(.importCell, [.name: cell.heading, .value: cell.text, .reason: reason])
  }

  private func listed(in phrases: Phrasebook) -> String {
    let quoted = names.map { phrases.text(.importQuoted, [.value: $0]) }
    return hasMoreNames ? (quoted + ["..."]).joined(separator: ", ") : phrases.language.list(quoted)
  }
}

extension Phrasebook {
  fileprivate func text(
    _ kind: TextFault.Kind, _ values: [TextFault.Value: String] = [:], names: String = "", because: String? = nil
  ) -> String {
    // A test has found a phrase for each.
    guard let phrase = ErrorPhrase(rawValue: kind.rawValue) else { return kind.rawValue }
    var slots = Dictionary(
      uniqueKeysWithValues: values.compactMap { name, text in Slot(rawValue: name.rawValue).map { ($0, text) } })
    slots[.names] = names
    slots[.reason] = because
    return text(phrase, slots)
  }
}
