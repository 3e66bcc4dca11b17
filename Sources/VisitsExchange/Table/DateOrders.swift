import VisitsModel

/// Which of its numbers a table's dates have first, as those tell that can mean one thing only.
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
    let found = evidence[day.form] ?? Evidence()
    switch (day.dayFirst, day.monthFirst) {
    case (_?, nil) where found.dayFirst == nil: evidence[day.form, default: found].dayFirst = (row, text())
    case (nil, _?) where found.monthFirst == nil: evidence[day.form, default: found].monthFirst = (row, text())
    case (_?, _?) where found.open == nil: evidence[day.form, default: found].open = (row, text())
    default: break
    }
  }

  /// Throws when a date can mean two days and nothing tells which.
  func demandDecision() throws(TableFault) {
    guard said == nil else { return }
    for form in NumericDay.Form.allCases {
      if let found = evidence[form], let open = found.open, found.isDayFirst == nil {
        throw .noDateOrder(text: open.text, row: open.row)
      }
    }
  }

  /// The date that is meant.
  func resolve(_ day: NumericDay) throws(RowFault.Reason) -> CareDay {
    let found = evidence[day.form] ?? Evidence()
    if said == nil, day.dayFirst != nil, day.monthFirst != nil, let one = found.dayFirst, let other = found.monthFirst {
      throw .twoOrders(dayFirst: one.row, monthFirst: other.row)
    }
    let isDayFirst = said.map { $0 == .dayFirst } ?? found.isDayFirst ?? true
    if let date = isDayFirst ? day.dayFirst : day.monthFirst { return date }
    let proof = said == nil ? (isDayFirst ? found.dayFirst : found.monthFirst) : nil
    throw .contradictsOrder(isDayFirst: isDayFirst, row: proof?.row, text: proof?.text)
  }
}
