/// A booking of people at a time.
package struct Appointment: Sendable, Hashable, JSONReadable {
  /// proposed, pending, booked, arrived, fulfilled, cancelled, noshow, entered-in-error, checked-in or waitlist.
  package let status: String?
  /// Why it was cancelled or missed.
  package let cancelationReason: CodeableConcept?
  /// What is to be done.
  package let serviceType: [CodeableConcept]
  /// How it was come to, or how it is held.
  package let appointmentType: CodeableConcept?
  /// Why it takes place.
  package let reasonCode: [CodeableConcept]
  /// What it is about, in words.
  package let description: String?
  /// When it begins.
  package let start: FHIRInstant?
  /// When it ends.
  package let end: FHIRInstant?
  /// How long it takes, in minutes.
  package let minutesDuration: Int?
  /// A note of the office.
  package let comment: String?
  /// What the patient should know.
  package let patientInstruction: String?
  /// Who and what takes part.
  package let participants: [Participant]
  /// Extensions with a simple value, or with extensions of their own.
  package let extensions: [Extension]

  init(_ json: JSONView) throws(FHIRProblem) {
    status = try json.string("status")
    cancelationReason = try json.value("cancelationReason")
    serviceType = try json.values("serviceType")
    appointmentType = try json.value("appointmentType")
    reasonCode = try json.values("reasonCode")
    description = try json.string("description")
    start = try json.instant("start")
    end = try json.instant("end")
    minutesDuration = try json.integer("minutesDuration")
    comment = try json.string("comment")
    patientInstruction = try json.string("patientInstruction")
    participants = try json.values("participant")
    extensions = try json.values("extension")
  }

  /// Somebody or something that takes part.
  package struct Participant: Sendable, Hashable, JSONReadable {
    /// In which role.
    package let type: [CodeableConcept]
    /// Who or what.
    package let actor: Reference?
    /// required, optional or information-only.
    package let required: String?
    /// accepted, declined, tentative or needs-action.
    package let status: String?
    /// When it takes part.
    package let period: Period?

    init(_ json: JSONView) throws(FHIRProblem) {
      type = try json.values("type")
      actor = try json.value("actor")
      required = try json.string("required")
      status = try json.string("status")
      period = try json.value("period")
    }
  }
}
