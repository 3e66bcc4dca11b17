import Catalog
import CommandCatalog
import JSON
import TableColumns

/// What an import tells of how it understood a table.
struct ImportTableNotes {
  private let columns: [(name: String, heading: String)]
  private let ignored: [String]
  private let leftBehind: Int
  private let added: Int
  /// Whom its rows are about, "workers" or "clients"; `nil`: visits.
  let people: String?

  /// `nil` when it was no table.
  init?(_ answer: JSONValue) {
    guard let table = answer["table"] else { return nil }
    columns = (table["columns"]?.array ?? []).map { ($0["column"]?.string ?? "", $0["heading"]?.string ?? "") }
    ignored = (table["ignored"]?.array ?? []).compactMap(\.string)
    leftBehind = Int(table["leftBehind"]?.integer ?? 0)
    added = Int(answer["added"]?.integer ?? 0)
    people = table["people"]?.string
  }

  /// How each heading was read, for whoever tries a table.
  var report: [String] {
    let read = columns.map { column in
      let name = TableColumn(rawValue: column.name)?.name ?? column.name
      return ImportPhrase.columnFrom([.name: name, .text: Self.heading(column.heading)])
    }
    return [ImportPhrase.columns([.text: read.joined(separator: ", ")])]
      + (ignored.isEmpty ? [] : [ImportPhrase.ignored([.text: listed(ignored)])])
  }

  /// What may be meant otherwise, when something may.
  ///
  /// - Parameter namesIgnored: Whether headings that were passed over are to be named.
  func warnings(namesIgnored: Bool) -> [String] {
    var lines: [String] = []
    if namesIgnored, let first = ignored.first {
      lines.append(
        ImportPhrase.ignoredHeadings(
          count: Int64(ignored.count),
          [
            .text: listed(ignored), .option: "--columns \(Self.quoted("\(people == nil ? "note" : "phone")=\(first)"))",
            .command: "visits import --list-columns",
          ]))
    }
    let workers = Set(TableColumn.workers.map(\.rawValue))
    if people == nil, added > 0, !columns.contains(where: { workers.contains($0.name) }) {
      lines.append(ImportPhrase.noWorkerColumn.text)
    }
    if leftBehind > 0 { lines.append(ImportPhrase.leftBehind(count: Int64(leftBehind))) }
    return lines
  }

  private func listed(_ headings: [String]) -> String { headings.map(Self.heading).joined(separator: ", ") }

  /// A heading among the words of a sentence.
  private static func heading(_ heading: String) -> String { ProgramPhrase.quoted([.text: heading.onOneLine]) }

  /// What is typed on a command line, where a shell must not part it.
  private static func quoted(_ heading: String) -> String { "\"\(heading.onOneLine)\"" }
}
