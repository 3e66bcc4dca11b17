package import FHIR
package import VisitsModel

/// Why a record of upstream's cannot be taken in, or one of ours cannot be made: a person reads it.
package struct RecordFault: Error, Sendable, Hashable {
  /// What is wrong.
  package enum Cause: Sendable, Hashable {
    /// A case with its values.
    case fault(TextFault)
    /// Our own name for it, of those of problems of sync, and which thing here it is about.
    case named(String, about: SyncThing?)
  }

  /// What is wrong, and where in the record.
  package let cause: Cause
  /// Whether it may be over when a pull has brought more.
  package let isPassing: Bool

  /// A fault that has values.
  package init(_ fault: TextFault, isPassing: Bool = false) {
    cause = .fault(fault)
    self.isPassing = isPassing
  }

  /// A fault that has a name.
  package init(code: String, about thing: SyncThing? = nil) {
    cause = .named(code, about: thing)
    isPassing = false
  }

  /// A record whose text is none.
  package init(_ problem: FHIRProblem) {
    var fault = problem.reason.fault
    fault.path = problem.place.isEmpty ? nil : problem.place
    self.init(fault)
  }

  init(_ fault: ReadingFault) {
    var text = fault.reason.fault
    text.path = fault.path.isEmpty ? nil : fault.path
    self.init(text)
  }
}
