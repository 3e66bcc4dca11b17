import TableColumns

extension TableColumn {
  /// The column that a heading stands over in a table of this kind, or that a caller names, as ``FoldedCell/word`` writes
  /// it.
  static func named(_ word: String, in kind: TableKind) -> TableColumn? { columns[kind]?[word] }

  /// Whether the heading counts only where nothing else tells the same.
  func isFallback(_ word: String, in kind: TableKind) -> Bool {
    fallbacks(in: kind).contains { FoldedCell($0).word == word }
  }

  /// Every heading that is known in a table of this kind, as ``FoldedCell/word`` writes it, in order.
  static func words(in kind: TableKind) -> [String] { sortedWords[kind] ?? [] }

  private static let sortedWords = columns.mapValues { $0.keys.sorted() }

  private static let columns: [TableKind: [String: TableColumn]] = Dictionary(
    uniqueKeysWithValues: TableKind.allCases.map { kind -> (TableKind, [String: TableColumn]) in
      let words = kind.columns.flatMap { column in
        column.headings(in: kind).map { (FoldedCell($0).word, column) }
      }
      return (kind, Dictionary(words, uniquingKeysWith: { first, _ in first }))
    })
}
