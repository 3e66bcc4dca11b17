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

  /// The words to show: the text, else the first display, else the first code.
  package var words: String? {
    text ?? coding.lazy.compactMap(\.display).first ?? coding.lazy.compactMap(\.code).first
  }

  /// Whether one of the codings has this code; a coding without a system is given the benefit of the doubt.
  package func has(code: String, system: String) -> Bool {
    coding.contains { $0.code == code && ($0.system ?? system) == system }
  }
}
