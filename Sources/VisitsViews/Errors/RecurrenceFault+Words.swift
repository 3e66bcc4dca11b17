import Catalog
import VisitsModel

extension RecurrenceFault {
  /// Why a rule is not taken, and what to write instead.
  func words(in context: ViewContext) -> String {
    let phrases = context.phrases
    return switch self {
    case .unreadable(let text): phrases.text(.ruleUnreadable, [.value: Self.shown(text)])
    case .noPart(let text), .unknownPart(let text): phrases.text(.ruleNoPart, [.value: Self.shown(text)])
    case .repeatedPart(let name): phrases.text(.ruleRepeated, [.name: name])
    case .unsupportedPart(let name): phrases.text(.ruleUnsupported, [.name: name])
    case .missingPart(let name): phrases.text(.ruleMissing, [.name: name])
    case .tooFrequent(let frequency): phrases.text(.ruleTooFrequent, [.value: frequency])
    case .badValue(let part, let value, _): phrases.text(.ruleValue, [.name: part, .value: Self.shown(value)])
    case .countAndUntil: phrases[.ruleCountAndUntil]
    case .unfitPart(let part, let frequency): phrases.text(.ruleUnfit, [.name: part, .value: frequency.rawValue])
    case .unfitOrdinal(let day, let frequency):
      phrases.text(.ruleUnfit, [.name: "BYDAY=\(day)", .value: frequency.rawValue])
    case .nothingToChooseFrom: phrases[.ruleNothingToChoose]
    case .unknownWords(let text): phrases.text(.ruleUnknownWords, [.value: Self.shown(text)])
    case .unknownWeekday(let word): phrases.text(.ruleUnknownWeekday, [.value: Self.shown(word)])
    }
  }
}
