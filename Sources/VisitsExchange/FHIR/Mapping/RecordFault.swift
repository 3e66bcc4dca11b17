package import FHIR

/// Why a record of upstream's cannot be taken in: a person reads it.
package struct RecordFault: Error, Sendable, Hashable {
  /// What is wrong, with the place in the record: "participant: no Patient takes part; a visit needs a client".
  package let words: String
  /// Whether it may be over when a pull has brought more.
  package let isPassing: Bool

  /// Our own name for it, where it has one.
  package let code: String?

  /// A fault in our words.
  package init(words: String, isPassing: Bool = false) {
    self.words = words
    self.isPassing = isPassing
    code = nil
  }

  /// A fault that has a name.
  package init(code: String) {
    words = code
    isPassing = false
    self.code = code
  }

  /// A record whose text is none.
  package init(_ problem: FHIRProblem) { self.init(words: problem.description) }

  init(_ fault: ReadingFault) {
    self.init(words: fault.path.isEmpty ? fault.reason.description : "\(fault.path): \(fault.reason)")
  }
}
