import Catalog
import CommandCatalog
import JSON
import TableColumns

/// The columns that a table may have, for the help and for whoever prepares one.
enum ColumnList {
  /// Those of visits, each with what stands in it, as help shows it: in 80 columns.
  ///
  /// - Parameter words: the help of a language; English without.
  static func brief(_ words: HelpBook? = nil) -> String {
    let width = TableKind.visits.columns.map(\.name.count).max() ?? 0
    let indent = String(repeating: " ", count: width + 4)
    return TableKind.visits.columns.map { column in
      let name = "  \(column.name)\(String(repeating: " ", count: width - column.name.count))  "
      let text = column.explanation(of: .visits, in: words)
      return name + Wrap.lines(text, columns: 79 - indent.count).joined(separator: "\n\(indent)")
    }.joined(separator: "\n")
  }

  /// All that is known of them, in lines of at most so many columns.
  static func whole(columns: Int?) -> String {
    func wrapped(_ text: String, indent: String) -> [String] {
      Wrap.lines(text, columns: columns.map { max(1, $0 - indent.count) }).map { indent + $0 }
    }
    let words = HelpBook(CommandLanguage.current)
    var sections: [[String]] = []
    for kind in TableKind.allCases {
      sections.append([kind.title.text])
      for column in kind.columns {
        let headings = ImportPhrase.headings([.text: column.headings(in: kind).joined(separator: ", ")])
        sections.append(
          [column.name] + wrapped(column.explanation(of: kind, in: words), indent: "  ")
            + wrapped(headings, indent: "  "))
      }
    }
    let guide = Self.guide.map(words.callAsFunction)
    return (sections + guide.map { wrapped($0, indent: "") })
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// The same for a program.
  static var json: JSONValue {
    [
      "columns": list(of: .visits), "workers": list(of: .workers), "clients": list(of: .clients),
      "guide": .array(guide.map(JSONValue.string)),
    ]
  }

  private static let guide = [TableGuide.headings, TableGuide.moments, TableGuide.identity, TableGuide.people]

  private static func list(of kind: TableKind) -> JSONValue {
    .array(
      kind.columns.map { column in
        [
          "column": .string(column.rawValue), "name": .string(column.name),
          "meaning": .string(column.explanation(in: kind)),
          "headings": .array(column.headings(in: kind).map(JSONValue.string)),
        ]
      })
  }
}

extension TableKind {
  /// What stands over the columns of such a table.
  fileprivate var title: ImportPhrase {
    switch self {
    case .visits: .tableOfVisits
    case .workers: .tableOfWorkers
    case .clients: .tableOfClients
    }
  }
}

extension TableColumn {
  /// What stands in it, and whether it must be there.
  fileprivate func explanation(of kind: TableKind, in words: HelpBook?) -> String {
    [meaning(in: kind), kind == .visits ? requirement : nil].compactMap { $0 }.map { words?($0) ?? $0 }
      .joined(separator: " ")
  }
}
