/// An address as it is read aloud: "123 Oak St, Edmonton" becomes "123 Oak Street Edmonton" (seed 002).
///
/// The words are those of English addresses whatever the reader's language is: they belong to the place.
enum SpokenAddress {
  /// The address without commas, with its abbreviations in full where they are surely abbreviations: "St" before a
  /// name stays ("12 St Albert Trail"), and so does "Dr" ("5 Dr Martin Luther King Blvd").
  static func text(_ address: String) -> String {
    address.split(separator: ",").map { part in
      let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
      return words.indices.map { spoken(at: $0, of: words) }.joined(separator: " ")
    }
    .filter { !$0.isEmpty }
    .joined(separator: " ")
  }

  private static func spoken(at index: Int, of words: [String]) -> String {
    let word = words[index]
    if let quadrant = quadrants[word] { return index > 0 ? quadrant : word }
    let isDotted = word.hasSuffix(".") && word.count > 2
    let bare = (isDotted ? String(word.dropLast()) : word).lowercased()
    let capitalized = word.first?.isUppercase == true
    func full(_ name: String) -> String { capitalized ? name : name.lowercased() }
    if let name = roads[bare] { return full(name) }
    guard let kind = streets[bare], index > 0 else { return word }
    let next = index + 1 < words.count ? words[index + 1] : nil
    let endsTheStreet = next.map { quadrants[$0] != nil || opensUnit($0) } ?? true
    // "10 Ave Maria Ln": behind a house number, what a name follows is a name too.
    let followsName = words[index - 1].contains(where: \.isLetter)
    return endsTheStreet || kind.isSure && followsName ? full(kind.name) : word
  }

  private static func opensUnit(_ word: String) -> Bool {
    word.hasPrefix("#") || word.hasPrefix("(") || units.contains(word.lowercased().filter { $0 != "." })
  }

  /// Edmonton's quadrants, written in capitals: in lower case "se" and "ne" are words.
  private static let quadrants = ["NW": "Northwest", "NE": "Northeast", "SW": "Southwest", "SE": "Southeast"]

  private static let units: Set<String> = ["apt", "apartment", "unit", "suite", "ste", "floor", "fl", "bldg", "rm", "room"]

  /// Stand before a number as well: "Hwy 16".
  private static let roads = ["hwy": "Highway", "pkwy": "Parkway", "blvd": "Boulevard"]

  /// Kinds of streets; a sure one means nothing else behind a name.
  private static let streets: [String: (name: String, isSure: Bool)] = [
    "st": ("Street", false), "ave": ("Avenue", true), "av": ("Avenue", true), "rd": ("Road", true),
    "dr": ("Drive", false), "ln": ("Lane", true), "ct": ("Court", true), "pl": ("Place", true),
    "cres": ("Crescent", true), "sq": ("Square", true), "ter": ("Terrace", true), "terr": ("Terrace", true),
    "cir": ("Circle", true), "trl": ("Trail", true),
  ]
}
