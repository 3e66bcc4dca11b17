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
  /// Which broad kind of service it is.
  package let serviceCategory: [CodeableConcept]
  /// Which medical field it is of.
  package let specialty: [CodeableConcept]
  /// Why it takes place.
  package let reasonCode: [CodeableConcept]
  /// The conditions or procedures for which it takes place.
  package let reasonReference: [Reference]
  /// What else belongs to it, such as the address of a call.
  package let supportingInformation: [Reference]
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
    // A mistake in what only explains refuses no visit.
    serviceCategory = (try? json.values("serviceCategory")) ?? []
    specialty = (try? json.values("specialty")) ?? []
    reasonCode = try json.values("reasonCode")
    reasonReference = (try? json.values("reasonReference")) ?? []
    supportingInformation = (try? json.values("supportingInformation")) ?? []
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
    /// The URL of an extension that changes the meaning of the participation.
    package let modifier: String?

    init(_ json: JSONView) throws(FHIRProblem) {
      type = try json.values("type")
      actor = try json.value("actor")
      required = try json.string("required")
      status = try json.string("status")
      period = try json.value("period")
      modifier = try json.modifierURL
    }
  }
}
