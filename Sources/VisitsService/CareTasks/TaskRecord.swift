import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension TaskRecord: ChangeHandler {
  /// The most earlier versions of a record that are searched for an answer that the office took back. The search is
  /// made when an older report of a device arrives late.
  private static let farthestBack = 100
  /// The most earlier versions of a record that are searched for the time at which its note was written. The search is
  /// made when an older report of a device arrives late.
  private static let nearestBack = 8

  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let client = try transaction.recordedClient(parameters.client, by: call)
    let zone = call.zone(of: client)
    let today = zone.day(of: call.now)
    var moment = try call.moment(of: parameters, in: zone)
    call.tell(moment.sent, to: transaction)
    // A task done before midnight and sent after it belongs to the day on which it was done.
    let dayTold = zone.day(of: moment.told)
    var day = try call.day(parameters.date, field: "date", today: parameters.date == nil ? dayTold : today)
    if day > today {
      // A device that names a future day has a clock that runs ahead. The reported task was done all the same.
      guard call.own != nil else { throw Refusal.invalid(field: "date", .dayAhead(day)) }
      day = dayTold
      moment.isClockSuspect = true
    }
    let id = CareTaskID(rawValue: parameters.task.lowercased())
    guard let task = try transaction.task(id), task.client == client.id else {
      throw Refusal.notFound(.task, id: parameters.task)
    }
    let before = try transaction.record(of: task, on: day)
    if call.own == nil { try check(parameters.change.expectedVersion, before) }
    let blank = CareTaskRecord(
      id: before?.id ?? transaction.newTaskRecordID(), task: id, client: client.id, day: day,
      by: call.session.caller.by, at: moment.at)
    var record = try changed(before ?? blank, task, parameters, call, at: moment.told, in: zone)
    let list = DayOfTask(
      task: task, day: day, today: today, tasks: try transaction.tasks(of: client.id),
      others: try transaction.records(of: client.id, on: day).filter { $0.task != id })
    if let before, record.says(before) {
      // The same told once more is no change. If a device tells it, the audit keeps who told it, and when.
      guard call.own != nil, try !transaction.isSentAgain(of: before.id) else {
        return .taskRecorded(list.with(before))
      }
      var repeated = before
      repeated.toldAt = max(moment.told, before.toldAt)
      return .taskRecorded(list.with(try transaction.unsent { try transaction.put(repeated, isDecision: true) }))
    }
    // The office has nothing to record, but the request must be remembered: repeated later, it must not remove a newer
    // record.
    if call.own == nil, before == nil, record.isBlank { return .taskRecorded(list.with(record)) }
    try check(record, before, list, call)
    if call.own == nil, record.secondOfDay != before?.secondOfDay, call.isAhead(record, in: zone),
      let time = record.time
    {
      throw Refusal.invalid(field: "time", .ahead(zone.instant(of: time)))
    }
    let visit = try call.visit(of: parameters, client, day: day, at: moment.told, in: zone, transaction)
    func signed(_ record: CareTaskRecord) -> CareTaskRecord {
      var record = record
      record.by = call.session.caller.by
      record.worker = call.own
      // The time of the earlier record says nothing about this clock.
      var isAhead = false
      if case .given = parameters.time { isAhead = call.own != nil && call.isAhead(record, in: zone) }
      (record.at, record.isClockSuspect) = (moment.at, moment.isClockSuspect || isAhead)
      // For the office, the day of the entry counts. For a device, the day on which the worker recorded the task
      // counts, since the device may have been offline. A record that is now blank was not entered late.
      record.isLate = zone.day(of: call.own == nil ? call.now : moment.told) > day && !record.isBlank
      record.visit = visit ?? record.visit
      return record
    }
    if let before, call.own != nil, moment.told < before.toldAt {
      // The report arrives out of order: the audit gets both, and the later statement stays in effect.
      var older = signed(try changed(blank, task, parameters, call, at: moment.told, in: zone))
      older.toldAt = moment.told
      let reopened = try before.reopened(for: older) { try transaction.history(of: before, limit: Self.farthestBack) }
      let standing = try reopened.filled(from: older) { try transaction.history(of: before, limit: Self.nearestBack) }
      _ = try transaction.put(older)
      return .taskRecorded(list.with(try transaction.put(standing)))
    }
    if before.map(record.addsOnlyNote) != true {
      record = signed(record)
      // A device that sends only a time has not answered again. The record keeps the time of its present answer, so
      // that an answer given after that one still counts.
      if call.own != nil, !parameters.isAnswer, let before, before.isAnswered {
        (record.at, record.isClockSuspect) = (before.at, record.isClockSuspect || before.isClockSuspect)
      }
    }
    record.toldAt = max(moment.told, before?.toldAt ?? moment.told)
    return .taskRecorded(list.with(try transaction.put(record)))
  }

  /// Refuses a change by the office if the record has changed since the office read it. For changes by devices this is
  /// not checked.
  private static func check(_ expected: Int?, _ before: CareTaskRecord?) throws {
    guard let expected, expected != before?.version ?? 0 else { return }
    guard let before else {
      throw Refusal.invalid(field: "expectedVersion", .notOneOf(value: "\(expected)", allowed: ["0"]))
    }
    throw Refusal.versionConflict(expected: expected, current: .taskRecord(before))
  }

  /// Refuses a record by the office for a day on which the task is not due. A report from a device is always stored,
  /// even if the office has decided meanwhile that the task is not due. An existing record can always be taken back.
  private static func check(
    _ record: CareTaskRecord, _ before: CareTaskRecord?, _ list: DayOfTask, _ call: Call
  ) throws {
    guard call.own == nil, before == nil || record.isDone || record.outcome != nil else { return }
    guard list.day >= list.task.firstDay else {
      throw Refusal.invalid(field: "date", .beforeTaskBegins(list.task))
    }
    guard list.with(record).isDue else { throw Refusal.invalid(field: "date", .notDue(list.task, on: list.day)) }
  }

  /// Returns a typed time of day, in seconds since midnight. The word "now" is allowed only in a record of the present
  /// day.
  private static func secondOfDay(
    _ text: String, on day: CareDay, at moment: Instant, in zone: Zone
  ) throws -> Int {
    switch TypedMoment.parse(text) {
    case nil: throw Refusal.invalid(field: "time", .unreadableTime(text))
    case .time(let time) where time.day == nil: return time.secondOfDay
    case .now where zone.day(of: moment) == day: return zone.local(moment).secondOfDay / 60 * 60
    case .time, .now: throw Refusal.invalid(field: "time", .timeWithDay(text))
    }
  }

  /// Returns a copy of a record with the values that the call sends.
  ///
  /// - Parameter moment: The time at which the task was recorded. A typed "now" means this time.
  private static func changed(
    _ record: CareTaskRecord, _ task: CareTask, _ parameters: Parameters, _ call: Call, at moment: Instant,
    in zone: Zone
  ) throws -> CareTaskRecord {
    var record = record
    if let done = parameters.done {
      record.isDone = done
      record.isAnswered = true
      if done { record.answer(nil) }
    }
    switch parameters.outcome {
    case .left: break
    case .null: record.answer(nil)
    case .given(let outcome):
      guard parameters.done != true else { throw Refusal.invalid(field: "outcome", .doneWithOutcome) }
      record.isDone = false
      record.isAnswered = true
      record.answer(outcome.outcome)
    }
    switch parameters.time {
    case .left: break
    case .null: record.secondOfDay = nil
    case .given(let text):
      let second = try secondOfDay(text, on: record.day, at: moment, in: zone)
      // A device may not know yet that the task no longer tracks a time.
      guard task.tracksTime || call.own != nil else { throw Refusal.invalid(field: "time", .tracksNoTime(task)) }
      record.secondOfDay = second
    }
    record.note = parameters.note.over(record.note)
    if case .given(let reason) = parameters.reason, record.outcome == nil {
      guard call.own != nil else { throw Refusal.invalid(field: "reason", .reasonWithoutOutcome) }
      // The worker's words must not be lost: without an outcome to attach the reason to, add it to the note.
      let lines = record.note?.split(separator: "\n").map(String.init) ?? []
      if !lines.contains(reason) { record.note = record.note.longer(by: reason, cutsTooLong: true) }
    } else {
      record.reason = parameters.reason.over(record.reason)
    }
    return record
  }

  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    guard case .taskRecorded(var recorded) = outcome else { throw UnfitOutcome() }
    if try await !call.seesCare(of: recorded.task.client) {
      recorded = try await told(recorded, parameters, call)
    }
    return Answer.compose(recorded, for: call.own, in: call.view)
  }

  /// Returns a record with only the values that this call has sent, for a device that may no longer see the client's
  /// care. If the stored record is by the device's worker, the returned one names its visit too.
  private static func told(
    _ recorded: RecordedTask, _ parameters: Parameters, _ call: Call
  ) async throws -> RecordedTask {
    let standing = recorded.record
    let client = try await call.service.store.read { try $0.client(standing.client) }
    let zone = client.map(call.zone(of:)) ?? call.service.settings.agencyZone
    let isOwn = standing.worker == call.own
    let blank = CareTaskRecord(
      id: standing.id, task: standing.task, client: standing.client, day: standing.day, worker: call.own,
      by: call.session.caller.by, at: call.now, visit: isOwn ? standing.visit : nil, version: standing.version)
    var told = recorded
    told.record = try changed(blank, recorded.task, parameters, call, at: standing.at, in: zone)
    told.task.name = .words(Call.hidden)
    if call.onlyReports { (told.completed, told.total) = (0, 0) }
    return told
  }
}

extension TaskRecord.Parameters {
  /// Whether the call says that the task was done or not done, or why. Other calls send only a time, a reason or a
  /// note.
  fileprivate var isAnswer: Bool {
    if case .left = outcome { return done != nil }
    return true
  }
}

/// The values that recording a task needs: the task, the day of the record, and the client's other tasks with their
/// records of that day.
private struct DayOfTask {
  let task: CareTask
  let day: CareDay
  let today: CareDay
  /// All tasks of the client.
  let tasks: [CareTask]
  /// The records of the client's other tasks on that day.
  let others: [CareTaskRecord]

  /// Returns the task with a record, whether the task is due on that day, and how many of the day's tasks are due and
  /// done.
  func with(_ record: CareTaskRecord) -> RecordedTask {
    let list = CareTaskDay(day, today: today, tasks: tasks, records: others + [record])
    return RecordedTask(
      task: task, record: record, isDue: list.rows.contains { $0.task.id == task.id }, completed: list.completed,
      total: list.total)
  }
}
