import VisitsModel

/// Which of its numbers a table's dates have first, as those tell that can mean one thing only, and which of them is the
/// year, as all of them together tell.
struct DateOrders {
  /// Said by the caller: then no date of the table is asked.
  let said: TableReading.DateOrder?
  private var evidence: [NumericDay.Form: Evidence] = [:]

  private struct Evidence {
    /// The first that proves it.
    var dayFirst: (row: Int, text: String)?
    var monthFirst: (row: Int, text: String)?
    /// The first that proves nothing.
    var open: (row: Int, text: String)?
    /// The first whose year may stand first or last.
    var yearOpen: (row: Int, text: String)?
    /// Whether one has a last number that can be no day.
    var isYearLastForSure = false
    /// The least and the greatest first and last number of those with a year of two digits.
    private var firsts: (Int, Int)?
    private var lasts: (Int, Int)?

    /// Whether the year stands first: that number hardly changes within a plan, as days do. `nil`: nothing tells.
    var isYearFirst: Bool? {
      if isYearLastForSure { return false }
      guard let firsts, let lasts else { return nil }
      switch (firsts.1 - firsts.0 > 1, lasts.1 - lasts.0 > 1) {
      case (true, false): return false
      case (false, true) where firsts.0 >= 20: return true
      default: return nil
      }
    }

    mutating func noteYear(_ day: NumericDay) {
      guard day.isYearShort, (1...31).contains(day.year - 2000) else { return isYearLastForSure = true }
      firsts = (min(firsts?.0 ?? day.first, day.first), max(firsts?.1 ?? day.first, day.first))
      let last = day.year - 2000
      lasts = (min(lasts?.0 ?? last, last), max(lasts?.1 ?? last, last))
    }

    /// What came first decides.
    var isDayFirst: Bool? {
      guard let dayFirst, let monthFirst else { return dayFirst == nil ? monthFirst == nil ? nil : false : true }
      return dayFirst.row <= monthFirst.row
    }
  }

  /// Nothing seen yet.
  init(said: TableReading.DateOrder?) {
    self.said = said
  }

  /// Takes what a date tells.
  mutating func note(_ day: NumericDay, row: Int, text: @autoclosure () -> String) {
    var found = evidence[day.form] ?? Evidence()
    found.noteYear(day)
    if day.isYearOpen, found.yearOpen == nil { found.yearOpen = (row, text()) }
    switch (day.dayFirst, day.monthFirst) {
    case (_?, nil) where found.dayFirst == nil: found.dayFirst = (row, text())
    case (nil, _?) where found.monthFirst == nil: found.monthFirst = (row, text())
    case (_?, _?) where found.open == nil: found.open = (row, text())
    default: break
    }
    evidence[day.form] = found
  }

  /// Throws when a date can mean two days, or two years, and nothing tells which.
  func demandDecision() throws(TableFault) {
    guard said == nil else { return }
    for form in NumericDay.Form.allCases {
      guard let found = evidence[form] else { continue }
      if let open = found.yearOpen, found.isYearFirst == nil { throw .noYear(text: open.text, row: open.row) }
      if let open = found.open, found.isDayFirst == nil { throw .noDateOrder(text: open.text, row: open.row) }
    }
  }

  /// The date that is meant.
  func resolve(_ day: NumericDay) throws(RowFault.Reason) -> CareDay {
    let found = evidence[day.form] ?? Evidence()
    if said == nil, day.isYearShort, found.yearOpen != nil, found.isYearFirst == true {
      guard let date = day.yearFirst else { throw .noDay }
      return date
    }
    if day.form == .dots {
      // Nothing is said of these by the month being first.
      guard let date = day.dayFirst, said != .monthFirst || !day.isYearOpen else { throw .noDay }
      return date
    }
    if said == nil, day.dayFirst != nil, day.monthFirst != nil, let one = found.dayFirst, let other = found.monthFirst {
      throw .twoOrders(dayFirst: one.row, monthFirst: other.row)
    }
    let isDayFirst = said.map { $0 == .dayFirst } ?? found.isDayFirst ?? true
    if let date = isDayFirst ? day.dayFirst : day.monthFirst { return date }
    let proof = said == nil ? (isDayFirst ? found.dayFirst : found.monthFirst) : nil
    throw .contradictsOrder(isDayFirst: isDayFirst, row: proof?.row, text: proof?.text)
  }
}
