/// The language of an answer (RFC 9110, 12.5.4).
enum AcceptLanguage {
  /// The languages of the daemon's catalog. A test compares them.
  static let languages = ["en", "es", "pt", "fr", "de", "it", "nl", "id", "tr", "vi", "pl", "ru"]
  /// The most elements of a header that are read.
  private static let most = 32

  /// Returns the language and region that a header prefers among those that the catalog has; `nil` for the agency's
  /// language. An element of another form is passed over: a language is never a reason to refuse a call.
  static func locale(_ header: String) -> String? {
    var best: (locale: String, weight: Double)?
    for element in header.split(separator: ",").prefix(most) {
      let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let tag = parts.first, let locale = supported(tag) else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      if weight > 0, weight > best?.weight ?? 0 { best = (locale, weight) }
    }
    return best?.locale
  }

  /// Returns the language and the region of a tag such as `de-AT`; further parts have no effect on an answer.
  private static func supported(_ tag: String) -> String? {
    let parts = tag.split(separator: "-")
    guard let language = parts.first?.lowercased(), languages.contains(language) else { return nil }
    let region = parts.dropFirst().first { $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isASCIILetter) }
    return ([language] + (region.map { [$0.uppercased()] } ?? [])).joined(separator: "-")
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
}
