import JSON

/// A client's checklist of one day, finished (`screens.md`, Care tasks of a day; seeds 000, 001).
package struct TaskDayView: WireObject {
  /// Which day it is, and the days beside it.
  package struct Header: WireObject {
    /// The care day, where the client is.
    package var date: String
    /// "Friday, November 20".
    package var heading: String
    /// Whether it is today.
    package var isToday: Bool
    /// "(Today)", where it is.
    package var indicator: String?
    /// The day before.
    package var previous: Neighbour
    /// The day after.
    package var next: Neighbour

    package init(
      date: String, heading: String, isToday: Bool, indicator: String?, previous: Neighbour, next: Neighbour
    ) {
      self.date = date
      self.heading = heading
      self.isToday = isToday
      self.indicator = indicator
      self.previous = previous
      self.next = next
    }

    package static let members: [Member<Header>] = [
      Member("date", { $0.date }, "The care day, where the client is."),
      Member("heading", { $0.heading }, "The date in words."),
      Member("isToday", { $0.isToday }, "Whether it is today."),
      Member(nullable: "indicator", { $0.indicator }, "\"(Today)\", where it is."),
      Member("previous", { $0.previous }, "The day before."),
      Member("next", { $0.next }, "The day after."),
    ]
  }

  /// A day that can be gone to.
  package struct Neighbour: WireObject {
    /// The care day.
    package var date: String
    /// "Previous day".
    package var label: String
    /// "Shows Thursday, November 19.".
    package var hint: String

    package init(date: String, label: String, hint: String) {
      self.date = date
      self.label = label
      self.hint = hint
    }

    package static let members: [Member<Neighbour>] = [
      Member("date", { $0.date }, "The care day."),
      Member("label", { $0.label }, "What a screen reader calls the button."),
      Member("hint", { $0.hint }, "What a tap does."),
    ]
  }

  /// The button that leads back to today.
  package struct TodayButton: WireObject {
    /// "Today".
    package var label: String
    /// What a tap does.
    package var hint: String

    package init(label: String, hint: String) {
      self.label = label
      self.hint = hint
    }

    package static let members: [Member<TodayButton>] = [
      Member("label", { $0.label }, "What stands on it."), Member("hint", { $0.hint }, "What a tap does."),
    ]
  }

  /// Whose day it is.
  package var client: String
  /// "Margaret Chen".
  package var name: String
  /// Which day it is.
  package var header: Header
  /// How the day looks as a whole.
  package var state: TaskDayState
  /// What is due, in the client's order.
  package var rows: [TaskRow]
  /// How many are done.
  package var completed: Int
  /// How many are due.
  package var total: Int
  /// "6/9"; "..." while nothing is known.
  package var counter: String
  /// "6 of 9 completed".
  package var counterSpoken: String
  /// Whether there is a way back to today.
  package var showsTodayButton: Bool
  /// The button for that.
  package var todayButton: TodayButton
  /// What stands in the place of rows, where there are none.
  package var message: String?
  /// Changes when anything above does.
  package var etag: String

  package init(
    client: String, name: String, header: Header, state: TaskDayState, rows: [TaskRow], completed: Int, total: Int,
    counter: String, counterSpoken: String, showsTodayButton: Bool, todayButton: TodayButton, message: String?,
    etag: String
  ) {
    self.client = client
    self.name = name
    self.header = header
    self.state = state
    self.rows = rows
    self.completed = completed
    self.total = total
    self.counter = counter
    self.counterSpoken = counterSpoken
    self.showsTodayButton = showsTodayButton
    self.todayButton = todayButton
    self.message = message
    self.etag = etag
  }

  package static let members: [Member<TaskDayView>] = [
    Member("client", { $0.client }, "Whose day it is."),
    Member("name", { $0.name }, "The client's name."),
    Member("date", { $0.header.date }, "The care day, where the client is."),
    Member("isToday", { $0.header.isToday }, "Whether it is today."),
    Member("header", { $0.header }, "The date with the days beside it."),
    Member("state", { $0.state }, "How the day looks as a whole."),
    Member("rows", { $0.rows }, "What is due, in the client's order."),
    Member("completed", { $0.completed }, "How many are done."),
    Member("total", { $0.total }, "How many are due, without those that were not called for."),
    Member("counter", { $0.counter }, "\"6/9\"; \"...\" while nothing is known."),
    Member("counterSpoken", { $0.counterSpoken }, "The counter as a screen reader says it."),
    Member("showsTodayButton", { $0.showsTodayButton }, "Whether there is a way back to today."),
    Member("todayButton", { $0.todayButton }, "The words of the button for that."),
    Member(nullable: "message", { $0.message }, "What stands in the place of rows, where there are none."),
    Member("etag", { $0.etag }, "Changes when anything above does."),
  ]
}

