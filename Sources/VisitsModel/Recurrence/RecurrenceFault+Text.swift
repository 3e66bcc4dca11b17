extension TextFault {
  /// Why a rule in a text is not taken.
  package init(_ fault: RecurrenceFault) {
    let shown = RecurrenceFault.shown
    switch fault {
    case .unreadable(let text): self.init(.ruleUnreadable, [.value: shown(text)])
    case .noPart(let text), .unknownPart(let text): self.init(.ruleNoPart, [.value: shown(text)])
    case .repeatedPart(let name): self.init(.ruleRepeated, [.name: name])
    case .unsupportedPart(let name): self.init(.ruleUnsupported, [.name: name])
    case .missingPart(let name): self.init(.ruleMissing, [.name: name])
    case .tooFrequent(let frequency): self.init(.ruleTooFrequent, [.value: frequency])
    case .badValue(let part, let value, _): self.init(.ruleValue, [.name: part, .value: shown(value)])
    case .countAndUntil: self.init(.ruleCountAndUntil)
    case .unfitPart(let part, let frequency): self.init(.ruleUnfit, [.name: part, .value: frequency.rawValue])
    case .unfitOrdinal(let day, let frequency):
      self.init(.ruleUnfit, [.name: "BYDAY=\(day)", .value: frequency.rawValue])
    case .nothingToChooseFrom: self.init(.ruleNothingToChoose)
    case .unknownWords(let text): self.init(.ruleUnknownWords, [.value: shown(text)])
    case .unknownWeekday(let word): self.init(.ruleUnknownWeekday, [.value: shown(word)])
    }
  }
}
