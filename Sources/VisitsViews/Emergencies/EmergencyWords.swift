import Catalog
package import VisitsModel

/// What is said of an emergency wherever it stands.
package struct EmergencyWords {
  private let placed: PlacedEmergency
  private let context: ViewContext

  /// The words of an emergency, in the context's language.
  package init(_ placed: PlacedEmergency, in context: ViewContext) {
    self.placed = placed
    self.context = context
  }

  /// When it was raised: "8:02 AM"; on another day with its name.
  var since: TimeWords.Text {
    let zone = placed.worker.zone ?? context.agencyZone
    return TimeWords(context: context, zone: zone, readerZone: context.agencyZone, day: context.today(in: zone))
      .moment(placed.emergency.since)
  }

  /// "Emergency: Sarah Miller, since 8:02 AM", and who has taken it up.
  var banner: String {
    let head = context.phrases.text(.emergencyBanner, [.name: placed.worker.name, .time: since.written])
    guard let taken = placed.emergency.acknowledged else { return head }
    return context.phrases.text(.emergencyTaken, [.text: head, .name: taken.by])
  }

  /// What whoever is paged reads, a line each: the banner, at whose home and where, what was said.
  package var page: String {
    let home = [placed.visit?.client.name, placed.visit?.address].compactMap(\.self)
    let lines = [banner, home.joined(separator: context.phrases[.cardSeparator]), placed.emergency.note ?? ""]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// What to tell the worker: "Your office has been alerted. In danger call 911."
  ///
  /// - Parameters:
  ///   - number: Whom to call; it is the operator's setting.
  ///   - isPaged: Whether somebody is paged; else nobody knows of it who does not look at the board.
  package static func advice(calling number: String, isPaged: Bool, in context: ViewContext) -> String {
    context.phrases.text(isPaged ? .emergencyAdvice : .emergencyUnpaged, [.number: number])
  }
}
