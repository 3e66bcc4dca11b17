import ArgumentParser
import JSON

/// `visits tasks done`.
struct TasksDoneCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Check off a task as done, with the time if you give one.")

  @OptionGroup var task: RecordedTaskArgument

  @Option(parsing: .unconditional, help: "The time at the client's, such as 10:30; \"\" removes it.")
  var at: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String {
    parameter == "time" ? "--at" : OptionName.of(parameter: parameter)
  }

  func run(in session: Session) throws {
    var change: JSONObject = ["done": true]
    change.set(erasable: "time", at.map(TypedDayWords.inEnglish))
    try task.record(in: session, change)
  }
}

/// `visits tasks undo`.
struct TasksUndoCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Uncheck a task, and remove its time, reason and note.")

  @OptionGroup var task: RecordedTaskArgument

  @Option(parsing: .unconditional, help: "A time to keep on the unchecked task.")
  var at: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String {
    parameter == "time" ? "--at" : OptionName.of(parameter: parameter)
  }

  func run(in session: Session) throws {
    try task.record(
      in: session,
      [
        "done": false, "outcome": .null, "time": at.map { .string(TypedDayWords.inEnglish($0)) } ?? .null,
        "note": .null,
      ])
  }
}

/// `visits tasks refused`.
struct TasksRefusedCommand: OutcomeCommand {
  static let configuration = CommandConfiguration(
    commandName: "refused", abstract: "Record that the client refused a task.")
  static let outcome = "refused"

  @OptionGroup var task: RecordedTaskArgument
  @Option(name: .shortAndLong, help: "The reason; \"\" removes it.")
  var reason: String?
  @OptionGroup(title: "Everywhere") var options: GlobalOptions
}

/// `visits tasks not-needed`.
struct TasksNotNeededCommand: OutcomeCommand {
  static let configuration = CommandConfiguration(
    commandName: "not-needed", abstract: "Record that a task was not needed.")
  static let outcome = "notNeeded"

  @OptionGroup var task: RecordedTaskArgument
  @Option(name: .shortAndLong, help: "The reason; \"\" removes it.")
  var reason: String?
  @OptionGroup(title: "Everywhere") var options: GlobalOptions
}

/// `visits tasks unable`.
struct TasksUnableCommand: OutcomeCommand {
  static let configuration = CommandConfiguration(
    commandName: "unable", abstract: "Record that a task could not be done.")
  static let outcome = "unable"

  @OptionGroup var task: RecordedTaskArgument
  @Option(name: .shortAndLong, help: "The reason; \"\" removes it.")
  var reason: String?
  @OptionGroup(title: "Everywhere") var options: GlobalOptions
}

/// A command that records why a task was not done.
protocol OutcomeCommand: VisitsSubcommand {
  /// The outcome, as the API names it.
  static var outcome: String { get }
  /// The task.
  var task: RecordedTaskArgument { get }
  /// Why.
  var reason: String? { get }
}

extension OutcomeCommand {
  func run(in session: Session) throws {
    var change: JSONObject = ["outcome": .string(Self.outcome)]
    change.set(erasable: "reason", reason)
    try task.record(in: session, change)
  }
}
