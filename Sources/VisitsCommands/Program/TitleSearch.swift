/// What a person has typed, looked for among titles: with whatever capitals and accents either is written. The less is
/// typed, the surer it must be: what is found here is recorded as care.
struct TitleSearch {
  private let text: String
  private let wanted: [String]

  /// A search for a text.
  init(_ text: String) {
    self.text = text.lowercased()
    wanted = Self.forms(of: text)
  }

  /// Those that are meant, from the surest way of meaning one that finds any.
  ///
  /// - Parameters:
  ///   - title: What a thing is called where it is shown.
  ///   - names: What else it is called, wherever it is shown.
  func found<Thing>(
    among things: [Thing], title: (Thing) -> String, names: (Thing) -> [String], id: (Thing) -> String
  ) -> [Thing] {
    let known = things.map { thing in
      (thing: thing, title: Self.forms(of: title(thing)), names: names(thing).flatMap(Self.forms), id: id(thing))
    }
    let size = wanted[0].count
    let isLong = size >= 4
    let isNumber = text.allSatisfy { $0.isASCII && $0.isNumber }
    func finds(_ forms: [String], _ fits: (String, String) -> Bool) -> Bool {
      forms.contains { form in wanted.contains { fits(form, $0) } }
    }
    let ways: [(Int) -> Bool] = [
      { finds(known[$0].title + known[$0].names, ==) || known[$0].id == text },
      { size >= 3 && !isNumber && finds(known[$0].title) { $0.hasPrefix($1) } },
      { size >= 2 && !isNumber && finds(known[$0].title) { Self.begins(in: $0, with: $1, whole: size < 3) } },
      { isLong && !isNumber && finds(known[$0].title) { $0.contains($1) } },
      { isLong && (known[$0].id.hasPrefix(text) || known[$0].id.hasSuffix(text)) },
      { size >= 3 && !isNumber && finds(known[$0].names) { Self.begins(in: $0, with: $1, whole: false) } },
    ]
    for way in ways {
      let found = known.indices.filter(way)
      if !found.isEmpty { return found.map { known[$0].thing } }
    }
    return []
  }

  /// Whether a word of a title begins with a text, or is the whole of it.
  private static func begins(in title: String, with text: String, whole: Bool) -> Bool {
    func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }
    return title.indices.contains { start in
      let rest = title[start...]
      guard rest.hasPrefix(text), start == title.startIndex || !isPart(title[title.index(before: start)]) else {
        return false
      }
      return !whole || rest.dropFirst(text.count).first.map(isPart) != true
    }
  }

  /// A text without accents, and as it is written where there is no key for them: "fruhstuck" and "fruehstueck".
  private static func forms(of text: String) -> [String] {
    let plain = fold(text)
    let spelled = fold(text, spellsOut: true)
    return plain == spelled ? [plain] : [plain, spelled]
  }

  /// A text in small letters without accents, its white space as single spaces: "Işık" and "IŞIK" are "isik".
  ///
  /// - Parameter spellsOut: Whether ä is ae.
  static func fold(_ text: String, spellsOut: Bool = false) -> String {
    var folded = ""
    for scalar in text.lowercased().unicodeScalars {
      if scalar.isASCII {
        folded.unicodeScalars.append(scalar)
        continue
      }
      switch scalar {
      case "ß": folded += "ss"
      case "æ": folded += "ae"
      case "œ": folded += "oe"
      case "þ": folded += "th"
      case "ð": folded += "d"
      case "ё": folded += "е"
      case "й": folded += "и"
      case "ä" where spellsOut: folded += "ae"
      case "ö" where spellsOut: folded += "oe"
      case "ü" where spellsOut: folded += "ue"
      case "\u{308}" where spellsOut && "aou".contains(folded.last ?? " "): folded += "e"
      default: fold(scalar, into: &folded)
      }
    }
    return folded.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A letter without what stands on it or goes through it, as its name tells: LATIN SMALL LETTER L WITH STROKE.
  private static func fold(_ scalar: Unicode.Scalar, into folded: inout String) {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: return
    default: break
    }
    let kind = "LATIN SMALL LETTER "
    guard let name = scalar.properties.name, name.hasPrefix(kind) else {
      return folded.unicodeScalars.append(scalar)
    }
    let words = name.dropFirst(kind.count).split(separator: " ")
    if words == ["DOTLESS", "I"] { return folded += "i" }
    guard let letter = words.first, letter.utf8.count == 1, words.count == 1 || words[1] == "WITH" else {
      return folded.unicodeScalars.append(scalar)
    }
    folded += letter.lowercased()
  }
}
