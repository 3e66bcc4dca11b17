import Catalog
package import VisitsAPI
package import VisitsModel

extension TaskDayView {
  /// A client's checklist of a day, finished (`screens.md`; seeds 000, 001).
  ///
  /// - Parameters:
  ///   - reader: The worker whose device asks, who is not told what somebody else did; `nil`: the office.
  package static func compose(
    _ day: CareTaskDay, of client: Client, for reader: WorkerID?, in context: ViewContext
  ) -> TaskDayView {
    let canRecord = day.day <= day.today
    let rows = day.rows.map { row in
      TaskRow.compose(
        row.task, row.record, isDue: true, canRecord: canRecord, for: reader, in: context)
    }
    return finished(
      day.day, today: day.today, client: client.id.rawValue, name: client.name, state: day.state, rows: rows,
      counter: TaskCounter(completed: day.completed, total: day.total, in: context),
      message: rows.isEmpty ? .taskNone : nil, in: context)
  }

  /// The same while nothing is known of the agency's clients yet.
  package static func loading(
    _ day: CareDay, today: CareDay, client: String, in context: ViewContext
  ) -> TaskDayView {
    finished(
      day, today: today, client: client, name: client, state: .loading, rows: [], counter: TaskCounter(in: context),
      message: .taskLoading, in: context)
  }

  private static func finished(
    _ day: CareDay, today: CareDay, client: String, name: String, state: CareTaskDay.State, rows: [TaskRow],
    counter: TaskCounter, message: Phrase?, in context: ViewContext
  ) -> TaskDayView {
    let phrases = context.phrases
    var view = TaskDayView(
      client: client, name: name, header: .compose(day, today: today, in: context), state: state.wire, rows: rows,
      completed: counter.completed, total: counter.total, counter: counter.written, counterSpoken: counter.spoken,
      showsTodayButton: day != today,
      todayButton: TodayButton(label: phrases[.taskTodayButton], hint: phrases[.taskTodayHint]),
      message: message.map { phrases[$0] }, etag: "")
    view.etag = Etag.of(view.bytes(reserving: 700 * (rows.count + 2)))
    return view
  }
}

extension TaskDayView.Header {
  fileprivate static func compose(_ day: CareDay, today: CareDay, in context: ViewContext) -> TaskDayView.Header {
    func neighbour(_ other: CareDay, _ label: Phrase) -> TaskDayView.Neighbour {
      TaskDayView.Neighbour(
        date: other.text, label: context.phrases[label],
        hint: context.phrases.text(.taskDayHint, [.date: context.formats.heading(other, today: today)]))
    }
    return TaskDayView.Header(
      date: day.text, heading: context.formats.heading(day, today: today), isToday: day == today,
      indicator: day == today ? context.phrases[.taskTodayIndicator] : nil,
      previous: neighbour(day.adding(days: -1), .taskPreviousDay), next: neighbour(day.adding(days: 1), .taskNextDay))
  }
}

/// How much of a day is done, as it is written and as it is said.
struct TaskCounter {
  let completed: Int
  let total: Int
  /// "6/9".
  let written: String
  /// "6 of 9 completed".
  let spoken: String

  /// So many of so many.
  init(completed: Int, total: Int, in context: ViewContext) {
    self.completed = completed
    self.total = total
    let values: KeyValuePairs<Slot, String> = [.completed: String(completed), .total: String(total)]
    written = context.phrases.text(.taskCounter, values)
    spoken = context.phrases.text(.taskCounterSpoken, values)
  }

  /// While nothing is known.
  init(in context: ViewContext) {
    completed = 0
    total = 0
    written = context.phrases[.taskCounterLoading]
    spoken = context.phrases[.taskLoading]
  }
}

extension TaskRow {
  /// One row of the checklist (seed 001).
  ///
  /// - Parameters:
  ///   - record: What was recorded of it on that day.
  ///   - isDue: Whether it is due on that day.
  ///   - canRecord: Whether the day has come.
  ///   - reader: The worker whose device asks; `nil`: the office.
  static func compose(
    _ task: CareTask, _ record: CareTaskRecord?, isDue: Bool, canRecord: Bool, for reader: WorkerID?,
    in context: ViewContext
  ) -> TaskRow {
    let phrases = context.phrases
    let title = task.title(in: context)
    let isDone = record?.isDone ?? false
    let local = record?.time
    let time = local.map(context.formats.time)
    let outcome = record?.outcome
    let isShown = reader == nil || record?.worker == reader
    let isRecorded = record.map { $0.version > 0 } ?? false
    let late = record?.isLate == true ? phrases[.taskEnteredLate] : nil
    // Beside an outcome a note without brackets would read as its reason.
    let spoken = [
      title, phrases[outcome?.spokenPhrase ?? (isDone ? .taskCompleted : .taskNotCompleted)], record?.reason,
      task.tracksTime ? time ?? phrases[.taskNoTimeSpoken] : nil,
      late, outcome == nil ? record?.note : nil,
    ]
    let remark = outcome == nil ? "" : record?.note.map { " (\($0))" } ?? ""
    return TaskRow(
      task: task.id.rawValue, title: title, names: task.names, checked: isDone, mark: mark(isDone, outcome),
      tracksTime: task.tracksTime,
      time: task.tracksTime ? time ?? phrases[.taskNoTime] : nil, localTime: local?.typed,
      outcome: outcome.map { Outcome(kind: $0.wire, label: phrases[$0.phrase]) }, reason: record?.reason,
      note: record?.note,
      accent: task.accent.wire, symbol: task.symbol, initials: task.initials(in: context),
      category: task.category.wire, categoryLabel: phrases[task.category.phrase], due: isDue,
      by: isRecorded && isShown ? record?.by : nil, recordedAt: isRecorded ? record?.at.timestamp : nil,
      enteredLate: record?.isLate ?? false, lateLabel: late == nil ? nil : phrases[.taskEnteredLateLabel],
      clockSuspect: record?.isClockSuspect ?? false,
      visit: isShown ? record?.visit?.rawValue : nil,
      version: record?.version ?? 0, role: phrases[.taskRole],
      accessibilityLabel: spoken.compactMap(\.self).joined(separator: phrases[.cardSeparator]) + remark,
      accessibilityHint: phrases[canRecord && isDue && !isDone ? .taskHintComplete : .taskHintMenu])
  }

  private static func mark(_ isDone: Bool, _ outcome: CareTaskRecord.Outcome?) -> String {
    switch outcome {
    case nil: isDone ? "✓" : "○"
    case .refused, .unable: "✗"
    case .notNeeded: "–"
    }
  }
}

extension TaskRecord.Answer {
  /// What became of a task, with its day's counter.
  package static func compose(
    _ recorded: RecordedTask, for reader: WorkerID?, in context: ViewContext
  ) -> TaskRecord.Answer {
    let row = TaskRow.compose(
      recorded.task, recorded.record, isDue: recorded.isDue, canRecord: true, for: reader,
      in: context)
    let counter = TaskCounter(completed: recorded.completed, total: recorded.total, in: context)
    return TaskRecord.Answer(
      row: row, counter: counter.written, completed: counter.completed, total: counter.total,
      announcement: context.phrases.text(
        .taskAnnouncement, [.text: row.accessibilityLabel, .spoken: counter.spoken]))
  }
}
