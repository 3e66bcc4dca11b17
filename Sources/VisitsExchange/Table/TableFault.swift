import FHIR
import TableColumns
import VisitsModel

/// Why a table cannot be read at all.
enum TableFault: Error {
  case empty
  case headings(row: Int, RowFault.Reason)
  case noSuchColumn(String, nearest: String?, columns: [String])
  case mappedTwice(TableColumn)
  case noSuchHeading(String, for: TableColumn, nearest: String?, headings: [String])
  case severalSuchHeadings(String, for: TableColumn)
  /// With the number of the second among headings of one name.
  case columnTwice(TableColumn, String, String, which: Int?)
  case misspelt(String, nearest: String, as: TableColumn)
  case missing([String], example: String, headings: [String])
  /// The same of a table of visits whose rows may be people: the format that reads them so.
  case missingOrPeople([String], example: String, headings: [String], format: String)
  /// Nothing tells whether the table is one of visits, workers or clients.
  case noKind(headings: [String])
  case noDateOrder(text: String, row: Int)
  /// A date with a year of two digits that may stand first or last.
  case noYear(text: String, row: Int)
  /// A heading over AM and PM alone, and the row in which they change the time.
  case halvesApart(String, row: Int)
  case tooManyRows(limit: Int)

  /// Where, and why.
  var refused: ImportSummary.Refused {
    if case .headings(let row, let reason) = self {
      return ImportSummary.Refused(place: .row(row), reason: .fault(reason.fault))
    }
    return ImportSummary.Refused(place: .table, reason: .fault(fault))
  }

  /// As it is kept.
  private var fault: TextFault {
    switch self {
    case .empty: TextFault(.tableEmpty)
    case .headings(_, let reason): reason.fault
    case .noSuchColumn(let name, let nearest, let columns):
      meant(
        nearest, .tableNoColumn, .tableNoColumnNearest,
        [.value: shown(name), .text: columns.joined(separator: ", ")])
    case .mappedTwice(let column): TextFault(.tableMappedTwice, [.name: column.name])
    case .noSuchHeading(let heading, let column, let nearest, let headings):
      meant(
        nearest, .tableNoHeading, .tableNoHeadingNearest, [.value: shown(heading), .name: column.name], among: headings)
    case .severalSuchHeadings(let heading, let column):
      TextFault(.tableSeveralHeadings, [.value: shown(heading), .name: column.name])
    case .columnTwice(let column, let first, let second, let number):
      TextFault(
        .tableColumnTwice,
        [
          .value: shown(first), .other: shown(second), .name: column.name,
          .option: "--columns \"\(column.name)=\(shown(second))\(number.map { "#\($0)" } ?? "")\"",
        ])
    case .misspelt(let heading, let nearest, let column):
      TextFault(
        .tableMisspelt,
        [
          .value: shown(heading), .other: shown(nearest),
          .option: "--columns \"\(column.name)=\(shown(heading))\"",
        ])
    case .missing(let columns, let example, let headings):
      listing(
        headings, .tableMissing,
        [.text: columns.joined(separator: ", "), .option: "--columns \"\(example)=...\""])
    case .missingOrPeople(let columns, let example, let headings, let format):
      listing(
        headings, .tableMissingOrPeople,
        [
          .text: columns.joined(separator: ", "), .option: "--columns \"\(example)=...\"",
          .other: "--format \(format)",
        ])
    case .noKind(let headings): listing(headings, .tableNoKind, [:])
    case .noDateOrder(let text, let row):
      TextFault(.tableNoDateOrder, [.value: shown(text), .number: String(row)])
    case .noYear(let text, let row): TextFault(.tableNoYear, [.value: shown(text), .number: String(row)])
    case .halvesApart(let heading, let row):
      TextFault(.tableHalvesApart, [.value: shown(heading), .number: String(row)])
    case .tooManyRows(let limit): TextFault(.tableTooManyRows, [.limit: String(limit)])
    }
  }

  private func shown(_ text: String) -> String { Quotation(text, marks: false).description }

  private func meant(
    _ nearest: String?, _ kind: TextFault.Kind, _ kindWithNearest: TextFault.Kind, _ values: [TextFault.Value: String],
    among headings: [String] = []
  ) -> TextFault {
    guard let nearest else { return listing(headings, kind, values) }
    return listing(headings, kindWithNearest, values.merging([.other: shown(nearest)]) { $1 })
  }

  private func listing(
    _ headings: [String], _ kind: TextFault.Kind, _ values: [TextFault.Value: String]
  ) -> TextFault {
    TextFault(
      kind, values, names: headings.prefix(24).map { Quotation($0, limit: 40, marks: false).description },
      hasMoreNames: headings.count > 24)
  }
}
