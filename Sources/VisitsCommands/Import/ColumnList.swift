import Catalog
import CommandCatalog
import JSON
import TableColumns

/// The columns that a table may have, for the help and for whoever prepares one.
enum ColumnList {
  /// Each with what stands in it, as help shows it: in 80 columns.
  ///
  /// - Parameter words: the help of a language; English without.
  static func brief(_ words: HelpBook? = nil) -> String {
    let width = TableColumn.allCases.map(\.name.count).max() ?? 0
    let indent = String(repeating: " ", count: width + 4)
    return TableColumn.allCases.map { column in
      let name = "  \(column.name)\(String(repeating: " ", count: width - column.name.count))  "
      return name
        + Wrap.lines(column.explanation(in: words), columns: 79 - indent.count).joined(separator: "\n\(indent)")
    }.joined(separator: "\n")
  }

  /// All that is known of them, in lines of at most so many columns.
  static func whole(columns: Int?) -> String {
    func wrapped(_ text: String, indent: String) -> [String] {
      Wrap.lines(text, columns: columns.map { max(1, $0 - indent.count) }).map { indent + $0 }
    }
    let words = HelpBook(CommandLanguage.current)
    let sections = TableColumn.allCases.map { column in
      let headings = ImportPhrase.headings([.text: column.headings.joined(separator: ", ")])
      return [column.name] + wrapped(column.explanation(in: words), indent: "  ") + wrapped(headings, indent: "  ")
    }
    let guide = [TableGuide.headings, TableGuide.moments, TableGuide.identity].map(words.callAsFunction)
    return (sections + guide.map { wrapped($0, indent: "") })
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// The same for a program.
  static var json: JSONValue {
    [
      "columns": .array(
        TableColumn.allCases.map { column in
          [
            "column": .string(column.rawValue), "name": .string(column.name), "meaning": .string(column.explanation),
            "headings": .array(column.headings.map(JSONValue.string)),
          ]
        }),
      "guide": .array([TableGuide.headings, TableGuide.moments, TableGuide.identity].map(JSONValue.string)),
    ]
  }
}

extension TableColumn {
  /// What stands in it, and whether it must be there.
  fileprivate func explanation(in words: HelpBook?) -> String {
    [meaning, requirement].compactMap { $0 }.map { words?($0) ?? $0 }.joined(separator: " ")
  }
}
