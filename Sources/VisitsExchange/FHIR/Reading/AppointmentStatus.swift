import FHIR
import VisitsModel

/// The states of an Appointment (R4, value set appointmentstatus).
package enum AppointmentStatus: String, Sendable, Hashable, Codable {
  case proposed
  case pending
  case booked
  case arrived
  case fulfilled
  case cancelled
  case noshow
  case enteredInError = "entered-in-error"
  case checkedIn = "checked-in"
  case waitlist

  init(_ appointment: Appointment) throws(ReadingFault) {
    guard let code = appointment.status else { throw ReadingFault(path: "status", reason: .noStatus) }
    guard let status = Self(rawValue: code) else {
      throw ReadingFault(path: "status", reason: .unknownStatus(code))
    }
    self = status
  }

  /// Whether a Practitioner with this participation makes the visit. Before the Appointment is booked that takes "accepted" or
  /// "needs-action"; afterwards anything but "declined". Somebody who is only informed is excluded from the Appointment
  /// (R4, participantrequired).
  func engages(_ participant: Appointment.Participant) -> Bool {
    guard participant.required != "information-only" else { return false }
    return switch self {
    case .proposed, .pending, .waitlist: ["accepted", "needs-action", nil].contains(participant.status)
    default: participant.status != "declined"
    }
  }
}

extension AppointmentStatus {
  /// Whether the visit is still to take place.
  var isAhead: Bool {
    switch self {
    case .proposed, .pending, .booked, .arrived, .checkedIn, .waitlist: true
    case .fulfilled, .cancelled, .noshow, .enteredInError: false
    }
  }
}

extension Appointment {
  /// The reason for which it was cancelled or missed. Our own records always have one.
  var reason: String {
    get throws(ReadingFault) {
      try PlainText.line(cancelationReason?.words, limit: 500, at: "cancelationReason") ?? "no reason given"
    }
  }

  /// The side that failed. The codes are pat, prov, maint, meds-inc and other, with finer ones such as pat-crs below them
  /// (http://terminology.hl7.org/CodeSystem/appointment-cancellation-reason). The default is the client: R4 says of noshow
  /// "usually the patient".
  var missedBy: MissedBy {
    guard let cancelationReason else { return .client }
    let system = "http://terminology.hl7.org/CodeSystem/appointment-cancellation-reason"
    for coding in cancelationReason.coding where (coding.system ?? system) == system {
      guard let group = coding.code?.split(separator: "-").first else { continue }
      switch group {
      case "pat": return .client
      case "prov": return .worker
      default: return .agency
      }
    }
    return cancelationReason.coding.isEmpty ? .client : .agency
  }
}
