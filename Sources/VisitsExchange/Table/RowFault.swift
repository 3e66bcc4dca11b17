import FHIR
import VisitsModel

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
    case timeOrSpan
    case dateAlone
    case midnightAsStart
    case otherDate(String)
    case contradictsOrder(isDayFirst: Bool, row: Int?, text: String?)
    case twoOrders(dayFirst: Int, monthFirst: Int)
    case endNotAfterStart(start: String)
    case endBeforeStart(start: String)
    case longerThanADay
    case noDuration
    case hoursOrMinutes(row: Int, text: String)
    case noZone
    case noServiceCode
    case happened
    case unknownStatus
    case noAnswer
    case allDay
    case midnightToMidnight
    case mayBeCancelled
    case idTwice(row: Int)
    case noName
    case noID
    case noLanguage
  }
}

extension RowFault {
  /// As it is kept.
  var fault: TextFault {
    var fault = reason.fault
    fault.cell = cell.map { cell in
      TextFault.Cell(
        heading: Quotation(cell.heading, marks: false).description, text: Quotation(cell.text, marks: false).description
      )
    }
    return fault
  }
}

extension RowFault.Reason {
  /// As it is kept.
  var fault: TextFault {
    func shown(_ text: String) -> String { Quotation(text, marks: false).description }
    return switch self {
    case .strayQuote: TextFault(.rowStrayQuote)
    case .unclosedQuote: TextFault(.rowUnclosedQuote)
    case .nul: TextFault(.rowNul)
    case .cellTooLong(let limit): TextFault(.rowCellTooLong, [.limit: String(limit)])
    case .tooManyCells(let limit): TextFault(.rowTooManyCells, [.limit: String(limit)])
    case .moreCellsThanHeadings(let cells, let headings):
      TextFault(.rowMoreCells, [.count: String(cells), .number: String(headings)])
    case .tooLong(let limit): TextFault(.tooLong, [.limit: String(limit)])
    case .noClient: TextFault(.rowNoClient)
    case .noStart: TextFault(.rowNoStart)
    case .noDate: TextFault(.rowNoDate)
    case .noEnd: TextFault(.rowNoEnd)
    case .noDateOrTime: TextFault(.rowNoDateOrTime)
    case .noDay: TextFault(.rowNoDay)
    case .noTimeOfDay: TextFault(.rowNoTimeOfDay)
    case .timeOrHours(let row, let text):
      TextFault(.rowTimeOrHours, [.number: String(row), .value: shown(text)])
    case .timeOrSpan: TextFault(.rowTimeOrSpan)
    case .dateAlone: TextFault(.rowDateAlone)
    case .midnightAsStart: TextFault(.rowMidnight)
    case .otherDate(let heading): TextFault(.rowOtherDate, [.name: shown(heading)])
    case .contradictsOrder(let isDayFirst, let row?, let text?):
      TextFault(
        isDayFirst ? .rowMonthFirstUnlike : .rowDayFirstUnlike, [.number: String(row), .value: shown(text)])
    case .contradictsOrder(let isDayFirst, _, _): TextFault(isDayFirst ? .rowMonthFirst : .rowDayFirst)
    case .twoOrders(let dayFirst, let monthFirst):
      TextFault(.rowTwoOrders, [.number: String(dayFirst), .other: String(monthFirst)])
    case .endNotAfterStart(let start): TextFault(.rowEndNotAfterStart, [.start: shown(start)])
    case .endBeforeStart(let start): TextFault(.rowEndBeforeStart, [.start: shown(start)])
    case .longerThanADay: TextFault(.rowLongerThanADay)
    case .noDuration: TextFault(.rowNoDuration)
    case .hoursOrMinutes(let row, let text):
      TextFault(.rowBareDuration, [.number: String(row), .value: shown(text)])
    case .noZone: TextFault(.rowNoZone)
    case .noServiceCode: TextFault(.rowNoServiceCode)
    case .happened: TextFault(.rowHappened)
    case .unknownStatus: TextFault(.rowUnknownStatus)
    case .noAnswer: TextFault(.rowNoAnswer)
    case .allDay: TextFault(.rowAllDay)
    case .midnightToMidnight: TextFault(.rowMidnightToMidnight)
    case .mayBeCancelled: TextFault(.rowMayBeCancelled)
    case .idTwice(let row): TextFault(.rowIdTwice, [.number: String(row)])
    case .noName: TextFault(.rowNoName)
    case .noID: TextFault(.rowNoID)
    case .noLanguage: TextFault(.rowNoLanguage)
    }
  }
}
