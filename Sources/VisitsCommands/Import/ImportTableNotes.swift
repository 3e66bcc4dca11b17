import JSONRPC
import TableColumns

/// What an import tells of how it understood a table.
struct ImportTableNotes {
  private let columns: [(name: String, heading: String)]
  private let ignored: [String]
  private let leftBehind: Int
  private let added: Int

  /// `nil` when it was no table.
  init?(_ answer: JSONValue) {
    guard let table = answer["table"] else { return nil }
    columns = (table["columns"]?.array ?? []).map { ($0["column"]?.string ?? "", $0["heading"]?.string ?? "") }
    ignored = (table["ignored"]?.array ?? []).compactMap(\.string)
    leftBehind = Int(table["leftBehind"]?.integer ?? 0)
    added = Int(answer["added"]?.integer ?? 0)
  }

  /// How each heading was read, for whoever tries a table.
  var report: [String] {
    let read = columns.map { column in
      let name = TableColumn(rawValue: column.name)?.name ?? column.name
      return "\(name) from \(Self.quoted(column.heading))"
    }
    return ["Columns: \(read.joined(separator: ", "))"] + (ignored.isEmpty ? [] : ["Ignored: \(listed(ignored))"])
  }

  /// What may be meant otherwise, when something may.
  ///
  /// - Parameter namesIgnored: Whether headings that were passed over are to be named.
  func warnings(namesIgnored: Bool) -> [String] {
    var lines: [String] = []
    if namesIgnored, let first = ignored.first {
      let these = ignored.count == 1 ? "this heading" : "these headings"
      lines.append(
        "Ignored, since no column is known by \(these): \(listed(ignored)). If one counts: "
          + "--columns \(Self.quoted("note=\(first)")); all that are known: visits import --list-columns")
    }
    let workers = Set(TableColumn.workers.map(\.rawValue))
    if added > 0, !columns.contains(where: { workers.contains($0.name) }) {
      lines.append("No column names a worker: what is new is open.")
    }
    if leftBehind > 0 {
      let visits =
        leftBehind == 1
        ? "1 visit of an earlier table is no more in this one, and stays"
        : "\(leftBehind) visits of an earlier table are no more in this one, and stay"
      lines.append(
        "\(visits): a row without an id is known by its client and start, so with another start it is a new visit.")
    }
    return lines
  }

  private func listed(_ headings: [String]) -> String { headings.map(Self.quoted).joined(separator: ", ") }

  private static func quoted(_ heading: String) -> String { "\"\(heading.onOneLine)\"" }
}
