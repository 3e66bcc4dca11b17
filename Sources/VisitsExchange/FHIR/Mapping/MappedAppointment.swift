package import VisitsModel

/// An Appointment as sync reads and writes it: just what a visit can say too, people and places as upstream refers to
/// them. Two that are equal say the same of a visit, whatever else stands in the records.
package struct MappedAppointment: Sendable, Hashable, Codable {
  /// Where it stands.
  package var status: AppointmentStatus
  /// The planned times.
  package var plan: SyncedVisit.Plan
  /// Who receives care.
  package var client: UpstreamIdentity
  /// Who makes it, each once, in the order in which they stand there.
  package var workers: [UpstreamIdentity]
  /// The Location that it refers to.
  package var place: UpstreamIdentity?
  /// The place in one line, where the record itself tells it.
  package var address: String?
  /// What is done.
  package var service: String?
  /// What was noted.
  package var note: String?
  /// Why it was cancelled or missed; only of one that was.
  package var reason: String?
  /// Who failed; only of one that was missed.
  package var missedBy: MissedBy?

  /// Whether upstream says that nobody comes any more, or that nobody came.
  var isCalledOff: Bool { status == .cancelled || status == .noshow }
}

/// An Encounter as sync reads and writes it.
package struct MappedEncounter: Sendable, Hashable, Codable {
  /// Where it stands.
  package enum State: String, Sendable, Hashable, Codable {
    /// It has not begun, or never was.
    case none
    case inProgress
    case finished
  }

  /// Where it stands.
  package var state: State
  /// When the worker came, where that is known.
  package var checkIn: Instant?
  /// When the worker left, where that is known.
  package var checkOut: Instant?
  /// Who gives care.
  package var workers: [UpstreamIdentity]
}

/// An Encounter with the Appointments that it comes from, which tell whose it is and never change.
package struct ReadEncounter: Sendable, Hashable {
  /// What it says of a visit.
  package let fields: MappedEncounter
  /// The Appointments that it comes from.
  package let appointments: [UpstreamIdentity]
  /// Who received care.
  package let subject: UpstreamIdentity?
}

extension SyncedLife {
  /// Where a visit stands by its two records (`sync.md`, Mapping of states).
  ///
  /// - Parameter encounter: The visit's own; `nil`: there is none.
  package init(_ appointment: MappedAppointment, _ encounter: MappedEncounter?) throws(RecordFault) {
    let state = encounter?.state ?? .none
    switch (appointment.status, state) {
    case (.enteredInError, _): self = .withdrawn
    case (.cancelled, _): self = .cancelled(reason: appointment.reason ?? "", checkIn: encounter?.checkIn)
    case (.noshow, .none): self = .missed(by: appointment.missedBy ?? .client, reason: appointment.reason ?? "")
    case (.noshow, _):
      throw RecordFault(
        ReadingFault(path: "status", reason: .encounterContradicts(encounter: state.status, status: "noshow")))
    case (_, .inProgress): self = .inProgress(checkIn: encounter?.checkIn)
    case (.fulfilled, _), (_, .finished):
      self = .completed(checkIn: encounter?.checkIn, checkOut: encounter?.checkOut)
    default: self = .scheduled
    }
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
