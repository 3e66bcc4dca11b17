/// A worker's week, finished (`screens.md`, Today).
package struct WeekView: WireObject {
  /// "Nov 16 - Nov 22".
  package var heading: String
  /// Whose week it is.
  package var worker: String
  /// "Sarah Miller".
  package var name: String
  /// How much the whole week holds.
  package var counts: VisitCounts
  /// Monday to Sunday.
  package var days: [WeekDay]

  package init(heading: String, worker: String, name: String, counts: VisitCounts, days: [WeekDay]) {
    self.heading = heading
    self.worker = worker
    self.name = name
    self.counts = counts
    self.days = days
  }

  package static let members: [Member<WeekView>] = [
    Member("heading", { $0.heading }, "From and to."),
    Member("worker", { $0.worker }, "Whose week it is."),
    Member("name", { $0.name }, "The worker's name."),
    Member("counts", { $0.counts }, "How much the whole week holds."),
    Member("days", { $0.days }, "Monday to Sunday."),
  ]
}

/// One day of a week.
package struct WeekDay: WireObject {
  /// The care day, in the worker's zone.
  package var date: String
  /// "Friday, November 20".
  package var heading: String
  /// Whether it is today.
  package var isToday: Bool
  /// How much it holds.
  package var counts: VisitCounts
  /// In order of start, as Today shows them: a visit across midnight stands on both days.
  package var cards: [Card]

  package init(date: String, heading: String, isToday: Bool, counts: VisitCounts, cards: [Card]) {
    self.date = date
    self.heading = heading
    self.isToday = isToday
    self.counts = counts
    self.cards = cards
  }

  package static let members: [Member<WeekDay>] = [
    Member("date", { $0.date }, "The care day, in the worker's zone."),
    Member("heading", { $0.heading }, "The date in words."),
    Member("isToday", { $0.isToday }, "Whether it is today."),
    Member("counts", { $0.counts }, "How much it holds."),
    Member("cards", { $0.cards }, "The visits, in order of start; one across midnight stands on both days."),
  ]
}

/// How much there is to do; a visit across midnight counts on its start day.
package struct VisitCounts: WireObject, Hashable {
  /// Visits that were not cancelled.
  package var planned: Int
  /// Those that were made.
  package var completed: Int
  /// Those that were not.
  package var missed: Int
  /// Planned minutes of visits that are still to be begun.
  package var openMinutes: Int
  /// "3 h 30 min".
  package var open: String
  /// All of it on a line: "1/4, 1 missed, 3 h 30 min open", or "No visits".
  package var label: String

  package init(planned: Int, completed: Int, missed: Int, openMinutes: Int, open: String, label: String) {
    self.planned = planned
    self.completed = completed
    self.missed = missed
    self.openMinutes = openMinutes
    self.open = open
    self.label = label
  }

  package static let members: [Member<VisitCounts>] = [
    Member("planned", { $0.planned }, "Visits that were not cancelled."),
    Member("completed", { $0.completed }, "Those that were made."),
    Member("missed", { $0.missed }, "Those that were not."),
    Member("openMinutes", { $0.openMinutes }, "Planned minutes of visits that are still to be begun."),
    Member("open", { $0.open }, "The same in words."),
    Member("label", { $0.label }, "All of it on a line."),
  ]
}
