import FHIR

/// Why a row cannot be taken, and in which of its cells.
struct RowFault: Error {
  /// The table's heading over the cell and what stands in it; `nil`: the whole row.
  var cell: (heading: String, text: String)?
  /// What is wrong.
  var reason: Reason

  /// What is wrong with the whole row.
  init(_ reason: Reason) {
    self.reason = reason
  }

  /// What is wrong with a cell.
  init(_ reason: Reason, heading: String, text: String) {
    cell = (heading, text)
    self.reason = reason
  }

  enum Reason: Error {
    case strayQuote
    case unclosedQuote
    case nul
    case cellTooLong(limit: Int)
    case tooManyCells(limit: Int)
    case moreCellsThanHeadings(cells: Int, headings: Int)
    case tooLong(limit: Int)
    case noClient
    case noStart
    case noDate
    case noEnd
    case noDateOrTime
    case noDay
    case noTimeOfDay
    case timeOrHours(row: Int, text: String)
    case dateAlone
    case midnightAsStart
    case otherDate(String)
    case contradictsOrder(isDayFirst: Bool, row: Int?, text: String?)
    case twoOrders(dayFirst: Int, monthFirst: Int)
    case endNotAfterStart(start: String)
    case endBeforeStart(start: String)
    case longerThanADay
    case noDuration
    case noZone
    case happened
    case unknownStatus
    case idTwice(row: String)
  }
}

extension RowFault: CustomStringConvertible {
  /// `Start "8 or 9": is no time …`, in words that tell what to do.
  var description: String {
    guard let cell else { return reason.description }
    return "\(Quotation(cell.heading, marks: false)) \(Quotation(cell.text)): \(reason)"
  }
}

extension RowFault.Reason: CustomStringConvertible {
  var description: String {
    switch self {
    case .strayQuote:
      "a quotation mark stands inside a cell; put the whole cell in quotation marks and write those in it twice"
    case .unclosedQuote:
      "a quotation mark that opens in this row is never closed, so nothing behind it can be read; close it"
    case .nul: "a character NUL stands in it, which no spreadsheet writes; save the table again as CSV in UTF-8"
    case .cellTooLong(let limit):
      "a cell is longer than \(limit) bytes; shorten it, or look for a quotation mark not closed"
    case .tooManyCells(let limit): "has more than \(limit) cells; save only the columns that are needed"
    case .moreCellsThanHeadings(let cells, let headings):
      "has \(cells) cells where the table has \(headings) headings; "
        + "put a cell that holds a separator in quotation marks"
    case .tooLong(let limit): "is longer than \(limit) characters; shorten it"
    case .noClient: "has no client; a visit needs one"
    case .noStart: "has no start; a visit needs a planned start"
    case .noDate: "is a time without a date; write it as 2026-11-21 08:00, or add a column Date"
    case .noEnd: "has no end and no minutes; a visit needs a planned end"
    case .noDateOrTime: "is no date or time that is known; write it as 2026-11-21 08:00"
    case .noTimeOfDay: "is no time of day; write it as 08:00"
    case .noDay: "is no date that is known; write it as 2026-11-21"
    case .timeOrHours(let row, let text):
      "may be a time of day or a number of hours, as \(Quotation(text)) in row \(row) is one; write times as 08:00"
    case .dateAlone: "is a date without a time; write it as 2026-11-21 08:00"
    case .midnightAsStart: "is the end of a day; write the start as 00:00 of the day that is meant"
    case .otherDate(let heading):
      "is not the date under \(Quotation(heading, marks: false)); correct one of them"
    case .contradictsOrder(let isDayFirst, let row, let text):
      contradiction(isDayFirst: isDayFirst, row: row, text: text)
    case .twoOrders(let dayFirst, let monthFirst):
      "can mean two dates, and the table writes both the day first (row \(dayFirst)) and the month first "
        + "(row \(monthFirst)); write its dates in one way, best as 2026-11-21"
    case .endNotAfterStart(let start): "is not after the start \(Quotation(start)); correct one of them"
    case .endBeforeStart(let start):
      "is not after the start \(Quotation(start)), and on the next day it would be more than 16 hours later; correct "
        + "one of them, or write the end with its date"
    case .longerThanADay: "is more than 24 hours after the start; correct it, or split the visit"
    case .noDuration: "is no duration between 1 minute and 24 hours; write it in minutes as 45, or as 0:45"
    case .noZone: "is no IANA time zone; write it as America/Edmonton"
    case .happened:
      "says what has happened, which no table records; use visits complete, or visits miss, "
        + "and plan only what is to come"
    case .unknownStatus: "is no status that is known; write planned or cancelled"
    case .idTwice(let row):
      "the id stands in \(row) too, with other content; keep the row that is true, or give each its own id"
    }
  }

  private func contradiction(isDayFirst: Bool, row: Int?, text: String?) -> String {
    let (this, other) = isDayFirst ? ("month", "day") : ("day", "month")
    guard let row, let text else {
      return "has the \(this) first, and the \(other) was said to be first; correct it, or say otherwise"
    }
    return "has the \(this) first, while \(Quotation(text)) in row \(row) has the \(other) first; correct one of them"
  }
}
