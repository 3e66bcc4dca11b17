/// A visit as it is shown to somebody who had it before it was given to somebody else, or was to be given to nobody.
extension PlacedVisit {
  /// When and where it is, in which state, and what the device of that worker itself reported of it: who makes it now,
  /// when they came and left and what was noted is not for them.
  package func shown(to former: WorkerID) -> PlacedVisit {
    var shown = self
    shown.worker = nil
    shown.visit.worker = nil
    shown.visit.note = nil
    shown.visit.purpose = nil
    shown.visit.instruction = nil
    // The former worker may know that the visit is a call, but not how to join it.
    shown.visit.virtual = visit.virtual.map { _ in VirtualPlace() }
    shown.visit.life = visit.life.withoutChecks
    shown.visit.attendances = visit.attendances.filter { $0.worker == former }
    // When it was changed last tells when somebody else came or left.
    let own = shown.visit.attendances.flatMap { [$0.checkIn, $0.checkOut] }.compactMap { $0?.receivedAt }
    shown.visit.updatedAt = own.max() ?? visit.start
    return shown
  }

  /// The same for a worker who has left the agency, or whose visits there are long past: nothing of where the client
  /// lives, how far that is from where the worker was, and what was noted.
  package var withoutPlace: PlacedVisit {
    var shown = withoutClientDetails
    shown.visit.address = nil
    shown.visit.addressParts = PostalAddress()
    shown.visit.virtual = nil
    shown.visit.purpose = nil
    shown.visit.instruction = nil
    shown.visit.note = nil
    shown.visit.life = visit.life.withoutDistances
    shown.visit.attendances = shown.visit.attendances.map { attendance in
      var attendance = attendance
      attendance.checkIn?.distance = nil
      attendance.checkOut?.distance = nil
      return attendance
    }
    return shown
  }

  /// The same for a worker whose own visit is long past: its address, where it took place, but nothing of where and how
  /// the client is reached now.
  package var withoutClientDetails: PlacedVisit {
    var shown = self
    shown.client.address = nil
    shown.client.addressParts = PostalAddress()
    shown.client.later = []
    shown.client.earlierHomes = []
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

  /// The same checks, without how far from the client's home they were.
  fileprivate var withoutDistances: Life {
    func near(_ check: Check?) -> Check? {
      var check = check
      check?.distance = nil
      return check
    }
    return switch self {
    case .scheduled, .missed: self
    case .inProgress(let checkIn): .inProgress(checkIn: near(checkIn))
    case .completed(let checkIn, let checkOut): .completed(checkIn: near(checkIn), checkOut: near(checkOut))
    case .cancelled(let reason, let checkIn): .cancelled(reason: reason, checkIn: near(checkIn))
    }
  }
}
