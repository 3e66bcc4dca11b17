/// What a column of a table can tell of a visit.
///
/// A name in one cell is kept as written, "Chen, Margaret" too: who knows the people decides whom it means.
enum TableColumn: String, CaseIterable, Sendable {
  case id
  case client, clientFirstName, clientLastName
  case worker, workerFirstName, workerLastName
  /// The day of a start that is only a time.
  case date
  /// The same under a heading that stands over weekdays as well: it counts only where no `date` stands.
  case day
  case start, end, endDate
  /// A bare number is one of minutes.
  case minutes
  /// A bare number is one of hours.
  case hours
  case timeZone
  case address, service, note, status

  /// The name as a person reads it: "client first name".
  var name: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
  }

  /// The column that a heading stands over, or that a caller names.
  static func named(_ word: String) -> TableColumn? { columns[word] }

  /// Every heading that is known, as ``FoldedCell/word`` writes it, in order.
  static let words = columns.keys.sorted()

  private static let columns: [String: TableColumn] = Dictionary(
    allCases.flatMap { column in
      ([column.name] + column.synonyms).map { (FoldedCell($0).word, column) }
    }, uniquingKeysWith: { first, _ in first })
}
