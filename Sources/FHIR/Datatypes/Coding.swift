/// A code of a code system.
package struct Coding: Sendable, Hashable, JSONReadable {
  /// The code system's address.
  package let system: String?
  /// The code.
  package let code: String?
  /// The code in words.
  package let display: String?

  init(_ json: JSONView) throws(FHIRProblem) {
    system = try json.string("system")
    code = try json.string("code")
    display = try json.string("display")
  }

  /// The code in words: as the sender has it, else as R4 does, else "code (system)". A number alone would tell nobody
  /// anything.
  package var words: String? {
    if let display, display.contains(where: { !$0.isWhitespace }) { return display }
    guard let code, !code.isEmpty else { return nil }
    guard let system, !system.isEmpty else { return code.allSatisfy(\.isNumber) ? "code \(code)" : code }
    return CodeTable.display(code, system: system) ?? "\(code) (\(system))"
  }

  /// Whether it has words of its own, or R4 has.
  fileprivate var isWorded: Bool {
    if display?.contains(where: { !$0.isWhitespace }) == true { return true }
    guard let code, let system else { return false }
    return CodeTable.display(code, system: system) != nil
  }
}

/// A concept as codes, as text, or both.
package struct CodeableConcept: Sendable, Hashable, JSONReadable {
  /// The concept in one or more code systems.
  package let coding: [Coding]
  /// The concept in words.
  package let text: String?

  init(_ json: JSONView) throws(FHIRProblem) {
    coding = try json.values("coding")
    text = try json.string("text")
  }

  /// The words to show: the text, else those of the first code that has some, else the first code.
  package var words: String? {
    if let text, text.contains(where: { !$0.isWhitespace }) { return text }
    return coding.lazy.filter(\.isWorded).compactMap(\.words).first ?? coding.lazy.compactMap(\.words).first
  }

  /// Whether anything but a bare code says what it is.
  package var isWorded: Bool {
    text?.contains { !$0.isWhitespace } == true || coding.contains(where: \.isWorded)
  }

  /// Whether one of the codings has this code; a coding without a system is given the benefit of the doubt.
  package func has(code: String, system: String) -> Bool {
    coding.contains { $0.code == code && ($0.system ?? system) == system }
  }
}
