import JSONRPC

/// The formats that an import may have, by their content.
enum ImportFormat {
  /// A FHIR Bundle is JSON that says so, a calendar says so in its first line (RFC 5545, 3.4), the first row of a table
  /// has cells; `nil` for anything else.
  static func guess(_ content: String) -> String? {
    let start = content.drop(while: \.isWhitespace)
    if start.first == "{" || start.first == "[" { return content.utf8.contains(#""Bundle""#.utf8) ? "fhir" : nil }
    if start.prefix(15).uppercased() == "BEGIN:VCALENDAR" { return "ics" }
    return start.prefix { !$0.isNewline }.contains { ",;\t".contains($0) } ? "csv" : nil
  }

  /// The type of the FHIR resource that the text is, when it is one.
  static func resourceType(of content: String) -> String? {
    guard content.contains(#""resourceType""#) else { return nil }
    return (try? JSONScanner.parse(Array(content.utf8)))?["resourceType"]?.string
  }
}
