/// Why a text is no rule that visits can recur by.
package enum RecurrenceFault: Error, Sendable, Hashable {
  /// Nothing, or more than a rule ever is.
  case unreadable(String)
  /// A part without a name or a value.
  case noPart(String)
  /// A part that stands twice.
  case repeatedPart(String)
  /// A part that RFC 5545 does not know.
  case unknownPart(String)
  /// A part that RFC 5545 knows and visits do not recur by.
  case unsupportedPart(String)
  /// A part that must be there.
  case missingPart(String)
  /// Recurs several times a day.
  case tooFrequent(String)
  /// Has a value that the part does not take; what it takes, in words.
  case badValue(part: String, value: String, expected: String)
  /// COUNT and UNTIL together.
  case countAndUntil
  /// A part that does not go with the frequency.
  case unfitPart(part: String, frequency: RecurrenceRule.Frequency)
  /// BYDAY with a number where only weekdays go.
  case unfitOrdinal(String, frequency: RecurrenceRule.Frequency)
  /// BYSETPOS without a part that gives several days to choose from.
  case nothingToChooseFrom
  /// Words that are no shorthand.
  case unknownWords(String)
  /// A word that is no weekday.
  case unknownWeekday(String)
}

extension RecurrenceFault: CustomStringConvertible {
  /// In words that tell what to do.
  package var description: String {
    switch self {
    case .unreadable(let text): "\(quoted(text)) is no recurrence rule; write one such as FREQ=WEEKLY;BYDAY=MO,WE,FR"
    case .noPart(let text): "\(quoted(text)) is no part of a recurrence rule; write NAME=VALUE"
    case .repeatedPart(let name): "\(name) stands twice; remove one of the two"
    case .unknownPart(let name): "\(quoted(name)) is no part of a recurrence rule in RFC 5545; remove it"
    case .unsupportedPart(let name): "\(name) is not supported; use BYDAY, BYMONTHDAY or BYMONTH instead"
    case .missingPart(let name): "\(name) is missing; begin with FREQ=DAILY, WEEKLY, MONTHLY or YEARLY"
    case .tooFrequent(let frequency):
      "FREQ=\(frequency) is not supported; make it DAILY, with a series for each time of the day"
    case .badValue(let part, let value, let expected): "\(part)=\(cut(value)) is not understood; give \(expected)"
    case .countAndUntil: "COUNT and UNTIL exclude each other; remove one of the two"
    case .unfitPart(let part, let frequency): "\(part) does not go with FREQ=\(frequency.rawValue); remove it"
    case .unfitOrdinal(let day, let frequency):
      "BYDAY=\(day) has a number, which does not go with FREQ=\(frequency.rawValue); name the weekday alone"
    case .nothingToChooseFrom: "BYSETPOS chooses among the days of BYDAY, BYMONTHDAY or BYMONTH; add one of them"
    case .unknownWords(let text):
      "\(quoted(text)) is not understood; write daily, weekdays, weekly:mon,wed,fri, 2weekly:tue, monthly or an RRULE"
    case .unknownWeekday(let word): "\(quoted(word)) is no weekday; write mon, tue, wed, thu, fri, sat or sun"
    }
  }

  private func quoted(_ text: String) -> String { "\"\(cut(text))\"" }

  /// Somebody else's text, short and without what a terminal would obey.
  package static func shown(_ text: String) -> String { RecurrenceFault.countAndUntil.cut(text) }

  private func cut(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(40) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: shown.append("\u{FFFD}")
      default: shown.append(scalar)
      }
    }
    return String(shown) + (text.unicodeScalars.dropFirst(40).isEmpty ? "" : "...")
  }
}
