package import JSONRPC

/// `task.stats`: streaks and trends of a client's care tasks.
package enum TaskStats: Method {
  /// What `task.stats` takes.
  package struct Parameters: MethodParameters {
    /// Whose.
    package let client: String
    /// Which task alone.
    package let task: String?
    /// The last day that counts.
    package let until: DayInput?
    /// How many days the series has.
    package let days: Int?
    /// Whether retired ones too.
    package let includeRetired: Bool?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      client = try reader.required("client", .client, "Whose tasks.")
      task = try reader.optional("task", .task, "Only this one.")
      until = try reader.day("until", "The last day that counts; default today where the client is.")
      days = try reader.optional("days", .integer(1...366), "How many days the series has; default 30.")
      includeRetired = try reader.optional("includeRetired", .flag, "Also tasks that are retired on that day.")
    }
  }

  package typealias Answer = TaskStatsView

  package static let name = "task.stats"
  package static let summary =
    "How well a client's care tasks are kept: streaks, completion rates, and a series of days for a chart."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}

/// Streaks and trends (`screens.md`; seed 003).
package struct TaskStatsView: WireObject {
  /// Of one task, or of all together.
  package struct Figures: WireObject {
    /// Days in a row up to now on which all that was due was done.
    package var currentStreak: Int
    /// "5 days".
    package var currentStreakLabel: String
    /// The longest such row.
    package var longestStreak: Int
    /// "12 days".
    package var longestStreakLabel: String
    /// How much was done in the last 7 days.
    package var rate7: Rate
    /// In the last 30 days.
    package var rate30: Rate
    /// In the last 90 days.
    package var rate90: Rate
    /// Day by day.
    package var series: [Point]
    /// All of it as a screen reader says it.
    package var spoken: String

    package init(
      currentStreak: Int, currentStreakLabel: String, longestStreak: Int, longestStreakLabel: String, rate7: Rate,
      rate30: Rate, rate90: Rate, series: [Point], spoken: String
    ) {
      self.currentStreak = currentStreak
      self.currentStreakLabel = currentStreakLabel
      self.longestStreak = longestStreak
      self.longestStreakLabel = longestStreakLabel
      self.rate7 = rate7
      self.rate30 = rate30
      self.rate90 = rate90
      self.series = series
      self.spoken = spoken
    }

    package static let members: [Member<Figures>] = [
      Member("currentStreak", { $0.currentStreak }, "Days in a row up to now on which all that was due was done."),
      Member("currentStreakLabel", { $0.currentStreakLabel }, "The same in words."),
      Member("longestStreak", { $0.longestStreak }, "The longest such row ever."),
      Member("longestStreakLabel", { $0.longestStreakLabel }, "The same in words."),
      Member("rate7", { $0.rate7 }, "What was done in the last 7 days; today counts as far as it is done."),
      Member("rate30", { $0.rate30 }, "The same in the last 30 days."),
      Member("rate90", { $0.rate90 }, "The same in the last 90 days."),
      Member("series", { $0.series }, "Day by day, for a chart."),
      Member("spoken", { $0.spoken }, "The figures as a screen reader says them."),
    ]
  }

  /// How much was done of what was due.
  package struct Rate: WireObject, Hashable {
    /// Done.
    package var done: Int
    /// Due.
    package var due: Int
    /// Percent; null: nothing was due.
    package var percent: Int?
    /// "86%"; "–" where nothing was due.
    package var label: String

    package init(done: Int, due: Int, percent: Int?, label: String) {
      self.done = done
      self.due = due
      self.percent = percent
      self.label = label
    }

    package static let members: [Member<Rate>] = [
      Member("done", { $0.done }, "How much was done."),
      Member("due", { $0.due }, "How much was due."),
      Member(nullable: "percent", { $0.percent }, "Percent, to the nearest whole; null: nothing was due."),
      Member("label", { $0.label }, "The same in words."),
    ]
  }

  /// One day of the series.
  package struct Point: WireObject, Hashable {
    /// The care day.
    package var date: String
    /// How much was due.
    package var due: Int
    /// How much of it was done.
    package var done: Int

    package init(date: String, due: Int, done: Int) {
      self.date = date
      self.due = due
      self.done = done
    }

    package static let members: [Member<Point>] = [
      Member("date", { $0.date }, "The care day."),
      Member("due", { $0.due }, "How much was due; 0: nothing, the day does not count."),
      Member("done", { $0.done }, "How much of it was done."),
    ]
  }

  /// One task's figures.
  package struct OfTask: WireObject {
    /// The task.
    package var task: String
    /// What it is called.
    package var title: String
    /// The colour's token.
    package var accent: AccentWord
    /// A picture's token.
    package var symbol: String?
    /// Where there is no picture.
    package var initials: String
    /// False: it is retired.
    package var active: Bool
    /// Its figures.
    package var figures: Figures

    package init(
      task: String, title: String, accent: AccentWord, symbol: String?, initials: String, active: Bool,
      figures: Figures
    ) {
      self.task = task
      self.title = title
      self.accent = accent
      self.symbol = symbol
      self.initials = initials
      self.active = active
      self.figures = figures
    }

    package static let members: [Member<OfTask>] = [
      Member("task", { $0.task }, "The task's id."),
      Member("title", { $0.title }, "What it is called."),
      Member("accent", { $0.accent }, "The token of its colour."),
      Member(nullable: "symbol", { $0.symbol }, "The token of its picture."),
      Member("initials", { $0.initials }, "Where there is no picture."),
      Member("active", { $0.active }, "False: it is retired on that day."),
      Member("figures", { $0.figures }, "Its figures."),
    ]
  }

  /// Whose.
  package var client: String
  /// The client's name.
  package var name: String
  /// The last day that counts.
  package var until: String
  /// "November 20, 2026".
  package var heading: String
  /// All tasks together: a day is kept when all that was due was done.
  package var all: Figures
  /// Each task, in the client's order.
  package var tasks: [OfTask]

  package init(client: String, name: String, until: String, heading: String, all: Figures, tasks: [OfTask]) {
    self.client = client
    self.name = name
    self.until = until
    self.heading = heading
    self.all = all
    self.tasks = tasks
  }

  package static let members: [Member<TaskStatsView>] = [
    Member("client", { $0.client }, "Whose."),
    Member("name", { $0.name }, "The client's name."),
    Member("until", { $0.until }, "The last day that counts."),
    Member("heading", { $0.heading }, "The same in words."),
    Member("all", { $0.all }, "All tasks together: a day is kept when all that was due was done."),
    Member("tasks", { $0.tasks }, "Each task, in the client's order."),
  ]
}
