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
      let found = isHalf(rest, of: typed, known) ? nil : longestPhrase(in: rest, known)
      switch found?.phrase {
      case .filler, .at: break
      case let phrase?: words.append(.phrase(phrase))
      case nil: words.append(.other(isAfterAt(rest, of: typed, known) ? hour(first) : first))
      }
      rest = rest.dropFirst(found?.count ?? 1)
    }
    // "El viernes que viene" is the first one to come. Alone, as a week's name, the words mean the next one.
    if words.count > 1 { words.removeAll { $0 == .phrase(.coming) } }
    guard !words.isEmpty, words != typed.map(Word.other) else { return text }
    words = inEnglishOrder(words)
    // Some people call midnight twelve in the morning, and some noon: the daemon refuses what it cannot read.
    let isTwelve = zip(words, words.dropFirst()).contains { $0.number == 12 && $1 == .phrase(.am) }
    return isTwelve ? text : words.map(\.english).joined(separator: " ")
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

  /// Whether a word begins a weekday in the reader's language, and a month in English: "mar" is Tuesday in Spanish.
  static func isDayOrMonth(_ text: String) -> Bool {
    let word = text.lowercased()
    return word.count >= 3 && spellings()[TitleSearch.fold(word)] == nil
      && months.contains { $0.rawValue.dropFirst(4).hasPrefix(word) }
      && weekdays.contains { day in spellings(of: day).contains { $0.hasPrefix(word) } }
  }

  /// A part of a typed text.
  private enum Word: Equatable {
    /// Words of the reader's language that mean one thing.
    case phrase(DayPhrase)
    /// A word of no phrase: a time, a number, or an English word.
    case other(String)

    /// The number that it begins with.
    var number: Int? {
      if case .other(let word) = self { Int(word.prefix(while: \.isNumber)) } else { nil }
    }

    /// What the daemon reads.
    var english: String {
      switch self {
      case .phrase(.coming): "next"
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

  private static let months: [DayPhrase] = [
    .january, .february, .march, .april, .may, .june, .july, .august, .september, .october, .november, .december,
  ]

  private static let halves: Set = ["a", "am", "p", "pm"]
  private static let longest = 4

  /// Whether the words begin with a half of the day, as in "8 am", and not with the German "am", as in "8 am Freitag".
  private static func isHalf(_ rest: ArraySlice<String>, of typed: [String], _ known: Spellings) -> Bool {
    guard let first = rest.first, halves.contains(first), rest.startIndex > 0,
      typed[rest.startIndex - 1].first?.isNumber == true
    else { return false }
    let next = rest.dropFirst()
    return next.first?.first?.isNumber != true && (next.isEmpty || longestPhrase(in: next, known) == nil)
  }

  /// Whether the word for "at" stands before the words, which then are a time: "3 de diciembre a las 10".
  private static func isAfterAt(_ rest: ArraySlice<String>, of typed: [String], _ known: Spellings) -> Bool {
    (1...longest).contains { count in
      let before = typed[..<rest.startIndex].suffix(count)
      return before.count == count && longestPhrase(in: before, known).map { $0 == (.at, count) } == true
    }
  }

  /// `10:00` of `10`: a number that no reader takes for a day.
  private static func hour(_ word: String) -> String {
    (1...2).contains(word.count) && word.allSatisfy(\.isNumber) ? "\(word):00" : word
  }

  /// The phrase that the words begin with, and how many of them it takes. "Minggu" is Sunday, and "minggu depan" is
  /// next week: more words tell more.
  private static func longestPhrase(
    in words: ArraySlice<String>, _ known: Spellings
  ) -> (phrase: DayPhrase, count: Int)? {
    guard !words.isEmpty else { return nil }
    for count in (1...min(longest, words.count)).reversed() {
      let spelled = words.prefix(count).joined(separator: " ")
      // "3 dez." and "3. dez, 8:00"
      let bare = spelled.hasSuffix(".") || spelled.hasSuffix(",") ? String(spelled.dropLast()) : spelled
      for text in [spelled, bare] {
        let found = known[TitleSearch.fold(text)]?.first { !hasOtherAccents(text, than: $0.spelling) }
        if let found { return (found.phrase, count) }
      }
    }
    return nil
  }

  /// Whether two texts differ where both have an accent: "tối" is the evening, and "tới" is to come.
  private static func hasOtherAccents(_ text: String, than spelling: String) -> Bool {
    text.count == spelling.count
      && zip(text, spelling).contains { $0 != $1 && !$0.isASCII && !$1.isASCII }
  }

  /// In English the word for "next" stands before the weekday, and that for the morning behind the time.
  private static func inEnglishOrder(_ words: [Word]) -> [Word] {
    var words = words
    for index in words.indices.dropFirst() {
      guard case .phrase(let day) = words[index - 1], weekdays.contains(day),
        case .phrase(let step) = words[index], [.this, .next, .last].contains(step)
      else { continue }
      words.swapAt(index - 1, index)
    }
    for index in words.indices.dropFirst() where words[index - 1] == .phrase(.am) && words[index].number != nil {
      guard index < 2 || words[index - 2].number == nil else { continue }
      words.swapAt(index - 1, index)
    }
    return words
  }

  /// All spellings, by what they are without capitals and accents.
  private typealias Spellings = [String: [(spelling: String, phrase: DayPhrase)]]

  private static func spellings() -> Spellings {
    let all = DayPhrase.allCases.flatMap { phrase in spellings(of: phrase).map { (spelling: $0, phrase: phrase) } }
    return Dictionary(grouping: all) { TitleSearch.fold($0.spelling) }
  }

  private static func spellings(of day: DayPhrase) -> [String] {
    day.text.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }

  /// Three letters of the English name, which the phrase's own name holds behind `day.`.
  private static func short(_ day: DayPhrase) -> String { String(day.rawValue.dropFirst(4).prefix(3)) }
}
