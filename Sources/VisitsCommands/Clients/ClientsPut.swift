import ArgumentParser
import JSON

/// What is known of a client. An empty text takes a value away.
struct ClientOptions: ParsableArguments {
  @OptionGroup var nameParts: NameOptions

  @Option(help: "Where visits take place.")
  var address: String?

  @OptionGroup var addressParts: AddressOptions

  @Option(help: "How to get in: where the key is.")
  var accessNote: String?

  @Option(help: "A telephone number.")
  var phone: String?

  @Option(help: "Whom to call in an emergency.")
  var emergencyContact: String?

  @Option(help: "The date of birth, such as 1941-03-09.")
  var birthDate: String?

  @Option(help: "The client's time zone, such as America/Edmonton.")
  var timeZone: String?

  @Flag(inversion: .prefixedNo, help: "Whether visits count as late sooner.")
  var timeCritical: Bool?

  @Flag(inversion: .prefixedNo, help: "Whether the client has died.")
  var deceased: Bool?

  @Option(
    name: .customLong("member-id"), parsing: .singleValue,
    help: ArgumentHelp(
      "A payer's id of the client, after the payer's key; repeat for each further one.", valueName: "payer=id"))
  var memberIDs: [String] = []

  /// The options by the members that they set.
  static let members =
    [
      ("--name", "name"), ("--address", "address"), ("--access-note", "accessNote"), ("--phone", "phone"),
      ("--emergency-contact", "emergencyContact"), ("--birth-date", "birthDate"), ("--time-zone", "timeZone"),
    ] + NameOptions.members + AddressOptions.members + [("--member-id", "memberIds")]

  /// Each given name is an option of its own.
  static func name(ofParameter parameter: String) -> String {
    switch parameter {
    case "givenNames": "--given-name"
    case "memberIds": "--member-id"
    default: OptionName.of(parameter: parameter)
    }
  }

  /// The parameters that are given.
  var params: JSONObject {
    var params: JSONObject = [
      "timeCritical": timeCritical.map { .bool($0) }, "deceased": deceased.map { .bool($0) },
    ]
    nameParts.add(to: &params)
    addressParts.add(to: &params)
    params.set(erasable: "address", address)
    params.set(erasable: "accessNote", accessNote)
    params.set(erasable: "phone", phone)
    params.set(erasable: "emergencyContact", emergencyContact)
    params.set(erasable: "birthDate", birthDate)
    params.set(erasable: "timeZone", timeZone)
    params.set(erasable: "memberIds", memberIDs)
    return params
  }
}

/// `visits clients add`.
struct ClientsAdd: VisitsSubcommand {
  static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a client.")

  @OptionGroup var person: NewPersonArgument
  @OptionGroup var client: ClientOptions
  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String { ClientOptions.name(ofParameter: parameter) }

  func run(in session: Session) throws {
    var params = client.params
    params["id"] = person.id?.json
    params["name"] = person.fullName.json
    try session.add(.client, params)
  }
}

/// `visits clients change`.
struct ClientsChange: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "change", abstract: "Change a client's details; an empty text removes a value.")

  @Argument(help: "An id, or a part of a name.", completion: .client)
  var id: String

  @Option(help: "The full name.")
  var name: String?

  @Flag(help: "Whether the client still receives care.")
  var activity: Activity?

  @OptionGroup var client: ClientOptions
  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  static func name(ofParameter parameter: String) -> String { ClientOptions.name(ofParameter: parameter) }

  func run(in session: Session) throws {
    var params = client.params
    params["name"] = name?.json
    params["active"] = activity.map { .bool($0 == .active) }
    try session.change(.client, id, options: ClientOptions.members, params)
  }
}
