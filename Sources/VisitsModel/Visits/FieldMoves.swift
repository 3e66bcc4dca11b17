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

  /// The time within which a second report of the same end counts as the first one sent again, in milliseconds. A
  /// report within that time of a check of the office or of upstream tells the same fact and clashes with nothing.
  ///
  /// A report of another time is a fact of its own: a completion of a visit that was completed by mistake, or that the
  /// office has moved since, must not vanish.
  package static let repeatWindow: Int64 = 30 * 60 * 1000
  /// A report earlier than this before the planned start is about another plan than the present one, in milliseconds:
  /// the office has moved the visit, or the worker took the wrong card.
  package static let earlyReport: Int64 = 4 * 3600 * 1000
  /// The same for a report later than this after the planned end, in milliseconds: long enough to finish the day's cards
  /// in the evening.
  package static let lateReport: Int64 = 12 * 3600 * 1000
  /// How many attendances of one worker are kept beside a visit. A report beyond them takes the place of that worker's last
  /// one, which stays in the audit: no worker uses up the room of another, and no report vanishes.
  package static let mostAttendances = 16

  /// Records what the device of a worker, who has the visit or had it, reports.
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
      let (isSame, isOfDevice) = (check.repeats(recorded), recorded.method == .device)
      if isSame, isOfDevice, try isRepeat() { return nil }
      return attend(end, check, worker) && (isOfDevice || !isSame) ? .recorded : nil
    }
    let clash = clash ?? (isFarFromPlan(check.at) ? .plannedOtherwise : nil)
    self.worker = worker
    isWithdrawn = false
    switch end {
    case .checkIn: begin(check)
    case .checkOut: finish(check)
    }
    return clash
  }

  private func isFarFromPlan(_ at: Instant) -> Bool {
    at.milliseconds(to: start) > Self.earlyReport || end.milliseconds(to: at) > Self.lateReport
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

  /// Keeps a report beside the visit. A worker's check-in and check-out stand in one attendance; another time of the same
  /// end begins the next one.
  ///
  /// - Returns: `false` if the report stands there already.
  private mutating func attend(_ end: End, _ check: Check, _ worker: WorkerID) -> Bool {
    let field: WritableKeyPath<Attendance, Check?> =
      switch end {
      case .checkIn: \.checkIn
      case .checkOut: \.checkOut
      }
    let own = attendances.indices.filter { attendances[$0].worker == worker }
    if own.contains(where: { attendances[$0][keyPath: field].map(check.repeats) ?? false }) { return false }
    if let free = own.first(where: { attendances[$0][keyPath: field] == nil }) {
      attendances[free][keyPath: field] = check
      return true
    }
    if own.count >= Self.mostAttendances, let last = own.last {
      attendances[last][keyPath: field] = check
      return true
    }
    var attendance = Attendance(worker: worker)
    attendance[keyPath: field] = check
    attendances.append(attendance)
    return true
  }
}

extension Check {
  /// Whether a report tells the same end once more: its time is that of the earlier one, before or after the office
  /// corrected it, give or take ``Visit/repeatWindow``.
  fileprivate func repeats(_ earlier: Check) -> Bool {
    [earlier.at, earlier.correction?.first].contains { known in
      known.map { abs($0.milliseconds(to: at)) <= Visit.repeatWindow } ?? false
    }
  }
}
