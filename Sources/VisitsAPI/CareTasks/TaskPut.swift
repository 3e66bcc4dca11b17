package import JSONRPC

/// `task.put`: a care task, new or changed.
package enum TaskPut: Method {
  /// What `task.put` takes.
  package struct Parameters: ChangingParameters {
    /// Whose task.
    package let client: String
    /// The one to change; `nil`: a new one.
    package let task: String?
    /// What it is called.
    package let title: String?
    /// The preset that it is made from.
    package let preset: TaskPresetWord?
    /// What it is about.
    package let category: TaskCategoryWord?
    /// Whether its time is recorded.
    package let tracksTime: Bool?
    /// On which days it is due; null: each day.
    package let condition: Given<TaskConditionValue>
    /// From which day on that holds.
    package let from: DayInput?
    /// The colour's token.
    package let accent: AccentWord?
    /// A picture's token; null: the initials.
    package let symbol: Given<String>
    /// The place among the client's tasks, 1 the first.
    package let order: Int?
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      client = try reader.required("client", .client, "Whose task.")
      task = try reader.optional("task", .task, "The task to change; left out: a new one.")
      title = try reader.optional(
        "title", .words(1, 200), "What it is called; this or preset is needed for a new one.")
      preset = try reader.optional(
        "preset", .word(), "One that comes with the program, titled in every language; gives what is left out.")
      category = try reader.optional("category", .word(), "What it is about; default the preset's, else other.")
      tracksTime = try reader.optional(
        "tracksTime", .flag, "Whether the time at which it was done is recorded; default the preset's, else false.")
      condition = try reader.nullable(
        "condition", .taskCondition, "On which days it is due; null: each day. A retired task is active again by it.")
      from = try reader.day(
        "from", "The first day for which the condition holds; default today, or tomorrow once today's is recorded.")
      accent = try reader.optional("accent", .word(), "The token of its colour; default the preset's, else slate.")
      symbol = try reader.nullable("symbol", .symbol, "The token of its picture; null: its initials stand there.")
      order = try reader.optional("order", .integer(1...1000), "Its place among the client's tasks, 1 the first.")
      change = try reader.change()
    }
  }

  package typealias Answer = TaskAnswer

  package static let name = "task.put"
  package static let summary =
    "Adds a care task to a client's routine or changes one; what is left out stays, and so does what was recorded."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .versionConflict, .requestIdReused, .unavailable, .busy]
}
