/// A meeting that takes or took place.
package struct Encounter: Sendable, Hashable, JSONReadable {
  /// planned, arrived, triaged, in-progress, onleave, finished, cancelled, entered-in-error or unknown.
  package let status: String?
  /// How it is held: home health, virtual, …
  package let kind: Coding?
  /// The bookings that led to it.
  package let appointments: [Reference]
  /// Who receives care.
  package let subject: Reference?
  /// Who gives it.
  package let individuals: [Reference]
  /// When it really began and ended.
  package let period: Period?

  init(_ json: JSONView) throws(FHIRProblem) {
    status = try json.string("status")
    kind = try? json.value("class")
    appointments = try json.values("appointment")
    subject = try json.value("subject")
    individuals = try json.values("participant", Participant.self).compactMap(\.individual)
    period = try json.value("period")
  }

  private struct Participant: JSONReadable {
    let individual: Reference?

    init(_ json: JSONView) throws(FHIRProblem) {
      individual = try json.value("individual")
    }
  }
}
