import VisitsModel

/// What a cell says of a moment: a date, a time of day, or both.
struct WrittenMoment: Hashable {
  /// A date as it is written.
  enum Day: Hashable {
    case known(CareDay)
    /// Numbers of which one is the day and another the month: `03/04/2026`, `26-11-27`.
    case numbers(NumericDay)
  }

  /// The date.
  var day: Day?
  /// Seconds since the wall clock's midnight, 86,400 for 24:00.
  var secondOfDay: Int?
  /// Seconds ahead of UTC.
  var offset: Int64?
  /// Whether what was read as the offset may be the end of a span: `08:00-12:00`.
  var mayBeSpan = false
}

/// A date whose numbers are told apart only by an order that somebody must know.
struct NumericDay: Hashable {
  /// What stands between the numbers: a table may write its slashes one way and its dashes another.
  enum Form: Hashable, CaseIterable {
    case slashes
    case dashes
    /// The month is the second of them.
    case dots
  }

  var form: Form
  var first: Int
  var second: Int
  var year: Int
  /// Whether two digits tell the year: then the first number may be the year, and this the day.
  var isYearShort = false

  /// The date when the day stands first; `nil`: the calendar has none.
  var dayFirst: CareDay? { CareDay(year: year, month: second, day: first) }
  /// The date when the month stands first; `nil`: the calendar has none.
  var monthFirst: CareDay? { form == .dots ? nil : CareDay(year: year, month: first, day: second) }
  /// The date when the year stands first, as in `26-11-27`; `nil`: it cannot.
  var yearFirst: CareDay? {
    guard isYearShort, first >= 20 else { return nil }
    return CareDay(year: 2000 + first, month: second, day: year - 2000)
  }
  /// Whether a plan can mean the year by the first number as well as by the last: none is of a year before 2025.
  var isYearOpen: Bool { yearFirst != nil && first >= 25 }
}
