import ArgumentParser
import Catalog
import CommandCatalog

/// `visits clients link`.
struct ClientsLink: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Say which record of the agency's system a client here is; without a client, list who may be the same.",
    discussion: """
      If somebody else here already has that record, the two become one: the client whom you name, who keeps id and \
      devices. What was recorded for either then belongs to that client, and the other id still finds them. This \
      cannot be taken back; a link whose record has not come yet can, with --undo.
      """)

  @Argument(help: "An id, or a part of a name.", completion: .client)
  var client: String?

  @Argument(help: "The record: Patient/456, or its whole address.")
  var record: String?

  @Flag(help: "Take back a link whose record has not come yet.")
  var undo = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard client == nil || (record == nil) == undo else {
      throw ValidationError(ParserPhrase.missingArgument([.option: "<record>"]))
    }
    guard client != nil || !undo else { throw ValidationError(ParserPhrase.missingArgument([.option: "<client>"])) }
  }

  func run(in session: Session) throws {
    guard let client else { return try session.duplicates(.client) }
    try session.link(.client, client, to: record)
  }
}

/// `visits clients duplicates`.
struct ClientsDuplicates: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates", abstract: "List clients here who may be clients of the agency's system, and why.")

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws { try session.duplicates(.client) }
}
