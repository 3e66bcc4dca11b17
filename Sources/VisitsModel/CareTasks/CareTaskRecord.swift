/// What was recorded for a task on one care day. Each change of it stands in the audit.
package struct CareTaskRecord: Sendable, Hashable {
  /// Why a task was not done.
  package enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// The client did not want it.
    case refused
    /// It was not called for.
    case notNeeded
    /// It could not be done.
    case unable
  }

  /// The id.
  package var id: TaskRecordID
  /// The task.
  package var task: CareTaskID
  /// Whose task it is.
  package var client: ClientID
  /// The care day, where the client is.
  package var day: CareDay
  /// Whether it was done.
  package var isDone: Bool
  /// When on that day, on the client's clocks, in seconds since midnight.
  package var secondOfDay: Int?
  /// Why it was not done; never beside `isDone`.
  package var outcome: Outcome?
  /// Why that is so, in words; never without an `outcome`.
  package var reason: String?
  /// Whether somebody has said if it was done, or why not: a time or a note alone says neither.
  package var isAnswered: Bool
  /// What was noted.
  package var note: String?
  /// Whose device recorded it last; `nil`: the office did.
  package var worker: WorkerID?
  /// Who recorded it last, as the audit names them.
  package var by: String
  /// When it was recorded last, where that happened; of what a device has answered, when it did.
  package var at: Instant
  /// Whether the clock that told `at` was plainly wrong.
  package var isClockSuspect: Bool
  /// The latest moment at which anything of it was told, a note too, never ahead of when that was received: what comes
  /// in with an earlier one takes nothing of it back. Of an undo that was outdone it is the moment of what stands.
  package var toldAt: Instant
  /// Whether it was recorded last when its day was over.
  package var isLate: Bool
  /// During which visit it was recorded last.
  package var visit: VisitID?
  /// Starts at 1 and grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Instant

  /// A record; version and instant are set by the store when it is kept.
  package init(
    id: TaskRecordID, task: CareTaskID, client: ClientID, day: CareDay, isDone: Bool = false, secondOfDay: Int? = nil,
    outcome: Outcome? = nil, reason: String? = nil, isAnswered: Bool? = nil, note: String? = nil,
    worker: WorkerID? = nil, by: String, at: Instant, isClockSuspect: Bool = false, toldAt: Instant? = nil,
    isLate: Bool = false, visit: VisitID? = nil,
    version: Int = 0, updatedAt: Instant = Instant(milliseconds: 0)
  ) {
    self.id = id
    self.task = task
    self.client = client
    self.day = day
    self.isDone = isDone
    self.secondOfDay = secondOfDay
    self.outcome = outcome
    self.reason = reason
    self.isAnswered = isAnswered ?? (isDone || outcome != nil)
    self.note = note
    self.worker = worker
    self.by = by
    self.at = at
    self.isClockSuspect = isClockSuspect
    self.toldAt = toldAt ?? at
    self.isLate = isLate
    self.visit = visit
    self.version = version
    self.updatedAt = updatedAt
  }
}

extension CareTaskRecord {
  /// Whether it says the same of the day as another, whoever recorded it and when: the same told again is no change.
  package func says(_ other: CareTaskRecord) -> Bool {
    (isDone, secondOfDay, outcome, reason, note)
      == (other.isDone, other.secondOfDay, other.outcome, other.reason, other.note)
  }

  /// Whether it says nothing at all, as if nobody had recorded anything.
  package var isBlank: Bool { !isDone && secondOfDay == nil && outcome == nil && note == nil }

  /// When on that day, on the client's clocks.
  package var time: LocalTime? { secondOfDay.map { LocalTime(day: day, second: $0) } }

  /// Whether only its note is another than in what was recorded before. Who did it, and when that was entered, is still
  /// what was said then.
  package func addsOnlyNote(to before: CareTaskRecord) -> Bool {
    (isDone, secondOfDay, outcome, reason) == (before.isDone, before.secondOfDay, before.outcome, before.reason)
      && (isDone || secondOfDay != nil || outcome != nil)
  }

  /// Says of it why it was not done; `nil`: for no reason of these. The time and the reason of another answer go with it.
  package mutating func answer(_ outcome: Outcome?) {
    guard outcome != self.outcome else { return }
    self.outcome = outcome
    (secondOfDay, reason) = (nil, nil)
  }

  /// What stands when an older record comes in behind this one, from a device that was offline: all that this one says,
  /// and of the older one what this one leaves open.
  ///
  /// - Parameter history: What was told of the day, the last first: this record, and those in whose place it came. Asked
  ///   for only where it matters.
  package func filled(
    from older: CareTaskRecord, history: () throws -> [CareTaskRecord]
  ) rethrows -> CareTaskRecord {
    var filled = self
    // A note may have been told later than both answers.
    if !isAnswered || older.isAnswered && older.at > at {
      if isAnswered { filled.secondOfDay = nil }
      (filled.isDone, filled.outcome, filled.reason) = (older.isDone, older.outcome, older.reason)
      filled.isAnswered = older.isAnswered
      // Whoever only noted something did not do it.
      (filled.by, filled.worker, filled.at) = (older.by, older.worker, older.at)
      (filled.isClockSuspect, filled.isLate, filled.visit) = (older.isClockSuspect, older.isLate, older.visit ?? visit)
    }
    // The time is of what was done, and the reason of what was not: they go with no other answer.
    if (filled.isDone, filled.outcome) == (older.isDone, older.outcome) || filled.isDone && !older.isAnswered {
      filled.secondOfDay = filled.secondOfDay ?? older.secondOfDay
      filled.reason = filled.reason ?? older.reason
    }
    if let later = older.note, try note == nil || noteToldAt(history) < older.toldAt { filled.note = later }
    filled.visit = filled.visit ?? older.visit
    return filled
  }

  /// When the note that stands here was told: it may have come from an older record than the rest.
  private func noteToldAt(_ history: () throws -> [CareTaskRecord]) rethrows -> Instant {
    // What came in between without a note says nothing of it.
    let own = try history().filter { $0.note != nil }.prefix { $0.note == note }
    return own.map(\.toldAt).min() ?? toldAt
  }

  /// What this one says when an older record comes in behind it: nothing of whether the task was done, where the office
  /// only took back what stood there. It could not know of the other, which so counts.
  ///
  /// - Parameters:
  ///   - older: What a device told before.
  ///   - history: What was told of the day, the last first: this record, and those in whose place it came. Asked for only
  ///     where it matters.
  package func reopened(
    for older: CareTaskRecord, history: () throws -> [CareTaskRecord]
  ) rethrows -> CareTaskRecord {
    func says(_ record: CareTaskRecord) -> Bool { record.isDone || record.outcome != nil }
    guard !says(self), says(older) else { return self }
    let history = try history()
    guard let last = history.firstIndex(where: says), last > 0 else { return self }
    let (undo, undone) = (history[last - 1], history[last])
    // Whoever gave a reason has answered. And what the office saw when it took it back stays so, told however often.
    guard undo.worker == nil, undo.note == undone.note,
      !history[last...].contains(where: { $0.worker == older.worker && $0.at == older.at })
    else { return self }
    var open = self
    (open.isAnswered, open.secondOfDay, open.toldAt) = (false, nil, older.toldAt)
    return open
  }
}
