import CommandCatalog

/// Days as a person types them in their own language. The daemon reads English words alone: these become such.
enum TypedDayWords {
  /// The text with a day's name in it put into English; whatever is no such name stays as it was typed.
  ///
  /// - Parameter text: a day, a day and a time, or anything else: `heute`, `morgen 14:30`, `8:00 вчера`.
  static func inEnglish(_ text: String) -> String {
    let words = text.lowercased().split(separator: " ").joined(separator: " ")
    for (day, spellings) in days() {
      for spelling in spellings {
        if words == spelling { return day }
        if words.hasPrefix("\(spelling) ") { return day + words.dropFirst(spelling.count) }
        if words.hasSuffix(" \(spelling)") { return words.dropLast(spelling.count) + day }
      }
    }
    return text
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

  private static let weekdays: [DayPhrase] = [
    .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
  ]

  private static func days() -> [(String, [String])] {
    DayPhrase.allCases.map { (String($0.rawValue.dropFirst(4)), spellings(of: $0)) }
  }

  private static func spellings(of day: DayPhrase) -> [String] {
    day.text.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }

  /// Three letters of the English name, which the phrase's own name holds behind `day.`.
  private static func short(_ day: DayPhrase) -> String { String(day.rawValue.dropFirst(4).prefix(3)) }
}
