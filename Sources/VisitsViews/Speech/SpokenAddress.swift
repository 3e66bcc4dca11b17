/// An address as it is read aloud: "123 Oak St, Edmonton" becomes "123 Oak Street Edmonton" (seed 002).
///
/// The words are those of English addresses whatever the reader's language is: they belong to the place.
enum SpokenAddress {
  /// The address without commas, with its abbreviations in full where they are surely abbreviations: "St" before a
  /// name stays ("12 St Albert Trail"), and so does "Dr" ("5 Dr Martin Luther King Blvd").
  static func text(_ address: String) -> String {
    // Bytes, not characters: this is done for every card, and all that is looked for is ASCII.
    var spoken: [UInt8] = []
    spoken.reserveCapacity(address.utf8.count + 16)
    for part in Array(address.utf8).split(separator: UInt8(ascii: ",")) {
      let words = part.split { $0 == 0x20 || (0x09...0x0D).contains($0) }
      for index in words.indices {
        if !spoken.isEmpty { spoken.append(0x20) }
        if let full = full(at: index, of: words) { spoken += full.utf8 } else { spoken += words[index] }
      }
    }
    return String(decoding: spoken, as: UTF8.self)
  }

  private typealias Word = ArraySlice<UInt8>

  /// A word in full; `nil`: it stays.
  private static func full(at index: Int, of words: [Word]) -> String? {
    let word = words[index].last == UInt8(ascii: ".") ? words[index].dropLast() : words[index]
    guard index > 0, (2...4).contains(word.count), let first = word.first, first > UInt8(ascii: "9") else {
      return nil
    }
    if let quadrant = quadrant(word) { return quadrant }
    guard let street = streets[lowercased(word)] else { return nil }
    let endsTheStreet = index + 1 == words.count || quadrant(words[index + 1]) != nil || opensUnit(words[index + 1])
    // "10 Ave Maria Ln": behind a house number, what a name follows is a name too.
    let followsName = words[index - 1].contains { $0 > UInt8(ascii: "9") }
    guard street.isRoad || endsTheStreet || street.isSure && followsName else { return nil }
    return first >= UInt8(ascii: "a") ? street.name.lowercased() : street.name
  }

  private static func lowercased(_ word: Word) -> String { String(decoding: word, as: UTF8.self).lowercased() }

  /// Edmonton's quadrants, written in capitals: in lower case "se" and "ne" are words.
  private static func quadrant(_ word: Word) -> String? {
    guard word.count == 2, let half = word.first, let side = word.last else { return nil }
    return switch (UnicodeScalar(half), UnicodeScalar(side)) {
    case ("N", "W"): "Northwest"
    case ("N", "E"): "Northeast"
    case ("S", "W"): "Southwest"
    case ("S", "E"): "Southeast"
    default: nil
    }
  }

  private static func opensUnit(_ word: Word) -> Bool {
    word.first == UInt8(ascii: "#") || word.first == UInt8(ascii: "(") || units.contains(lowercased(word))
  }

  private struct Street: Sendable {
    var name: String
    /// Means nothing else behind a name.
    var isSure = true
    /// Stands before a number as well: "Hwy 16".
    var isRoad = false
  }

  private static let units: Set<String> = [
    "apt", "apt.", "apartment", "unit", "suite", "ste", "ste.", "floor", "fl", "fl.", "bldg", "rm", "room",
  ]

  private static let streets: [String: Street] = [
    "st": Street(name: "Street", isSure: false), "dr": Street(name: "Drive", isSure: false),
    "ave": Street(name: "Avenue"), "av": Street(name: "Avenue"), "rd": Street(name: "Road"),
    "ln": Street(name: "Lane"), "ct": Street(name: "Court"), "pl": Street(name: "Place"),
    "cres": Street(name: "Crescent"), "sq": Street(name: "Square"), "ter": Street(name: "Terrace"),
    "terr": Street(name: "Terrace"), "cir": Street(name: "Circle"), "trl": Street(name: "Trail"),
    "blvd": Street(name: "Boulevard", isRoad: true), "hwy": Street(name: "Highway", isRoad: true),
    "pkwy": Street(name: "Parkway", isRoad: true),
  ]
}
