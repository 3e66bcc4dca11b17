/// What a worker's device did in the field. It is never refused (`product.md`, A visit's life): what the visit has room
/// for becomes part of it, and what it has not is kept beside it as an ``Attendance``.
extension Visit {
  /// The end of a visit that a device reports.
  package enum End: Sendable, Hashable {
    /// The worker came.
    case checkIn
    /// The worker left.
    case checkOut
  }

  /// Keeps what the device of a worker, who has the visit or had it, reports.
  ///
  /// - Parameters:
  ///   - isRepeat: Whether this worker's device has reported that end of this visit before. Asked only where it matters.
  /// - Returns: What the office had decided otherwise; `nil`: nothing.
  package mutating func record(
    _ end: End, _ check: Check, by worker: WorkerID, isRepeat: () throws -> Bool
  ) rethrows -> FieldClash.Kind? {
    if let present = self.worker, present != worker {
      return attend(end, check, worker) ? .reassigned : nil
    }
    if let recorded = recorded(end) {
      guard try recorded.method != .device || !isRepeat() else { return nil }
      return attend(end, check, worker) ? .recorded : nil
    }
    let clash = clash
    self.worker = worker
    isWithdrawn = false
    switch end {
    case .checkIn: begin(check)
    case .checkOut: finish(check)
    }
    return clash
  }

  private func recorded(_ end: End) -> Check? {
    switch end {
    case .checkIn: life.checkIn
    case .checkOut: life.checkOut
    }
  }

  /// What the office has decided that the field has disproved.
  private var clash: FieldClash.Kind? {
    if isWithdrawn { return .withdrawn }
    return switch status {
    case .cancelled: .cancelled
    case .missed: .missed
    case .scheduled, .inProgress, .completed: worker == nil ? .unassigned : nil
    }
  }

  private mutating func begin(_ check: Check) {
    switch life {
    case .scheduled, .inProgress, .cancelled, .missed: life = .inProgress(checkIn: check)
    // Heard of after the end, which stands.
    case .completed(_, let checkOut):
      var check = check
      if let checkOut { Self.suspect(&check, ifOutOfOrder: check.at > checkOut.at) }
      life = .completed(checkIn: check, checkOut: checkOut)
    }
  }

  private mutating func finish(_ check: Check) {
    var check = check
    if let checkIn = life.checkIn { Self.suspect(&check, ifOutOfOrder: check.at < checkIn.at) }
    life = .completed(checkIn: life.checkIn, checkOut: check)
  }

  /// Nobody leaves before they came: one of the two clocks was wrong. Which one, a person must settle.
  private static func suspect(_ check: inout Check, ifOutOfOrder isOutOfOrder: Bool) {
    if isOutOfOrder { check.isClockSuspect = true }
  }

  /// Keeps it beside the visit; `false` when it stands there already.
  private mutating func attend(_ end: End, _ check: Check, _ worker: WorkerID) -> Bool {
    let index = attendances.firstIndex { $0.worker == worker } ?? attendances.endIndex
    if index == attendances.endIndex { attendances.append(Attendance(worker: worker)) }
    switch end {
    case .checkIn:
      guard attendances[index].checkIn == nil else { return false }
      attendances[index].checkIn = check
    case .checkOut:
      guard attendances[index].checkOut == nil else { return false }
      attendances[index].checkOut = check
    }
    return true
  }
}
