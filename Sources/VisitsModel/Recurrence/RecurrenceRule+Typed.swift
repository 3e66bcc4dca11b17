extension RecurrenceRule {
  /// Reads what a person types: `daily`, `weekdays`, `weekly`, `weekly:mon,wed,fri`, `2weekly:tue`, `every 2 weeks`,
  /// `monthly`, `yearly`, or an RRULE. Without weekdays it recurs on the start's own.
  ///
  /// - Throws: What is not understood, with what to write.
  package init(typed text: String) throws(RecurrenceFault) {
    let words = text.lowercased().trimmingWhitespace()
    guard !words.isEmpty, words.utf8.count <= Self.longestShorthand, !words.contains("=") else {
      // What is far too long for a shorthand may yet be a rule: the reader of rules says what is wrong with it.
      try self.init(text)
      return
    }
    if words == "weekdays" || words == "every weekday" {
      self.init(.weekly, weekdays: (1...5).map { Weekday(ordinal: nil, weekday: $0) })
      return
    }
    let sides = words.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let (frequency, interval) = Self.period(sides[0]) else { throw .unknownWords(text) }
    var weekdays: [Weekday] = []
    if sides.count == 2 {
      guard frequency == .weekly else { throw .unknownWords(text) }
      for word in sides[1].split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
        guard case .weekday(let weekday) = TypedDay.parse(String(word)) else { throw .unknownWeekday(String(word)) }
        weekdays.append(Weekday(ordinal: nil, weekday: weekday))
      }
      guard !weekdays.isEmpty else { throw .unknownWords(text) }
    }
    self.init(frequency, interval: interval, weekdays: weekdays)
  }

  private static let longestShorthand = 100

  /// `weekly`, `2weekly`, `2 weekly`, `every week`, `every 2 weeks`.
  private static func period(_ text: Substring) -> (Frequency, Int)? {
    var words = text.split(whereSeparator: \.isWhitespace)
    let isSpelled = words.first == "every"
    if isSpelled { words.removeFirst() }
    let phrase = words.joined()
    let digits = phrase.prefix { $0.isASCII && $0.isNumber }
    var interval = 1
    if !digits.isEmpty {
      guard let number = Int(digits: digits, 1...3), number > 0 else { return nil }
      interval = number
    }
    let frequency: Frequency? =
      switch (isSpelled, phrase.dropFirst(digits.count)) {
      case (false, "daily"), (true, "day"), (true, "days"): .daily
      case (false, "weekly"), (true, "week"), (true, "weeks"): .weekly
      case (false, "monthly"), (true, "month"), (true, "months"): .monthly
      case (false, "yearly"), (true, "year"), (true, "years"): .yearly
      default: nil
      }
    return frequency.map { ($0, interval) }
  }
}
