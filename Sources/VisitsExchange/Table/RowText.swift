/// Writes a row of a table (RFC 4180).
enum RowText {
  /// The cells with commas between them and CRLF behind; nothing in them becomes a formula.
  static func row(_ cells: [String?]) -> String {
    cells.map { cell in cell.map { quoted(FormulaGuard.guarded($0)) } ?? "" }.joined(separator: ",") + "\r\n"
  }

  /// The same for a program that takes every cell as it stands: no sign is put before what looks like a formula.
  static func plain(_ cells: [String]) -> String { cells.map(quoted).joined(separator: ",") + "\r\n" }

  private static func quoted(_ text: String) -> String {
    // By its scalars: CRLF is one character.
    let needsMarks = text.unicodeScalars.contains { "\",;\r\n\t".unicodeScalars.contains($0) }
    guard needsMarks || text.first == " " || text.last == " " else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
