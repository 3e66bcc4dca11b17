import Catalog
package import VisitsAPI
package import VisitsModel

extension VisitSuggest.Suggestion {
  /// Somebody who is free, with the reasons.
  ///
  /// - Parameter placed: The visit that somebody is to make.
  package static func compose(
    _ suggestion: Suggestion, of placed: PlacedVisit, in context: ViewContext
  ) -> VisitSuggest.Suggestion {
    let minutes = { (gap: Int64?) in gap.map { Int($0 / 60_000) } }
    return VisitSuggest.Suggestion(
      worker: suggestion.worker.id.rawValue, name: suggestion.worker.name, visits: suggestion.acquaintance?.visits ?? 0,
      last: suggestion.acquaintance?.last.timestamp, minutesBefore: minutes(suggestion.gapBefore),
      minutesAfter: minutes(suggestion.gapAfter), reasons: reasons(suggestion, placed, context))
  }

  private static func reasons(
    _ suggestion: Suggestion, _ placed: PlacedVisit, _ context: ViewContext
  ) -> [String] {
    let phrases = context.phrases
    let zone = placed.client.zone ?? context.agencyZone
    let known = suggestion.acquaintance.map { known in
      phrases.text(
        .suggestKnown, count: known.visits,
        [.count: String(known.visits), .date: context.formats.date(zone.day(of: known.last), .full)])
    }
    func gap(_ phrase: Phrase, _ milliseconds: Int64?) -> String? {
      milliseconds.map { phrases.text(phrase, [.time: length($0, in: context)]) }
    }
    let near = [gap(.suggestBefore, suggestion.gapBefore), gap(.suggestAfter, suggestion.gapAfter)]
      .compactMap(\.self)
    // A reason against the worker goes first.
    return (suggestion.hasNoTime ? [phrases[.suggestNoTime]] : []) + [known ?? phrases[.suggestNew]]
      + (near.isEmpty ? [phrases[.suggestFree]] : near)
  }

  /// "1 h 30 min".
  private static func length(_ milliseconds: Int64, in context: ViewContext) -> String {
    let minutes = milliseconds / 60_000
    guard minutes >= 60 else { return context.phrases.text(.minutes, [.minutes: String(minutes)]) }
    return context.phrases.text(.hoursMinutes, [.hours: String(minutes / 60), .minutes: String(minutes % 60)])
  }
}
