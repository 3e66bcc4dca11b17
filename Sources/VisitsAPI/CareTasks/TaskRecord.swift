package import JSONRPC

/// `task.record`: what became of a task on a day.
package enum TaskRecord: Method {
  /// What `task.record` takes.
  package struct Parameters: ChangingParameters {
    /// Whose task.
    package let client: String
    /// Which day; default the one of `at` where the client is, which stands too for one that a device names before it has
    /// come.
    package let date: DayInput?
    /// Which task.
    package let task: String
    /// Whether it was done; left out: as it was.
    package let done: Bool?
    /// When, on the client's clocks; null takes the time away.
    package let time: Given<String>
    /// Why it was not done; null takes that away.
    package let outcome: Given<TaskOutcomeWord>
    /// Why that is so, in words; null takes the reason away.
    package let reason: Given<String>
    /// What to note; null takes the note away.
    package let note: Given<String>
    /// During which visit; left out: the one that the caller's worker was making there.
    package let visit: String?
    /// When it was recorded, by a device that was offline.
    package let at: Moment?
    /// The device's clock when it sent this.
    package let sentAt: Timestamp?
    /// How a typed `localAt` is to be read.
    package let typed: TypedTimeContext
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      client = try reader.required("client", .client, "Whose task.")
      date = try reader.day("date", "The care day; default the one of at, where the client is.")
      task = try reader.required("task", .task, "Which task.")
      done = try reader.optional("done", .flag, "Whether it was done; left out, that stays as it was.")
      time = try reader.nullable("time", .typed, "When it was done on the client's clocks: 10:30; null: no time.")
      outcome = try reader.nullable("outcome", .word(), "Why it was not done; null: for no reason that is told.")
      reason = try reader.nullable(
        "reason", reader.reportedWords(1, 2000),
        "Why that is so, in words, beside an outcome; a device's longer reason is cut to fit; null: no reason.")
      note = try reader.nullable(
        "note", reader.reportedWords(1, 2000), "What to note; a device's longer note is cut to fit; null: nothing.")
      visit = try reader.optional(
        "visit", .visit, "During which visit; default the one that the caller's worker was making there at that moment."
      )
      at = try reader.moment("at", "When it was recorded, by a device that was offline; default now.")
      sentAt = try reader.optional("sentAt", .instant, "The device's clock when it sent this.")
      typed = try reader.typedTimeContext()
      change = try reader.change()
    }
  }

  /// `{"row":…,"counter":"6/9"}`
  package struct Answer: WireObject {
    /// The row as it is since.
    package var row: TaskRow
    /// "6/9".
    package var counter: String
    /// How many are done.
    package var completed: Int
    /// How many are due.
    package var total: Int
    /// What a screen reader says of it.
    package var announcement: String

    package init(row: TaskRow, counter: String, completed: Int, total: Int, announcement: String) {
      self.row = row
      self.counter = counter
      self.completed = completed
      self.total = total
      self.announcement = announcement
    }

    package static let members: [Member<Answer>] = [
      Member("row", { $0.row }, "The row as it is since."),
      Member("counter", { $0.counter }, "The day's counter: \"6/9\"."),
      Member("completed", { $0.completed }, "How many of the day's tasks are done."),
      Member("total", { $0.total }, "How many are due, without those that were not called for."),
      Member("announcement", { $0.announcement }, "What a screen reader says of it."),
    ]
  }

  package static let name = "task.record"
  package static let summary =
    "Records of a client's task that it was done, when, or why not; what is left out stays as it was."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound, .versionConflict, .requestIdReused, .unavailable, .busy]
}
