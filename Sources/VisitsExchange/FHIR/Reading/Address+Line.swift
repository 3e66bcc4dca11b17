import FHIR
import VisitsModel

extension [Address] {
  /// The address where a client is visited, at a moment in milliseconds since 1970: the home first, never an old address, a
  /// billing address, or one whose period is over.
  func home(at now: Int64) -> Address? {
    let usable = filter { $0.rank != nil && ($0.period?.contains(now) ?? true) && $0.line(of: nil) != nil }
    return usable.min { ($0.rank ?? 0) < ($1.rank ?? 0) }
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

  /// Street and city in one line, "123 Oak St, Edmonton", else the text, else `otherwise`.
  func line(of otherwise: String?) -> String? {
    let street = line.flatMap { $0.split(whereSeparator: \.isNewline) }.joined(separator: ", ")
    guard !street.isEmpty else {
      let written = text?.split(whereSeparator: \.isNewline).joined(separator: ", ")
      return written ?? otherwise ?? city
    }
    // A text that is far too long for an address is refused later.
    guard let city, street.utf8.count < 2000, !Self.street(street, names: city) else { return street }
    return "\(street), \(city)"
  }

  /// Whether a part of the line behind the first comma is the city, alone or before a province and a postal code.
  /// "10 Edmonton Trail" does not name Edmonton.
  private static func street(_ street: String, names city: String) -> Bool {
    let city = FoldedText.fold(city)
    return street.split(separator: ",").dropFirst().contains {
      let part = FoldedText.fold(String($0))
      return part.trimmingPrefix(" ") == city || part.trimmingPrefix(" ").hasPrefix(city + " ")
    }
  }
}
