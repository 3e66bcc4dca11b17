import FHIR
import VisitsModel

extension [HumanName] {
  /// The name to speak at a moment: the usual name before the official one, a whole name before a
  /// part, never a former name.
  func chosen(at now: PlacedMoment) -> HumanName? {
    let current = filter { $0.rank != nil && ($0.period?.contains(now) ?? true) }
    let ranked = current.enumerated().sorted { ($0.element.rank ?? 0, $0.offset) < ($1.element.rank ?? 0, $1.offset) }
      .map(\.element)
    return ranked.first(where: \.isWhole) ?? ranked.first { $0.spoken != nil }
  }
}

extension HumanName {
  /// `nil` for a name that must not be used.
  fileprivate var rank: Int? {
    switch use {
    case "usual": 0
    case "official": 1
    case nil: 2
    case "old", "maiden": nil
    case "nickname", "anonymous": 4
    default: 3
    }
  }

  fileprivate var isWhole: Bool { text != nil || (family != nil && !given.isEmpty) }

  /// Its parts, each fit for one line.
  var parts: NameParts {
    get throws(ReadingFault) {
      func line(_ texts: [String]) throws(ReadingFault) -> String? {
        try PlainText.line(texts.joined(separator: " "), limit: 200, at: "name")
      }
      var names: [String] = []
      // More than people have: what a record of visits asks for is the first, and perhaps the second.
      for name in given.prefix(10) { if let name = try line([name]) { names.append(name) } }
      return NameParts(
        prefix: try line(prefix), given: names, family: try line([family].compactMap(\.self)),
        suffix: try line(suffix))
    }
  }

  /// Given names before the family name. The sender's own text has precedence, since some names are written the other way
  /// round, unless it is the form for a register, "Chen, Margaret", and the parts say all of it.
  var spoken: String? {
    let parts = (given + [family].compactMap(\.self)).filter { !$0.allSatisfy(\.isWhitespace) }
    if let text, !text.allSatisfy(\.isWhitespace), !text.contains(",") || !areSaying(text) { return text }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Whether the parts have every word of a text.
  private func areSaying(_ text: String) -> Bool {
    func words(_ text: String) -> [Substring] { FoldedText.fold(text).split { !$0.isLetter && !$0.isNumber } }
    let own = Set((prefix + given + [family].compactMap(\.self) + suffix).flatMap(words))
    return words(text).allSatisfy(own.contains)
  }
}
