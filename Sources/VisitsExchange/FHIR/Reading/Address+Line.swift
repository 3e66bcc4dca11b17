import FHIR
import VisitsModel

extension [Address] {
  /// The address where a client is visited at a moment: a temporary one in its period, else the home, never an old
  /// address, a billing address, or one whose period does not hold.
  func home(at now: PlacedMoment) -> Address? {
    homes(at: now).first
  }

  /// The addresses that hold at a moment, the best first, those of one rank in their order.
  private func homes(at now: PlacedMoment) -> [Address] {
    let current = filter { $0.rank != nil && ($0.period?.contains(now) ?? true) && $0.words != nil }
    let whole = current.filter { $0.formerWords(of: nil) != nil }
    // A postal code alone is better than nothing.
    return (whole.isEmpty ? current : whole).enumerated()
      .sorted { ($0.element.rank ?? 0, $0.offset) < ($1.element.rank ?? 0, $1.offset) }.map(\.element)
  }

  /// Returns the address that counts although the record leaves it open which one holds: one of several is temporary
  /// without a period, or two homes hold at once. Returns `nil` if the record is clear.
  func doubtfulHome(at now: PlacedMoment) -> Address? {
    let homes = homes(at: now)
    guard let best = homes.first else { return nil }
    let rivals = homes.dropFirst().filter { $0.words != best.words }
    return rivals.contains { $0.rank == best.rank || $0.use == "temp" } ? best : nil
  }
}

extension Address {
  fileprivate var rank: Int? {
    let byUse: Int? =
      switch use {
      // A temporary address without a period does not say when it holds, so it counts after the home.
      case "temp" where period?.start != nil || period?.end != nil: -1
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
