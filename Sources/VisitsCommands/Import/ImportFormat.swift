/// The formats that an import may have, by their content.
enum ImportFormat {
  /// A FHIR Bundle is JSON, a calendar says so in its first line (RFC 5545, 3.4); else rows of a table are likely.
  static func guess(_ content: String) -> String {
    let start = content.drop(while: \.isWhitespace)
    if start.first == "{" { return "fhir" }
    return start.prefix(15).uppercased() == "BEGIN:VCALENDAR" ? "ics" : "csv"
  }
}
