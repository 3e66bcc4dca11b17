import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits backup`: a copy of everything in a file of its own.
struct BackupCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the whole schedule into a file on the daemon's host.",
    discussion: """
      The copy is checked, and delays no other call. It lies in the folder backups of the daemon's state folder; \
      `visitsd restore FILE` restores it. A large schedule takes longer: raise --timeout.
      """)

  @Option(help: ArgumentHelp("The file's name, ending in .sqlite; by default it holds the time.", valueName: "name"))
  var name: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let backup = try session.change("system.backup", ["name": name.map(JSONValue.string)])
    if session.wantsJSON { return session.print(backup) }
    let size = backup["bytes"]?.integer.map(Amount.bytes) ?? "?"
    session.print(ProgramPhrase.backedUp([.path: backup["path"]?.string?.onOneLine ?? "?", .size: size]))
  }
}
