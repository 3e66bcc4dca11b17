import FHIR
import VisitsModel

extension [Address] {
  /// The address where a client is visited, at a moment in milliseconds since 1970: the home first, never an old address, a
  /// billing address, or one whose period is over.
  func home(at now: Int64) -> Address? {
    let current = filter { $0.rank != nil && ($0.period?.contains(now) ?? true) && $0.words != nil }
    let whole = current.filter { $0.formerWords(of: nil) != nil }
    // A postal code alone is better than nothing.
    return (whole.isEmpty ? current : whole).min { ($0.rank ?? 0) < ($1.rank ?? 0) }
  }
}

extension Address {
  fileprivate var rank: Int? {
    let byUse: Int? =
      switch use {
      case "home": 0
      case nil: 1
      case "temp": 2
      case "old", "billing": nil
      default: 3
      }
    // Nobody lives in a post office box.
    return byUse.map { type == "postal" ? $0 + 4 : $0 }
  }

  /// Street and city in one line, "123 Oak St, Edmonton", else the text, else what is known: "Edmonton", "T5J 0A1, CA".
  var words: String? {
    formerWords(of: nil) ?? [district, state, postalCode, country].inOneLine
  }

  /// The same as earlier versions read it, of a place that is called `name`: that stood in for a missing street.
  func formerWords(of name: String?) -> String? {
    PostalAddress(lines: line, city: city).street ?? text?.split(whereSeparator: \.isNewline).joined(separator: ", ")
      ?? name ?? city
  }

  /// Its parts, each fit for one line.
  var parts: PostalAddress {
    get throws(ReadingFault) {
      func line(_ text: String?) throws(ReadingFault) -> String? { try PlainText.line(text, limit: 200, at: "address") }
      var lines: [String] = []
      for part in self.line.flatMap({ $0.split(whereSeparator: \.isNewline) }) {
        if let part = try line(String(part)) { lines.append(part) }
      }
      return PostalAddress(
        lines: lines, city: try line(city), district: try line(district), region: try line(state),
        postalCode: try line(postalCode), country: try line(country))
    }
  }
}

extension [String?] {
  /// Those that say something, in one line; `nil`: none does.
  fileprivate var inOneLine: String? {
    let words = compactMap(\.self).filter { !$0.allSatisfy(\.isWhitespace) }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
