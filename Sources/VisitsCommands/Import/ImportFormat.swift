import JSON

/// The format that an import has, by its content.
enum ImportFormat {
  /// A FHIR Bundle is JSON that says so; a calendar's first line says so (RFC 5545, 3.4); a table has cells in it. `nil`
  /// for anything else.
  static func guess(_ content: String) -> String? {
    let start = content.drop(while: \.isWhitespace)
    if start.first == "{" { return content.utf8.contains(#""Bundle""#.utf8) ? "fhir" : nil }
    if isCalendar(start) { return "ics" }
    guard let first = start.first, !"[<".contains(first) else { return nil }
    return start.prefix { !$0.isNewline }.contains { ",;\t".contains($0) } ? "csv" : nil
  }

  /// What a text is instead: another FHIR resource, by its type.
  static func name(of content: String) -> String? {
    let start = content.drop(while: \.isWhitespace)
    guard start.first == "{", content.contains(#""resourceType""#) else { return nil }
    return (try? JSONScanner.parse(Array(content.utf8)))?["resourceType"]?.string
  }

  private static func isCalendar(_ start: Substring) -> Bool { start.prefix(15).uppercased() == "BEGIN:VCALENDAR" }
}
