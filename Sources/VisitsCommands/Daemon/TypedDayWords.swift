import CommandCatalog

/// Days as a person types them in their own language. The daemon reads English words alone: these become such.
enum TypedDayWords {
  /// The text with its words for dates put into English; a text without any stays as it was typed.
  ///
  /// - Parameter text: a day, a day and a time, or anything else: `heute`, `morgen 14:30`, `8:00 вчера`,
  ///   `vendredi prochain`, `am 3. Dezember um 10 Uhr`.
  static func inEnglish(_ text: String) -> String {
    let typed = text.lowercased().split(separator: " ").map(String.init)
    let known = spellings()
    var words: [Word] = []
    var rest = typed[...]
    while let first = rest.first {
      // Behind a number "am" is no German preposition, but the morning.
      let isHalf = halves.contains(first) && words.last?.beginsWithDigit == true
      let found = isHalf ? nil : longestPhrase(in: rest, known)
      if found?.phrase != .filler { words.append(found.map { Word.phrase($0.phrase) } ?? .other(first)) }
      rest = rest.dropFirst(found?.count ?? 1)
    }
    guard !words.isEmpty, words != typed.map(Word.other) else { return text }
    return inEnglishOrder(words).map(\.english).joined(separator: " ")
  }

  /// The API's word for a weekday: `mon` of `Monday`, `mo` or `lunes`; `nil` when it is none. A beginning is enough
  /// that begins no other day.
  static func weekday(_ text: String) -> String? {
    let word = text.lowercased().split(separator: " ").joined(separator: " ")
    if word.count >= 3, let english = weekdays.first(where: { $0.rawValue.dropFirst(4).hasPrefix(word) }) {
      return short(english)
    }
    if let exact = weekdays.first(where: { spellings(of: $0).contains(word) }) { return short(exact) }
    let begun = weekdays.filter { day in spellings(of: day).contains { word.count >= 2 && $0.hasPrefix(word) } }
    return begun.count == 1 ? short(begun[0]) : nil
  }

  /// A part of a typed text.
  private enum Word: Equatable {
    /// Words of the reader's language that mean one thing.
    case phrase(DayPhrase)
    /// A word of no phrase: a time, a number, or an English word.
    case other(String)

    var beginsWithDigit: Bool {
      if case .other(let word) = self { word.first?.isNumber == true } else { false }
    }

    /// What the daemon reads.
    var english: String {
      switch self {
      // "day.next.week"
      case .phrase(let phrase): phrase.rawValue.dropFirst(4).split(separator: ".").joined(separator: " ")
      // The first of a month is "1er" in French and "1º" in Spanish.
      case .other(let word): ["1er", "1º", "1°"].contains(word) ? "1" : word
      }
    }
  }

  private static let weekdays: [DayPhrase] = [
    .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
  ]

  private static let halves: Set = ["a", "am", "p", "pm"]
  private static let longest = 4

  /// The phrase that the words begin with, and how many of them it takes. "Minggu" is Sunday, and "minggu depan" is
  /// next week: more words tell more.
  private static func longestPhrase(
    in words: ArraySlice<String>, _ known: [String: DayPhrase]
  ) -> (phrase: DayPhrase, count: Int)? {
    for count in (1...min(longest, words.count)).reversed() {
      let spelled = TitleSearch.fold(words.prefix(count).joined(separator: " "))
      // "3 dez." and "3. dez, 8:00"
      let bare = spelled.hasSuffix(".") || spelled.hasSuffix(",") ? String(spelled.dropLast()) : spelled
      if let phrase = known[spelled] ?? known[bare] { return (phrase, count) }
    }
    return nil
  }

  /// In English the word for "next" stands before the weekday.
  private static func inEnglishOrder(_ words: [Word]) -> [Word] {
    var words = words
    for index in words.indices.dropFirst() {
      guard case .phrase(let day) = words[index - 1], weekdays.contains(day),
        case .phrase(let step) = words[index], [.this, .next, .last].contains(step)
      else { continue }
      words.swapAt(index - 1, index)
    }
    return words
  }

  /// All spellings, without capitals and accents.
  private static func spellings() -> [String: DayPhrase] {
    Dictionary(
      DayPhrase.allCases.flatMap { phrase in spellings(of: phrase).map { (TitleSearch.fold($0), phrase) } }
    ) { first, _ in first }
  }

  private static func spellings(of day: DayPhrase) -> [String] {
    day.text.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }

  /// Three letters of the English name, which the phrase's own name holds behind `day.`.
  private static func short(_ day: DayPhrase) -> String { String(day.rawValue.dropFirst(4).prefix(3)) }
}
