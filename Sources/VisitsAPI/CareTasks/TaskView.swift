import JSON

/// A care task as it was defined.
package struct TaskView: WireObject {
  /// Texts in the caller's language.
  package struct Display: WireObject {
    /// "Nutrition".
    package var category: String
    /// "Mon, Wed and Fri".
    package var condition: String

    package init(category: String, condition: String) {
      self.category = category
      self.condition = condition
    }

    package static let members: [Member<Display>] = [
      Member("category", { $0.category }, "What it is about."),
      Member("condition", { $0.condition }, "On which days it is due now."),
    ]
  }

  /// Texts in the caller's language.
  package var display: Display
  /// The id.
  package var id: String
  /// Whose it is.
  package var client: String
  /// What it is called.
  package var title: String
  /// What else it may be called by, in whatever language it is shown: of a preset its id and its English title.
  package var names: [String]
  /// The preset that it was made from.
  package var preset: TaskPresetWord?
  /// What it is about.
  package var category: TaskCategoryWord
  /// Whether its time is recorded.
  package var tracksTime: Bool
  /// On which days it is due now; null: each day, or none where it is retired.
  package var condition: TaskConditionValue?
  /// Whether it is due on some days from now on.
  package var active: Bool
  /// The first day on which it may have been due.
  package var since: String
  /// From which day on it is or was retired.
  package var retiredSince: String?
  /// The colour's token.
  package var accent: AccentWord
  /// A picture's token.
  package var symbol: String?
  /// "KC".
  package var initials: String
  /// Grows by 1 with each change.
  package var version: Int
  /// The last change.
  package var updatedAt: Timestamp

  package init(
    display: Display, id: String, client: String, title: String, names: [String], preset: TaskPresetWord?,
    category: TaskCategoryWord,
    tracksTime: Bool, condition: TaskConditionValue?, active: Bool, since: String, retiredSince: String?,
    accent: AccentWord, symbol: String?, initials: String, version: Int, updatedAt: Timestamp
  ) {
    self.display = display
    self.id = id
    self.client = client
    self.title = title
    self.names = names
    self.preset = preset
    self.category = category
    self.tracksTime = tracksTime
    self.condition = condition
    self.active = active
    self.since = since
    self.retiredSince = retiredSince
    self.accent = accent
    self.symbol = symbol
    self.initials = initials
    self.version = version
    self.updatedAt = updatedAt
  }

  package static let members: [Member<TaskView>] = [
    Member("display", { $0.display }, "Texts in the caller's language."),
    Member("id", { $0.id }, "The id."),
    Member("client", { $0.client }, "Whose it is."),
    Member("title", { $0.title }, "What it is called: a preset in the caller's language, else as it was typed."),
    Member("names", { $0.names }, "What else it may be called by: of a preset its id and its English title."),
    Member(nullable: "preset", { $0.preset }, "The preset that it was made from."),
    Member("category", { $0.category }, "What it is about."),
    Member("tracksTime", { $0.tracksTime }, "Whether its time is recorded."),
    Member(nullable: "condition", { $0.condition }, "On which days it is due now; null: each day, while it is active."),
    Member("active", { $0.active }, "False: it is retired."),
    Member("since", { $0.since }, "The first day on which it may have been due."),
    Member(nullable: "retiredSince", { $0.retiredSince }, "From which day on it is retired."),
    Member("accent", { $0.accent }, "The token of its colour."),
    Member(nullable: "symbol", { $0.symbol }, "The token of its picture."),
    Member("initials", { $0.initials }, "Where there is no picture."),
    Member("version", { $0.version }, "Grows by 1 with each change."),
    Member("updatedAt", { $0.updatedAt }, "The last change."),
  ]
}

/// `{"task":…}`
package struct TaskAnswer: WireObject {
  /// The task.
  package var task: TaskView

  package init(task: TaskView) {
    self.task = task
  }

  package static let members: [Member<TaskAnswer>] = [Member("task", { $0.task }, "The task.")]
}

/// What was recorded of a task on a day, as the audit shows it.
package struct TaskRecordView: WireObject {
  /// The id.
  package var id: String
  /// The task.
  package var task: String
  /// Whose it is.
  package var client: String
  /// The care day.
  package var date: String
  /// Whether it was done.
  package var done: Bool
  /// When, on the client's clocks.
  package var localTime: String?
  /// The same as a person reads it.
  package var time: String?
  /// Why not.
  package var outcome: TaskOutcomeWord?
  /// The same as a person reads it.
  package var outcomeLabel: String?
  /// Why that is so, in words.
  package var reason: String?
  /// What was noted.
  package var note: String?
  /// Whose device recorded it.
  package var worker: String?
  /// Who recorded it.
  package var by: String
  /// When that was.
  package var recordedAt: Timestamp
  /// Whether the clock that told so was plainly wrong.
  package var clockSuspect: Bool
  /// Whether the day was over then.
  package var enteredLate: Bool
  /// During which visit.
  package var visit: String?
  /// All of it on a line.
  package var words: String
  /// Grows by 1 with each change.
  package var version: Int

  package init(
    id: String, task: String, client: String, date: String, done: Bool, localTime: String?, time: String?,
    outcome: TaskOutcomeWord?, outcomeLabel: String?, reason: String?, note: String?, worker: String?, by: String,
    recordedAt: Timestamp,
    clockSuspect: Bool,
    enteredLate: Bool, visit: String?, words: String, version: Int
  ) {
    self.id = id
    self.task = task
    self.client = client
    self.date = date
    self.done = done
    self.localTime = localTime
    self.time = time
    self.outcome = outcome
    self.outcomeLabel = outcomeLabel
    self.reason = reason
    self.note = note
    self.worker = worker
    self.by = by
    self.recordedAt = recordedAt
    self.clockSuspect = clockSuspect
    self.enteredLate = enteredLate
    self.visit = visit
    self.words = words
    self.version = version
  }

  package static let members: [Member<TaskRecordView>] = [
    Member("id", { $0.id }, "The id."),
    Member("task", { $0.task }, "The task."),
    Member("client", { $0.client }, "Whose it is."),
    Member("date", { $0.date }, "The care day."),
    Member("done", { $0.done }, "Whether it was done."),
    Member(nullable: "localTime", { $0.localTime }, "When, on the client's clocks: 10:30."),
    Member(nullable: "time", { $0.time }, "The same as a person reads it: 10:30 AM."),
    Member(nullable: "outcome", { $0.outcome }, "Why it was not done."),
    Member(nullable: "outcomeLabel", { $0.outcomeLabel }, "The same as a person reads it: Refused."),
    Member(nullable: "reason", { $0.reason }, "Why that is so, in words."),
    Member(nullable: "note", { $0.note }, "What was noted."),
    Member(nullable: "worker", { $0.worker }, "Whose device recorded it; null: the office did."),
    Member("by", { $0.by }, "Who recorded it."),
    Member("recordedAt", { $0.recordedAt }, "When that was."),
    Member("clockSuspect", { $0.clockSuspect }, "Whether the clock that told so was plainly wrong."),
    Member("enteredLate", { $0.enteredLate }, "Whether the day was over then."),
    Member(nullable: "visit", { $0.visit }, "During which visit."),
    Member("words", { $0.words }, "All of it on a line."),
    Member("version", { $0.version }, "Grows by 1 with each change."),
  ]
}