/// One row of the checklist (seed 001).
package struct TaskRow: WireObject {
  /// Why it was not done.
  package struct Outcome: WireObject {
    /// The kind.
    package var kind: TaskOutcomeWord
    /// "Refused".
    package var label: String

    package init(kind: TaskOutcomeWord, label: String) {
      self.kind = kind
      self.label = label
    }

    package static let members: [Member<Outcome>] = [
      Member("kind", { $0.kind }, "The kind."), Member("label", { $0.label }, "In words."),
    ]
  }

  /// The task.
  package var task: String
  /// "Breakfast".
  package var title: String
  /// What else it may be called by, in whatever language it is shown: of a preset its id and its English title.
  package var names: [String]
  /// Whether it is done.
  package var checked: Bool
  /// The same in a sign: ✓ ○ ✗.
  package var mark: String
  /// Whether its time is recorded.
  package var tracksTime: Bool
  /// "10:30 AM", "--:--" where none is set; absent where none is recorded.
  package var time: String?
  /// "10:30", where one is set.
  package var localTime: String?
  /// Why it was not done.
  package var outcome: Outcome?
  /// Why that is so, in words.
  package var reason: String?
  /// What was noted.
  package var note: String?
  /// The colour's token.
  package var accent: AccentWord
  /// A picture's token.
  package var symbol: String?
  /// "KC", where there is no picture.
  package var initials: String
  /// What it is about.
  package var category: TaskCategoryWord
  /// "Nutrition".
  package var categoryLabel: String
  /// Whether it is due on that day.
  package var due: Bool
  /// Who recorded it last; absent: nobody has.
  package var by: String?
  /// When that was.
  package var recordedAt: Timestamp?
  /// Whether it was entered when the day was over.
  package var enteredLate: Bool
  /// "entered late", where it was.
  package var lateLabel: String?
  /// Whether the clock of the device that recorded it was plainly wrong.
  package var clockSuspect: Bool
  /// During which visit it was recorded.
  package var visit: String?
  /// The record's version; 0: there is none.
  package var version: Int
  /// "Checkbox", in the caller's language.
  package var role: String
  /// "Breakfast, completed, 10:30 AM".
  package var accessibilityLabel: String
  /// What a tap does.
  package var accessibilityHint: String

  package init(
    task: String, title: String, names: [String], checked: Bool, mark: String, tracksTime: Bool, time: String?,
    localTime: String?,
    outcome: Outcome?, reason: String?, note: String?, accent: AccentWord, symbol: String?, initials: String,
    category: TaskCategoryWord, categoryLabel: String, due: Bool, by: String?, recordedAt: Timestamp?,
    enteredLate: Bool, lateLabel: String?, clockSuspect: Bool, visit: String?, version: Int, role: String,
    accessibilityLabel: String, accessibilityHint: String
  ) {
    self.task = task
    self.title = title
    self.names = names
    self.checked = checked
    self.mark = mark
    self.tracksTime = tracksTime
    self.time = time
    self.localTime = localTime
    self.outcome = outcome
    self.reason = reason
    self.note = note
    self.accent = accent
    self.symbol = symbol
    self.initials = initials
    self.category = category
    self.categoryLabel = categoryLabel
    self.due = due
    self.by = by
    self.recordedAt = recordedAt
    self.enteredLate = enteredLate
    self.lateLabel = lateLabel
    self.clockSuspect = clockSuspect
    self.visit = visit
    self.version = version
    self.role = role
    self.accessibilityLabel = accessibilityLabel
    self.accessibilityHint = accessibilityHint
  }

  package static let members: [Member<TaskRow>] = [
    Member("task", { $0.task }, "The task's id."),
    Member("title", { $0.title }, "What it is called: a preset in the caller's language, else as it was typed."),
    Member("names", { $0.names }, "What else it may be called by: of a preset its id and its English title."),
    Member("checked", { $0.checked }, "Whether it is done."),
    Member("mark", { $0.mark }, "The same in a sign: ✓ done, ○ not done, ✗ not done with an outcome."),
    Member("tracksTime", { $0.tracksTime }, "Whether its time is recorded."),
    Member(
      optional: "time", { $0.time }, "\"10:30 AM\", or \"--:--\" where none is set; absent where none is recorded."),
    Member(nullable: "localTime", { $0.localTime }, "The time on the client's clocks, where one is set: 10:30."),
    Member(nullable: "outcome", { $0.outcome }, "Why it was not done."),
    Member(nullable: "reason", { $0.reason }, "Why that is so, in words."),
    Member(nullable: "note", { $0.note }, "What was noted."),
    Member("accent", { $0.accent }, "The token of its colour."),
    Member(nullable: "symbol", { $0.symbol }, "The token of its picture."),
    Member("initials", { $0.initials }, "Where there is no picture."),
    Member("category", { $0.category }, "What it is about."),
    Member("categoryLabel", { $0.categoryLabel }, "The same in words."),
    Member("due", { $0.due }, "Whether it is due on that day; in a day's rows always true."),
    Member(nullable: "by", { $0.by }, "Who recorded it last; null: nobody has."),
    Member(nullable: "recordedAt", { $0.recordedAt }, "When that was."),
    Member("enteredLate", { $0.enteredLate }, "Whether it was entered when the day was over."),
    Member(nullable: "lateLabel", { $0.lateLabel }, "The same in words: \"Entered late\"; null: it was not."),
    Member("clockSuspect", { $0.clockSuspect }, "Whether the clock that told when it was recorded was plainly wrong."),
    Member(nullable: "visit", { $0.visit }, "During which visit it was recorded."),
    Member("version", { $0.version }, "The record's version; 0: there is none."),
    Member("role", { $0.role }, "\"Checkbox\", in the caller's language."),
    Member("accessibilityLabel", { $0.accessibilityLabel }, "The row as a screen reader says it, without its role."),
    Member("accessibilityHint", { $0.accessibilityHint }, "What a tap does."),
  ]
}
