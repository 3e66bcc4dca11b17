/// A state's name, as it stands in the API and the store.
package enum Status: String, Sendable, Hashable, Codable, CaseIterable {
  case scheduled
  case inProgress
  case completed
  case cancelled
  case missed
}

/// Who failed, when a visit was missed.
package enum MissedBy: String, Sendable, Hashable, Codable, CaseIterable {
  case worker
  case client
  case agency
}

/// Where a visit stands, with just what can be known there (`product.md`, A visit's life).
package enum Life: Sendable, Hashable, Codable {
  /// Planned.
  case scheduled
  /// Under way. A check-in is missing where the visit was reopened without one.
  case inProgress(checkIn: Check?)
  /// Done. A check-in is missing where the worker forgot it, both where upstream alone said so.
  case completed(checkIn: Check?, checkOut: Check?)
  /// Called off, with the reason; after the start, the check-in stays.
  case cancelled(reason: String, checkIn: Check?)
  /// Nobody came, or nobody opened.
  case missed(by: MissedBy, reason: String)

  /// The state's name.
  package var status: Status {
    switch self {
    case .scheduled: .scheduled
    case .inProgress: .inProgress
    case .completed: .completed
    case .cancelled: .cancelled
    case .missed: .missed
    }
  }

  /// When the worker came, where that is known.
  package var checkIn: Check? {
    switch self {
    case .inProgress(let checkIn), .completed(let checkIn, _), .cancelled(_, let checkIn): checkIn
    case .scheduled, .missed: nil
    }
  }

  /// When the worker left, where that is known.
  package var checkOut: Check? {
    if case .completed(_, let checkOut) = self { checkOut } else { nil }
  }

  /// Why it was cancelled or missed.
  package var reason: String? {
    switch self {
    case .cancelled(let reason, _), .missed(_, let reason): reason
    default: nil
    }
  }

  /// Who failed, when it was missed.
  package var missedBy: MissedBy? {
    if case .missed(let by, _) = self { by } else { nil }
  }
}
