/// Keeps a spreadsheet from taking a text for a formula: one that begins with `=`, `+`, `-` or `@`, or with what becomes
/// one of these, gets an apostrophe before it, by which spreadsheets know a text.
///
/// A reader takes the apostrophe away again. A text that has apostrophes of its own before such a sign gets one more, so
/// that nothing is lost.
enum FormulaGuard {
  /// The text for a cell.
  static func guarded(_ text: String) -> String { looksLikeFormula(text) ? "'\(text)" : text }

  /// The text that a cell means.
  static func unguarded(_ cell: String) -> String {
    cell.first == "'" && looksLikeFormula(cell) ? String(cell.dropFirst()) : cell
  }

  /// Whether one of the signs stands first, apostrophes aside. The wide forms are signs to spreadsheets in East Asia; a
  /// number below zero is only a number.
  private static func looksLikeFormula(_ text: String) -> Bool {
    let meant = text.unicodeScalars.drop { $0 == "'" }
    switch meant.first {
    case "=", "+", "@", "\t", "\r", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": return true
    case "-": return !isNumber(meant.dropFirst())
    default: return false
    }
  }

  private static func isNumber(_ digits: Substring.UnicodeScalarView) -> Bool {
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
  }
}
