import VisitsModel

/// What a cell says of a moment: a date, a time of day, or both.
struct WrittenMoment: Hashable {
  /// A date as it is written.
  enum Day: Hashable {
    case known(CareDay)
    /// Two numbers of which one is the day and the other the month: `03/04/2026`.
    case numbers(NumericDay)
  }

  /// The date.
  var day: Day?
  /// Seconds since the wall clock's midnight, 86,400 for 24:00.
  var secondOfDay: Int?
  /// Seconds ahead of UTC.
  var offset: Int64?
}

/// A date whose day and month are told apart only by an order that somebody must know.
struct NumericDay: Hashable {
  /// What stands between the numbers: a table may write its slashes one way and its dashes another.
  enum Form: Hashable, CaseIterable {
    case slashes
    case dashes
  }

  var form: Form
  var first: Int
  var second: Int
  var year: Int

  /// The date when the day stands first; `nil`: the calendar has none.
  var dayFirst: CareDay? { CareDay(year: year, month: second, day: first) }
  /// The date when the month stands first; `nil`: the calendar has none.
  var monthFirst: CareDay? { CareDay(year: year, month: first, day: second) }
}
