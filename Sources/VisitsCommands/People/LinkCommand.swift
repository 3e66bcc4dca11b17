import ArgumentParser
import Catalog
import CommandCatalog

/// People of one kind, as the commands name them that link them to records of the agency's system.
protocol LinkedPeople {
  /// The kind.
  static var kind: PersonKind { get }
  /// What completes one of them.
  static var completion: CompletionKind { get }
  /// A record of theirs.
  static var recordExample: String { get }
}

/// `visits workers link` and `visits clients link`.
struct LinkCommand<People: LinkedPeople>: VisitsSubcommand {
  static var configuration: CommandConfiguration {
    let noun = People.kind.rawValue
    return CommandConfiguration(
      commandName: "link",
      abstract:
        "Link a \(noun) to a record of the agency's system; without a \(noun), list possible matches.",
      discussion: """
        If another \(noun) here already has that record, the two are merged: the \(noun) whom you name keeps id and \
        devices. All records of both then belong to that \(noun), and the other id still finds them. A merge cannot be \
        undone; a link whose record has not arrived yet can, with --undo.
        """)
  }

  @Argument(
    help: ArgumentHelp("An id, or a part of a name.", valueName: People.kind.rawValue), completion: People.completion)
  var person: String?

  @Argument(help: "The record: \(People.recordExample), or its full address.")
  var record: String?

  @Flag(help: "Undo a link whose record has not arrived yet.")
  var undo = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard person == nil || (record == nil) == undo else {
      throw ValidationError(ParserPhrase.missingArgument([.option: "<record>"]))
    }
    guard person != nil || !undo else {
      throw ValidationError(ParserPhrase.missingArgument([.option: "<\(People.kind.rawValue)>"]))
    }
  }

  func run(in session: Session) throws {
    guard let person else { return try session.duplicates(People.kind) }
    try session.link(People.kind, person, to: record)
  }
}

/// `visits workers duplicates` and `visits clients duplicates`.
struct DuplicatesCommand<People: LinkedPeople>: VisitsSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "duplicates",
      abstract:
        "List \(People.kind.plural) here who may also be in the agency's system, and why.")
  }

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws { try session.duplicates(People.kind) }
}
