import ArgumentParser
import JSON

/// What is known of a worker. An empty text takes a value away.
struct WorkerOptions: ParsableArguments {
  @OptionGroup var nameParts: NameOptions

  @Option(help: "A telephone number.")
  var phone: String?

  @Option(help: "The worker's time zone, such as America/Edmonton.")
  var timeZone: String?

  @Option(help: "The worker's language, such as en or pt-BR.", completion: .language)
  var language: String?

  @Option(
    name: .customLong("identifier"), parsing: .singleValue,
    help: ArgumentHelp(
      "An aggregator's id: code=, license=, registry=, or ssn= and five digits; repeat for each further one.",
      valueName: "kind=id"))
  var identifiers: [String] = []

  /// The options by the members that they set.
  static let members =
    [
      ("--name", "name"), ("--phone", "phone"), ("--time-zone", "timeZone"), ("--language", "locale"),
    ] + NameOptions.members + [("--identifier", "identifiers")]

  /// A worker's own language is no `--locale`, which is that of the answer.
  static func name(ofParameter parameter: String) -> String {
    switch parameter {
    case "locale": "--language"
    case "givenNames": "--given-name"
    case "identifiers": "--identifier"
    default: OptionName.of(parameter: parameter)
    }
  }

  /// The parameters that are given.
  var params: JSONObject {
    var params = JSONObject()
    nameParts.add(to: &params)
    params.set(erasable: "phone", phone)
    params.set(erasable: "timeZone", timeZone)
    params.set(erasable: "locale", language)
    params.set(erasable: "identifiers", identifiers)
    return params
  }
}

/// `visits workers add`.
struct WorkersAdd: VisitsSubcommand {
  static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a worker.")

  @OptionGroup var person: NewPersonArgument
  @OptionGroup var worker: WorkerOptions
  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String { WorkerOptions.name(ofParameter: parameter) }

  func run(in session: Session) throws {
    var params = worker.params
    params["id"] = person.id?.json
    params["name"] = person.fullName.json
    try session.add(.worker, params)
  }
}

/// `visits workers change`.
struct WorkersChange: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "change", abstract: "Change a worker's details; an empty text removes a value.")

  @Argument(help: "An id, or a part of a name.", completion: .worker)
  var id: String

  @Option(help: "The full name.")
  var name: String?

  @Flag(help: "Whether the worker still works here.")
  var activity: Activity?

  @OptionGroup var worker: WorkerOptions
  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String { WorkerOptions.name(ofParameter: parameter) }

  func run(in session: Session) throws {
    var params = worker.params
    params["name"] = name?.json
    params["active"] = activity.map { .bool($0 == .active) }
    try session.change(.worker, id, options: WorkerOptions.members, params)
  }
}
