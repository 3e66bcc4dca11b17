import VisitsAPI
import VisitsModel
import VisitsStore
import VisitsViews

extension TaskRecord: ChangeHandler {
  static func apply(
    _ parameters: Parameters, in transaction: ChangeTransaction, _ call: Call
  ) throws -> ChangeOutcome {
    let client = try transaction.shownClient(parameters.client, to: call)
    let zone = call.zone(of: client)
    let today = zone.day(of: call.now)
    let day = try call.day(parameters.date, field: "date", today: today)
    guard day <= today else { throw Refusal.invalid(field: "date", .dayAhead(day)) }
    let id = CareTaskID(rawValue: parameters.task.lowercased())
    guard let task = try transaction.task(id), task.client == client.id else {
      throw Refusal.notFound(.task, id: parameters.task)
    }
    let at = try call.moment(of: parameters, in: zone)
    let before = try transaction.record(of: task, on: day)
    if let expected = parameters.change.expectedVersion, call.own == nil, expected != before?.version ?? 0 {
      guard let before else {
        throw Refusal.invalid(field: "expectedVersion", .notOneOf(value: "\(expected)", allowed: ["0"]))
      }
      throw Refusal.versionConflict(expected: expected, current: .taskRecord(before))
    }
    var record =
      before
      ?? CareTaskRecord(
        id: transaction.newTaskRecordID(), task: id, client: client.id, day: day, by: call.session.caller.by, at: at)
    try change(&record, of: task, parameters)
    let records = try transaction.records(of: client.id, on: day)
    let tasks = try transaction.tasks(of: client.id)
    func standing(_ record: CareTaskRecord) -> RecordedTask {
      let list = CareTaskDay(
        day, today: today, tasks: tasks, records: records.filter { $0.task != id } + [record])
      return RecordedTask(
        task: task, record: record, isDue: list.rows.contains { $0.task.id == id }, completed: list.completed,
        total: list.rows.count)
    }
    // What is told again is no change, whoever tells it.
    if let before, record.says(before) { return .taskRecorded(standing(before)) }
    if before == nil, record.isBlank { throw NothingKept(outcome: .taskRecorded(standing(record))) }
    // What a device did in the field is kept, whatever the office has decided meanwhile.
    guard call.own != nil || standing(record).isDue || !record.isDone && record.outcome == nil else {
      throw Refusal.invalid(field: "date", .notDue(task, on: day))
    }
    record.by = call.session.caller.by
    record.worker = call.own
    record.at = at
    // A device that was offline tells when it was recorded; the office enters it when it enters it.
    record.isLate = zone.day(of: call.own == nil ? call.now : at) > day
    record.visit = try call.visit(of: parameters, client, day: day, today: today, in: transaction) ?? record.visit
    return .taskRecorded(standing(try transaction.put(record)))
  }

  private static func change(_ record: inout CareTaskRecord, of task: CareTask, _ parameters: Parameters) throws {
    if let done = parameters.done {
      record.isDone = done
      if done { record.outcome = nil }
    }
    switch parameters.time {
    case .left: break
    case .null: record.secondOfDay = nil
    case .given(let text):
      guard let time = TypedTime.parse(text), time.day == nil else {
        throw Refusal.invalid(field: "time", .unreadableTime(text))
      }
      guard task.tracksTime else { throw Refusal.invalid(field: "time", .tracksNoTime(task)) }
      record.secondOfDay = time.secondOfDay
    }
    switch parameters.outcome {
    case .left: break
    case .null: record.outcome = nil
    case .given(let outcome):
      guard parameters.done != true else { throw Refusal.invalid(field: "outcome", .doneWithOutcome) }
      record.isDone = false
      record.outcome = outcome.outcome
    }
    record.note = parameters.note.over(record.note)
  }

  static func answer(_ outcome: ChangeOutcome, _ parameters: Parameters, _ call: Call) async throws -> Answer {
    guard case .taskRecorded(let recorded) = outcome else { throw UnfitOutcome() }
    return Answer.compose(recorded, for: call.own, in: call.view)
  }
}

extension Call {
  /// When it was recorded, by our clock.
  fileprivate func moment(of parameters: TaskRecord.Parameters, in zone: Zone) throws -> Instant {
    let zone = try self.zone(parameters.typed, or: zone)
    let reported = try parameters.at.map { try instant($0, field: "at", in: zone, offset: parameters.typed.offset) }
    let time = FieldTime(at: reported, sentAt: parameters.sentAt.map(\.instant), now: now)
    guard own != nil || now.milliseconds(to: time.at) <= FieldTime.tolerance else {
      throw Refusal.invalid(field: "at", .ahead(time.at))
    }
    // A device's clock that runs ahead is no reason to refuse what was done.
    return min(time.at, now)
  }

  /// The visit during which it was recorded: the one that is named, else the caller's own that is under way there.
  fileprivate func visit(
    of parameters: TaskRecord.Parameters, _ client: Client, day: CareDay, today: CareDay,
    in transaction: ChangeTransaction
  ) throws -> VisitID? {
    if let text = parameters.visit {
      guard let visit = try transaction.visit(VisitID(rawValue: text.lowercased())), !visit.isWithdrawn,
        visit.client == client.id, try hasHad(visit, transaction)
      else { throw Refusal.notFound(.visit, id: text) }
      return visit.id
    }
    guard let own, day == today else { return nil }
    return try transaction.visitUnderWay(own, at: client.id)
  }
}

extension TaskOutcomeWord {
  fileprivate var outcome: CareTaskRecord.Outcome {
    switch self {
    case .refused: .refused
    case .notNeeded: .notNeeded
    case .unable: .unable
    }
  }
}
