import ArgumentParser
import Catalog
import CommandCatalog

/// `visits workers link`.
struct WorkersLink: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Say which record of the agency's system a worker here is; without a worker, list who may be the same.",
    discussion: """
      If somebody else here already has that record, the two become one: the worker whom you name, who keeps id and \
      devices. What was recorded for either then belongs to that worker, and the other id still finds them. This \
      cannot be taken back; a link whose record has not come yet can, with --undo.
      """)

  @Argument(help: "An id, or a part of a name.", completion: .worker)
  var worker: String?

  @Argument(help: "The record: Practitioner/123, or its whole address.")
  var record: String?

  @Flag(help: "Take back a link whose record has not come yet.")
  var undo = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard worker == nil || (record == nil) == undo else {
      throw ValidationError(ParserPhrase.missingArgument([.option: "<record>"]))
    }
    guard worker != nil || !undo else { throw ValidationError(ParserPhrase.missingArgument([.option: "<worker>"])) }
  }

  func run(in session: Session) throws {
    guard let worker else { return try session.duplicates(.worker) }
    try session.link(.worker, worker, to: record)
  }
}

/// `visits workers duplicates`.
struct WorkersDuplicates: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates", abstract: "List workers here who may be workers of the agency's system, and why.")

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws { try session.duplicates(.worker) }
}
