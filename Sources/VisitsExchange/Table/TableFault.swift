import FHIR
import TableColumns
import VisitsModel

/// Why a table cannot be read at all.
enum TableFault: Error {
  case empty
  case headings(row: Int, RowFault.Reason)
  case noSuchColumn(String, nearest: String?)
  case mappedTwice(TableColumn)
  case noSuchHeading(String, for: TableColumn, nearest: String?, headings: [String])
  case severalSuchHeadings(String, for: TableColumn)
  case columnTwice(TableColumn, String, String)
  case misspelt(String, nearest: String)
  case missing([String], example: String, headings: [String])
  case noDateOrder(text: String, row: Int)
  case tooManyRows(limit: Int)

  /// Where, and why.
  var refused: ImportSummary.Refused {
    guard case .headings(let row, _) = self else { return ImportSummary.Refused(place: "table", reason: description) }
    return ImportSummary.Refused(place: "row \(row)", reason: description)
  }
}

extension TableFault: CustomStringConvertible {
  var description: String {
    switch self {
    case .empty: "is empty; a table has a row of headings and below it a row for each visit"
    case .headings(_, let reason): "the headings cannot be read: \(reason)"
    case .noSuchColumn(let name, let nearest):
      "\(Quotation(name)) is no column of a visit\(meant(nearest)); there are: "
        + TableColumn.allCases.map(\.name).joined(separator: ", ")
    case .mappedTwice(let column): "two headings are named for \(column.name); name the one that counts"
    case .noSuchHeading(let heading, let column, let nearest, let headings):
      "no heading is \(Quotation(heading)), which was named for \(column.name)\(meant(nearest)); there are: "
        + list(headings)
    case .severalSuchHeadings(let heading, let column):
      "several headings are \(Quotation(heading)), which was named for \(column.name); rename all but one"
    case .columnTwice(let column, let first, let second):
      "the headings \(Quotation(first)) and \(Quotation(second)) both stand for \(column.name); "
        + "name the one that counts (columns; on the command line --columns \"\(column.name)=\(Quotation(second, marks: false))\")"
    case .misspelt(let heading, let nearest):
      "the heading \(Quotation(heading)) is not known; if \(Quotation(nearest)) is meant, correct it, "
        + "if something else is, rename it"
    case .missing(let columns, let example, let headings):
      "has no column for \(columns.joined(separator: ", nor for ")) among its headings \(list(headings)); "
        + "add it, or name the heading that stands for it (columns; on the command line "
        + "--columns \"\(example)=HEADING\")"
    case .noDateOrder(let text, let row):
      "\(Quotation(text)) in row \(row) can mean two dates, and no date of the table tells which of its numbers is the "
        + "day; say it (dateOrder; on the command line --date-order day-first or month-first)"
    case .tooManyRows(let limit): "has more than \(limit) rows; split it"
    }
  }

  private func meant(_ nearest: String?) -> String {
    nearest.map { "; perhaps \(Quotation($0)) is meant" } ?? ""
  }

  private func list(_ headings: [String]) -> String {
    headings.prefix(24).map { Quotation($0, limit: 40).description }.joined(separator: ", ")
      + (headings.count > 24 ? ", ..." : "")
  }
}
