import TableColumns

extension TableColumn {
  /// The column that a heading stands over, or that a caller names, as ``FoldedCell/word`` writes it.
  static func named(_ word: String) -> TableColumn? { columns[word] }

  /// Whether the heading counts only where nothing else tells the same.
  func isFallback(_ word: String) -> Bool { Self.fallbackWords.contains(word) }

  private static let fallbackWords = Set(allCases.flatMap(\.fallbacks).map { FoldedCell($0).word })

  /// Every heading that is known, as ``FoldedCell/word`` writes it, in order.
  static let words = columns.keys.sorted()

  private static let columns: [String: TableColumn] = Dictionary(
    allCases.flatMap { column in column.headings.map { (FoldedCell($0).word, column) } },
    uniquingKeysWith: { first, _ in first })
}
