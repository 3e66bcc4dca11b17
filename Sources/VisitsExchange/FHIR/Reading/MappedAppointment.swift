package import VisitsModel

/// An Appointment as a visit can say it too, people and places as upstream refers to them. Two that are equal say the same
/// of a visit, whatever else stands in the records.
package struct MappedAppointment: Sendable, Hashable, Codable {
  /// The status.
  package var status: AppointmentStatus
  /// The planned times.
  package var plan: SyncedVisit.Plan
  /// The client.
  package var client: UpstreamIdentity
  /// The workers, each once, in the order of the participants.
  package var workers: [UpstreamIdentity]
  /// The Location that it refers to and that stands elsewhere.
  package var place: UpstreamIdentity?
  /// The address of the place in one line, where a Location at hand tells it.
  package var address: String?
  /// The parts of that address; `nil`: none is known.
  package var addressParts: PostalAddress?
  /// The name of the place at hand; of one that stands elsewhere, what the Appointment calls it.
  package var placeName: String?
  /// The HealthcareService that it refers to and that stands elsewhere.
  package var offer: UpstreamIdentity?
  /// The call that it is; `nil`: somebody comes.
  package var virtual: VirtualPlace?
  /// What is done.
  package var service: String?
  /// Why it is made.
  package var purpose: String?
  /// What the client should know or do before.
  package var instruction: String?
  /// The note.
  package var note: String?
  /// Why it was cancelled or missed; `nil` with any other status.
  package var reason: String?
  /// Who failed; `nil` unless it was missed.
  package var missedBy: MissedBy?
}

extension SyncedLife {
  /// The life of a visit by its two records (`sync.md`, Mapping of states).
  ///
  /// - Parameter encounter: The visit's own; `nil`: there is none.
  package init(_ appointment: MappedAppointment, _ encounter: MappedEncounter?) throws(RecordFault) {
    do {
      self = try Self.life(appointment, encounter)
    } catch {
      throw RecordFault(error)
    }
  }

  /// The same, with the fault of a reading.
  static func life(
    _ appointment: MappedAppointment, _ encounter: MappedEncounter?
  ) throws(ReadingFault) -> SyncedLife {
    let state = encounter?.state ?? .none
    switch (appointment.status, state) {
    case (.enteredInError, _): return .withdrawn
    case (.cancelled, _): return .cancelled(reason: appointment.reason ?? "", checkIn: encounter?.checkIn)
    case (.noshow, .none): return .missed(by: appointment.missedBy ?? .client, reason: appointment.reason ?? "")
    case (.noshow, _): throw ReadingFault(contradiction: state, to: appointment.status)
    case (_, .inProgress): return .inProgress(checkIn: encounter?.checkIn)
    case (.fulfilled, _), (_, .finished):
      return .completed(checkIn: encounter?.checkIn, checkOut: encounter?.checkOut)
    default: return .scheduled
    }
  }
}

extension ReadingFault {
  /// An Encounter and an Appointment that exclude each other.
  init(contradiction state: MappedEncounter.State, to status: AppointmentStatus) {
    self.init(path: "status", reason: .encounterContradicts(encounter: state.status, status: status.rawValue))
  }
}

extension MappedEncounter.State {
  /// As FHIR calls it, in every language.
  fileprivate var status: String {
    switch self {
    case .none: "planned"
    case .inProgress: "in-progress"
    case .finished: "finished"
    }
  }
}
