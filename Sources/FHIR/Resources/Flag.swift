/// A warning that stands by a person.
package struct Flag: Sendable, Hashable, JSONReadable {
  /// active, inactive or entered-in-error.
  package let status: String?
  /// What kind of warning it is.
  package let category: [CodeableConcept]
  /// What it warns of.
  package let code: CodeableConcept?
  /// Whom or what it is about.
  package let subject: Reference?
  /// When it stood.
  package let period: Period?
  /// The meeting during which it was raised.
  package let encounter: Reference?
  /// Who raised it.
  package let author: Reference?
  /// Extensions with a simple value.
  package let extensions: [Extension]

  init(_ json: JSONView) throws(FHIRProblem) {
    status = try json.string("status")
    category = try json.values("category")
    code = try json.value("code")
    subject = try json.value("subject")
    period = try json.value("period")
    encounter = try json.value("encounter")
    author = try json.value("author")
    extensions = try json.values("extension")
  }
}
