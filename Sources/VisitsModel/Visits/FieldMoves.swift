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

  /// What a worker's devices have reported before of the end that is reported now.
  package struct Earlier: OptionSet, Sendable, Hashable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The same device has sent the same time before: this is that report, sent again.
    package static let sameReport = Earlier(rawValue: 1)
    /// The recorded check comes from one of this worker's own devices.
    package static let recordedCheck = Earlier(rawValue: 2)
  }

  /// The time within which two checks of one end tell the same fact and clash with nothing, in milliseconds.
  package static let joinWindow: Int64 = 30 * 60 * 1000
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
  /// A report that is sent again changes nothing. Of reports by the worker's own devices that lie within ``joinWindow`` of
  /// each other the earliest check-in and the latest check-out count. Every other report is kept beside the visit.
  ///
  /// - Parameter earlier: Returns what this worker's devices have reported of that end before. Called only where it
  ///   matters.
  /// - Returns: What the office had decided otherwise; `nil`: nothing.
  package mutating func record(
    _ end: End, _ check: Check, by worker: WorkerID, earlier: () throws -> Earlier
  ) rethrows -> FieldClash.Kind? {
    let isFormer = self.worker.map { $0 != worker } ?? false
    let recorded = recorded(end)
    guard isFormer || recorded != nil else { return fill(end, check, worker) }
    let earlier = try earlier()
    if earlier.contains(.sameReport), isPlaceKnown(of: check, end, worker) { return nil }
    guard !isFormer, let recorded else { return attend(end, check, worker) ? .reassigned : nil }
    let isNear = check.isNear(recorded)
    // A check that the office corrected is the office's. Near checks must not creep away from the first one.
    let beside = attendances.filter { $0.worker == worker }.compactMap { $0[keyPath: Self.field(end)] }
    if recorded.isUncorrectedReport, earlier.contains(.recordedCheck), isNear, beside.allSatisfy(check.isNear) {
      settle(end, check, recorded, worker)
      return nil
    }
    return attend(end, check, worker) && !(isNear && !recorded.isUncorrectedReport) ? .recorded : nil
  }

  /// Records the first report of an end.
  private mutating func fill(_ end: End, _ check: Check, _ worker: WorkerID) -> FieldClash.Kind? {
    let clash = clash ?? (isFarFromPlan(check.at) ? .plannedOtherwise : nil)
    self.worker = worker
    isWithdrawn = false
    switch end {
    case .checkIn: begin(check)
    case .checkOut: finish(check)
    }
    return clash
  }

  /// Decides which of two near reports by the worker's own devices counts, and keeps the other one beside.
  private mutating func settle(_ end: End, _ check: Check, _ recorded: Check, _ worker: WorkerID) {
    let isCounting = counts(check, over: recorded, end)
    let other = isCounting ? recorded : check
    var counting = isCounting ? check : recorded
    counting.takePlace(of: other)
    if counting != recorded { replace(end, with: counting) }
    if !other.isTold(by: counting) { _ = attend(end, other, worker) }
  }

  /// Whether a report counts instead of the recorded one. A wrong clock, or a time that is far from the plan, never
  /// outdoes a time that can be true.
  private func counts(_ check: Check, over recorded: Check, _ end: End) -> Bool {
    let isDoubtful = [check, recorded].map { $0.isClockSuspect || isFarFromPlan($0.at) }
    if isDoubtful[0] != isDoubtful[1] { return isDoubtful[1] }
    return switch end {
    case .checkIn: check.at < recorded.at
    case .checkOut: check.at > recorded.at
    }
  }

  private mutating func replace(_ end: End, with check: Check) {
    switch (end, life) {
    case (.checkIn, .cancelled(let reason, _)): life = .cancelled(reason: reason, checkIn: check)
    case (.checkIn, _): begin(check)
    case (.checkOut, _): finish(check)
    }
  }

  /// Whether the visit, or what stands beside it, has the position of a report already.
  private func isPlaceKnown(of check: Check, _ end: End, _ worker: WorkerID) -> Bool {
    guard let position = check.position else { return true }
    let beside = attendances.filter { $0.worker == worker }.map { $0[keyPath: Self.field(end)] }
    return ([recorded(end)] + beside).contains { $0?.position == position }
  }

  private func isFarFromPlan(_ at: Instant) -> Bool {
    at.milliseconds(to: start) > Self.earlyReport || end.milliseconds(to: at) > Self.lateReport
  }

  /// Whether a report of an end by a worker stands beside the visit.
  package func hasBeside(_ end: End, of worker: WorkerID) -> Bool {
    attendances.contains { $0.worker == worker && $0[keyPath: Self.field(end)] != nil }
  }

  /// The check that counts for an end.
  package func recorded(_ end: End) -> Check? {
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

  private static func field(_ end: End) -> WritableKeyPath<Attendance, Check?> {
    switch end {
    case .checkIn: \.checkIn
    case .checkOut: \.checkOut
    }
  }

  /// Keeps a report beside the visit. A worker's check-in and check-out stand in one attendance; another time of the same
  /// end begins the next one.
  ///
  /// - Returns: `false` if the report tells nothing that does not stand there already.
  private mutating func attend(_ end: End, _ check: Check, _ worker: WorkerID) -> Bool {
    let field = Self.field(end)
    let own = attendances.indices.filter { attendances[$0].worker == worker }
    if own.contains(where: { attendances[$0][keyPath: field].map(check.isTold) ?? false }) { return false }
    if let known = own.first(where: { attendances[$0][keyPath: field].map(check.addsPlace) ?? false }) {
      attendances[known][keyPath: field]?.takePlace(of: check)
      return true
    }
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
  /// Whether this check and another one tell the same end: their times, or the other's time before the office corrected
  /// it, are at most ``Visit/joinWindow`` apart.
  fileprivate func isNear(_ other: Check) -> Bool {
    [other.at, other.correction?.first].contains { known in
      known.map { abs($0.milliseconds(to: at)) <= Visit.joinWindow } ?? false
    }
  }

  /// Whether a device reported it and the office has not corrected it.
  fileprivate var isUncorrectedReport: Bool { method == .device && correction == nil }

  /// Whether another check has all that this one tells.
  fileprivate func isTold(by other: Check) -> Bool {
    isOfSameMoment(as: other) && (position == nil || position == other.position)
  }

  /// Whether this check tells only a position that another one lacks.
  fileprivate func addsPlace(to other: Check) -> Bool {
    isOfSameMoment(as: other) && position != nil && other.position == nil
  }

  /// The device of a check from before schema 26 is not known.
  private func isOfSameMoment(as other: Check) -> Bool {
    at == other.at && (device == other.device || device == nil || other.device == nil)
  }

  /// Takes over the position of another check if this one has none.
  fileprivate mutating func takePlace(of other: Check) {
    guard position == nil else { return }
    (position, distance) = (other.position, other.distance)
  }
}
