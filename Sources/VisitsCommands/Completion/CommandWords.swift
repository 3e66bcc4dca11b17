/// The words of a command line that is being typed, as a shell hands them on: quotes and all.
struct CommandWords {
  private let words: [String]

  init(_ words: [String]) {
    self.words = words.map(Self.plain)
  }

  /// Whether a word stands there.
  func contains(_ word: String) -> Bool { words.contains(word) }

  /// What is given for an option, by any of its names. A value that only the shell knows (`$x`, `~`) is none.
  func value(of names: String...) -> String? {
    for (index, word) in words.enumerated() {
      for name in names where word.hasPrefix("\(name)=") { return Self.known(word.dropFirst(name.count + 1)) }
      guard names.contains(word) else { continue }
      // bash takes the equals sign of --socket=PATH for a word of its own.
      let rest = words[(index + 1)...].drop { $0 == "=" }
      return rest.first.flatMap { Self.known($0[...]) }
    }
    return nil
  }

  private static func known(_ value: Substring) -> String? {
    value.isEmpty || value.hasPrefix("-") || value.hasPrefix("~") || value.contains("$") ? nil : String(value)
  }

  /// A word without the quotes and backslashes of a shell.
  private static func plain(_ word: String) -> String {
    var plain = ""
    var quote: Character?
    var isEscaped = false
    for character in word {
      if isEscaped {
        plain.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else {
        plain.append(character)
      }
    }
    return plain
  }
}
