extension SyncedVisit {
  /// Writes its fields into a visit. A check that is the same stays as it was reported, with all that is known of it.
  ///
  /// - Parameter now: When upstream's word arrived here.
  package func write(into visit: inout Visit, heardAt now: Instant) {
    (visit.start, visit.end) = (plan.start, plan.end)
    (visit.worker, visit.client) = (worker, client)
    visit.place(at: address, addressParts)
    (visit.service, visit.note) = (service, note)
    (visit.purpose, visit.instruction, visit.virtual) = (purpose, instruction, virtual)
    visit.isWithdrawn = life == .withdrawn
    // A withdrawn visit keeps its last life, for the audit.
    guard life != .withdrawn, life != SyncedLife(visit.life) else { return }
    visit.life = life.life(over: visit.life, heardAt: now)
  }
}

extension SyncedLife {
  /// As the life of a visit.
  ///
  /// - Parameters:
  ///   - old: The visit's life before; a check of it that is the same stays as it was reported.
  ///   - now: When upstream's word arrived here.
  package func life(over old: Life, heardAt now: Instant) -> Life {
    func check(_ at: Instant?, _ old: Check?) -> Check? {
      guard let at else { return nil }
      if let old, old.at.toTheSecond == at { return old }
      return Check(
        at: at, receivedAt: now, method: .upstream,
        isClockSuspect: now.milliseconds(to: at) > FieldTime.tolerance)
    }
    return switch self {
    case .scheduled, .withdrawn: .scheduled
    case .inProgress(let checkIn): .inProgress(checkIn: check(checkIn, old.checkIn))
    case .completed(let checkIn, let checkOut):
      .completed(checkIn: check(checkIn, old.checkIn), checkOut: check(checkOut, old.checkOut))
    case .cancelled(let reason, let checkIn): .cancelled(reason: reason, checkIn: check(checkIn, old.checkIn))
    case .missed(let by, let reason): .missed(by: by, reason: reason)
    }
  }
}
