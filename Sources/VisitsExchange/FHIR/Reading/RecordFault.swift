package import FHIR
package import VisitsModel

/// A fault for which a record of upstream's cannot be taken in, or one of ours cannot be made. The office reads it.
package struct RecordFault: Error, Sendable, Hashable {
  /// What is wrong.
  package enum Cause: Sendable, Hashable {
    /// A case with its values.
    case fault(TextFault)
    /// A code of sync's problems, and the thing here that it is about.
    case named(String, about: SyncThing?)
  }

  /// What is wrong, and where in the record.
  package let cause: Cause
  /// Whether a pull that brings more may mend it.
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

  /// A fault of a text that is no FHIR resource.
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
