/// A visit as it is shown to somebody who had it before it was given to somebody else, or was to be given to nobody.
extension PlacedVisit {
  /// When and where it is, in which state, and what the device of that worker itself reported of it: who makes it now,
  /// when they came and left and what was noted is not for them.
  package func shown(to former: WorkerID) -> PlacedVisit {
    var shown = self
    shown.worker = nil
    shown.visit.worker = nil
    shown.visit.note = nil
    shown.visit.life = visit.life.withoutChecks
    shown.visit.attendances = visit.attendances.filter { $0.worker == former }
    // When it was changed last tells when somebody else came or left.
    let own = shown.visit.attendances.flatMap { [$0.checkIn, $0.checkOut] }.compactMap { $0?.receivedAt }
    shown.visit.updatedAt = own.max() ?? visit.start
    return shown
  }

  /// The same for somebody who had it when they left the agency: nothing of where the client lives and what was noted.
  package var withoutPlace: PlacedVisit {
    var shown = self
    shown.visit.address = nil
    shown.visit.note = nil
    shown.client.address = nil
    shown.client.location = nil
    shown.client.phone = nil
    shown.client.accessNote = nil
    shown.client.emergencyContact = nil
    return shown
  }
}

extension Life {
  /// The same state, with nothing of when anybody came or left.
  fileprivate var withoutChecks: Life {
    switch self {
    case .scheduled, .missed: self
    case .inProgress: .inProgress(checkIn: nil)
    case .completed: .completed(checkIn: nil, checkOut: nil)
    case .cancelled(let reason, _): .cancelled(reason: reason, checkIn: nil)
    }
  }
}
