import ArgumentParser
import JSON

/// `visits tasks done`.
struct TasksDoneCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Check a task: it was done, at a time if one is told.")

  @OptionGroup var task: RecordedTaskArgument

  @Option(parsing: .unconditional, help: "When, on the client's clocks, such as 10:30; \"\" takes the time away.")
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
    commandName: "undo", abstract: "Uncheck a task, and take its time, its reason and its note away.")

  @OptionGroup var task: RecordedTaskArgument

  @Option(parsing: .unconditional, help: "A time that is to stand there all the same.")
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
    commandName: "refused", abstract: "Record that the client did not want a task.")
  static let outcome = "refused"

  @OptionGroup var task: RecordedTaskArgument
  @Option(name: .shortAndLong, help: "Why, in words; \"\" takes it away.")
  var reason: String?
  @OptionGroup(title: "Everywhere") var options: GlobalOptions
}

/// `visits tasks not-needed`.
struct TasksNotNeededCommand: OutcomeCommand {
  static let configuration = CommandConfiguration(
    commandName: "not-needed", abstract: "Record that a task was not called for.")
  static let outcome = "notNeeded"

  @OptionGroup var task: RecordedTaskArgument
  @Option(name: .shortAndLong, help: "Why, in words; \"\" takes it away.")
  var reason: String?
  @OptionGroup(title: "Everywhere") var options: GlobalOptions
}

/// `visits tasks unable`.
struct TasksUnableCommand: OutcomeCommand {
  static let configuration = CommandConfiguration(
    commandName: "unable", abstract: "Record that a task could not be done.")
  static let outcome = "unable"

  @OptionGroup var task: RecordedTaskArgument
  @Option(name: .shortAndLong, help: "Why, in words; \"\" takes it away.")
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
