/// Something to be done, and what became of it: R4's Task, whose plain name is Swift's.
package struct FHIRTask: Sendable, Hashable, JSONReadable {
  /// draft, requested, accepted, rejected, ready, in-progress, completed, cancelled, failed, entered-in-error, …
  package let status: String?
  /// Why it has this status.
  package let statusReason: CodeableConcept?
  /// unknown, proposal, plan, order, …
  package let intent: String?
  /// What is to be done.
  package let code: CodeableConcept?
  /// What is to be done, in words.
  package let description: String?
  /// For whom.
  package let beneficiary: Reference?
  /// The meeting at which it is done.
  package let encounter: Reference?
  /// When it was done.
  package let executionPeriod: Period?
  /// When it was last changed, as its author says.
  package let lastModified: FHIRDateTime?
  /// Who does it.
  package let owner: Reference?
  /// Notes about it.
  package let notes: [Annotation]

  init(_ json: JSONView) throws(FHIRProblem) {
    status = try json.string("status")
    statusReason = try json.value("statusReason")
    intent = try json.string("intent")
    code = try json.value("code")
    description = try json.string("description")
    beneficiary = try json.value("for")
    encounter = try json.value("encounter")
    executionPeriod = try json.value("executionPeriod")
    lastModified = try json.dateTime("lastModified")
    owner = try json.value("owner")
    notes = try json.values("note")
  }
}
