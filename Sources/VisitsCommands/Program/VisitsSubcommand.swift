import ArgumentParser
import JSONRPC

/// A command that asks the daemon something.
protocol VisitsSubcommand: ParsableCommand {
  /// What every command takes.
  var options: GlobalOptions { get }
  /// Does what the person asked.
  func run(in session: Session) throws
}
