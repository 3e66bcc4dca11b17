package import VisitsAPI
package import VisitsModel

extension Import.Outside {
  /// What was passed over, its days in the caller's words.
  package static func compose(_ outside: ImportSummary.Outside, in context: ViewContext) -> Import.Outside {
    let days = [outside.first, outside.last].map { context.formats.date($0, .short) }
    return Import.Outside(
      events: outside.events, from: outside.first.text, to: outside.last.text, days: days.joined(separator: " – "))
  }
}
