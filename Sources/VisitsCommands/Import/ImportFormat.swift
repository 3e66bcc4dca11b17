import JSONRPC

/// The format that an import has, by its content.
enum ImportFormat {
  /// A FHIR Bundle is JSON that says so; `nil` for anything else.
  static func guess(_ content: String) -> String? {
    let start = content.drop(while: \.isWhitespace).first
    return start == "{" && content.utf8.contains(#""Bundle""#.utf8) ? "fhir" : nil
  }

  /// What a text is instead: another FHIR resource, by its type; a calendar, whose first line says so (RFC 5545, 3.4);
  /// a table, whose first line has cells.
  static func name(of content: String) -> String? {
    let start = content.drop(while: \.isWhitespace)
    if start.prefix(15).uppercased() == "BEGIN:VCALENDAR" { return "calendar" }
    guard start.first == "{" else {
      return start.prefix { !$0.isNewline }.contains { ",;\t".contains($0) } ? "table" : nil
    }
    guard content.contains(#""resourceType""#) else { return nil }
    return (try? JSONScanner.parse(Array(content.utf8)))?["resourceType"]?.string
  }
}
