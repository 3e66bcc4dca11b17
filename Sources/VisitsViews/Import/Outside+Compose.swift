package import VisitsAPI
package import VisitsModel

extension Import.Outside {
  /// What was passed over, its days in the caller's words.
  package static func compose(_ outside: ImportSummary.Outside, in context: ViewContext) -> Import.Outside {
    // Nov 17 to Nov 23 may be a week, or a year and a week.
    let form: DateForm = outside.first.year == outside.last.year ? .short : .shortWithYear
    let days = [outside.first, outside.last].map { context.formats.date($0, form) }
    return Import.Outside(
      events: outside.events, from: outside.first.text, to: outside.last.text, days: days.joined(separator: " – "))
  }
}
