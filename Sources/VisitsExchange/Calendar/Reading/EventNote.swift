import VisitsModel

/// What else of an event the worker may need to know, each in lines of its own: after the description all that a visit has
/// no place for. What stands there already is not said twice.
struct EventNote {
  /// The most of it, in characters.
  private static let limit = 4000
  /// Properties that are links, or may be.
  private static let links = [
    "URL", "CONFERENCE", "X-GOOGLE-CONFERENCE", "X-MICROSOFT-SKYPETEAMSMEETINGURL", "ATTACH",
  ]

  /// The note; `nil`: there is none.
  var text: String? { lines.isEmpty ? nil : lines.joined(separator: "\n") }
  private var lines: [String] = []
  /// The same, to find a line at once: an event may have thousands.
  private var known: Set<String> = []
  /// The words of the lines, where a link may stand.
  private var words: Set<String> = []
  private var count = 0
  /// Properties for which no room was left behind the description.
  private(set) var leftOut: [String] = []

  /// Gathers an event's note.
  ///
  /// - Throws: That the description alone is too long, or that something is not there in whole.
  init(_ component: CalendarComponent) throws(CalendarFault) {
    for line in component.all("DESCRIPTION") {
      guard try add(CalendarText.unescaped(line.value), of: line) else {
        throw CalendarFault(property: "DESCRIPTION", reason: .tooLong(limit: Self.limit))
      }
    }
    for name in ["SUMMARY", "LOCATION"] {
      for line in component.all(name).dropFirst() where line.value != component.first(name)?.value {
        try addWhatFits(CalendarText.unescaped(line.value), of: line)
      }
    }
    for name in ["COMMENT", "CONTACT"] {
      for line in component.all(name) { try addWhatFits(CalendarText.unescaped(line.value), of: line) }
    }
    for line in component.all("RESOURCES") {
      try addWhatFits(CalendarText.list(line.value).joined(separator: ", "), of: line)
    }
    for name in Self.links {
      for line in component.all(name) where name != "ATTACH" || line.isLink {
        if !holds(line.value) { try addWhatFits(line.value, of: line) }
      }
    }
  }

  private mutating func addWhatFits(_ text: String, of line: ContentLine) throws(CalendarFault) {
    if try !add(text, of: line), !leftOut.contains(line.name) { leftOut.append(line.name) }
  }

  /// Adds a text unless it is a paragraph of the note already; `false` when it does not fit.
  private mutating func add(_ text: String, of line: ContentLine) throws(CalendarFault) -> Bool {
    try line.demandPlain()
    do {
      guard let own = try PlainText.paragraphs(text.trimmingBlanks, limit: Self.limit, at: line.name) else {
        return true
      }
      let new = own.split(separator: "\n").map(String.init)
      guard !new.allSatisfy(known.contains) else { return true }
      count += own.unicodeScalars.count
      guard count <= Self.limit else {
        count -= own.unicodeScalars.count
        return false
      }
      lines += new
      known.formUnion(new)
      for line in new { words.formUnion(line.split(whereSeparator: Self.isBetweenWords).map(String.init)) }
      return true
    } catch {
      return false
    }
  }

  /// Whether a link stands in the note, with nothing around it that could be part of another.
  private func holds(_ link: String) -> Bool {
    words.contains(link.trimmingBlanks)
  }

  private static func isBetweenWords(_ character: Character) -> Bool {
    character.isWhitespace || "<>()\"".contains(character)
  }
}

extension ContentLine {
  /// Whether an attachment is a page that a worker can open, and not the file itself.
  var isLink: Bool {
    let value = value.trimmingBlanks.lowercased()
    return !isCutOff && (value.hasPrefix("https://") || value.hasPrefix("http://"))
  }
}
