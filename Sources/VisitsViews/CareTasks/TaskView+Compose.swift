import Catalog
package import VisitsAPI
package import VisitsModel

extension TaskView {
  /// A care task as it was defined.
  ///
  /// - Parameters:
  ///   - today: The day that it is now where the client is.
  ///   - others: The client's tasks, where they are known.
  package static func compose(
    _ task: CareTask, today: CareDay, among others: [CareTask] = [], in context: ViewContext
  ) -> TaskView {
    // One that begins later is told as it will be.
    let phase = task.phase(on: today) ?? task.phases.first
    let condition = phase?.condition
    let retired =
      task.phases.last { $0.from <= today && $0.condition == nil }?.from
      ?? task.phases.last.flatMap {
        $0.condition == nil ? $0.from : nil
      }
    let isActive = condition != nil
    let words =
      condition.map { Self.words($0, from: phase?.from ?? today, among: others, in: context) }
      ?? context.phrases[.taskRetired]
    return TaskView(
      display: Display(category: context.phrases[task.category.phrase], condition: words),
      id: task.id.rawValue, client: task.client.rawValue, title: task.title(in: context), names: task.names,
      preset: task.preset?.wire, category: task.category.wire, tracksTime: task.tracksTime, condition: condition?.wire,
      active: isActive,
      since: task.firstDay.text,
      retiredSince: isActive && task.phases.last?.condition != nil ? nil : retired?.text,
      accent: task.accent.wire, symbol: task.symbol, initials: task.initials(in: context), version: task.version,
      updatedAt: task.updatedAt.timestamp)
  }

  private static func words(
    _ condition: TaskCondition, from start: CareDay, among others: [CareTask], in context: ViewContext
  ) -> String {
    switch condition {
    case .always: return context.phrases[.taskEveryDay]
    case .weekdays(let weekdays):
      if weekdays.count == 7 { return context.phrases[.taskEveryDay] }
      // 1970-01-05 was a Monday.
      return context.phrases.language.list(
        weekdays.sorted().map { context.formats.date(CareDay(daysSince1970: 3 + $0), .weekday) })
    case .recurring(let rule):
      return RecurrenceWords(context: context).text(Recurrence(from: LocalTime(day: start), by: rule))
    case .whenDone(let id):
      guard let other = others.first(where: { $0.id == id }) else { return context.phrases[.taskWhenOtherDone] }
      return context.phrases.text(.taskWhenDone, [.name: other.title(in: context)])
    }
  }
}

extension CareTask {
  var preset: TaskPreset? {
    if case .preset(let preset) = name { preset } else { nil }
  }
}

extension TaskCondition {
  /// As it goes over the wire; `nil`: each day.
  fileprivate var wire: TaskConditionValue? {
    switch self {
    case .always: nil
    case .weekdays(let weekdays):
      .weekdays(WeekdayWord.allCases.enumerated().filter { weekdays.contains($0.offset + 1) }.map(\.element))
    case .recurring(let rule): .recurrence(rule.text)
    case .whenDone(let task): .whenDone(task.rawValue)
    }
  }
}

extension TaskRecordView {
  /// What was recorded of a task on a day.
  ///
  /// - Parameter task: The task, where it is known.
  package static func compose(
    _ record: CareTaskRecord, of task: CareTask?, in context: ViewContext
  ) -> TaskRecordView {
    let phrases = context.phrases
    let local = record.time
    // Beside an outcome a note without brackets would read as its reason.
    let status =
      [
        phrases[record.outcome?.spokenPhrase ?? (record.isDone ? .taskCompleted : .taskNotCompleted)],
        local.map(context.formats.time), record.reason, record.outcome == nil ? record.note : nil,
      ].compactMap(\.self).joined(separator: phrases[.cardSeparator])
      + (record.outcome == nil ? "" : record.note.map { " (\($0))" } ?? "")
    return TaskRecordView(
      id: record.id.rawValue, task: record.task.rawValue, client: record.client.rawValue, date: record.day.text,
      done: record.isDone, localTime: local?.typed, time: local.map(context.formats.time),
      outcome: record.outcome?.wire, outcomeLabel: record.outcome.map { phrases[$0.phrase] }, reason: record.reason,
      note: record.note, worker: record.worker?.rawValue,
      by: record.by, recordedAt: record.at.timestamp,
      clockSuspect: record.isClockSuspect,
      enteredLate: record.isLate, visit: record.visit?.rawValue,
      words: phrases.text(
        .taskRecorded,
        [
          .name: task?.title(in: context) ?? phrases[.taskOfBefore],
          .date: context.formats.date(record.day, .shortWithYear),
          .status: status,
        ]),
      version: record.version)
  }
}

extension TaskPresets.Answer {
  /// What comes with the program, in the reader's language.
  package static func compose(in context: ViewContext) -> TaskPresets.Answer {
    let phrases = context.phrases
    func shade(_ shade: Palette.Shade) -> TaskPresets.Shade {
      TaskPresets.Shade(ink: shade.ink.text, tint: shade.tint.text)
    }
    let backgrounds = Palette.backgrounds
    return TaskPresets.Answer(
      presets: TaskPreset.allCases.map { preset in
        TaskPresets.Preset(
          preset: preset.wire, title: phrases[preset.phrase], category: preset.category.wire,
          tracksTime: preset.tracksTime, accent: preset.accent.wire, symbol: preset.symbol)
      },
      categories: TaskCategory.allCases.map { .init(category: $0.wire, label: phrases[$0.phrase]) },
      accents: Accent.allCases.map { accent in
        let colours = Palette.colours(of: accent)
        return TaskPresets.Colour(
          accent: accent.wire, label: phrases[accent.phrase], light: shade(colours.light), dark: shade(colours.dark),
          highContrastLight: shade(colours.highContrastLight), highContrastDark: shade(colours.highContrastDark))
      },
      backgrounds: .init(
        light: backgrounds.light.text, dark: backgrounds.dark.text,
        highContrastLight: backgrounds.highContrastLight.text, highContrastDark: backgrounds.highContrastDark.text))
  }
}
