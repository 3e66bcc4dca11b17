import ArgumentParser
import JSON

/// A command that asks the daemon something.
protocol VisitsSubcommand: ParsableCommand {
  /// What every command takes.
  var options: GlobalOptions { get }
  /// How its command line names a parameter of the API.
  static func name(ofParameter parameter: String) -> String
  /// Does what the person asked.
  func run(in session: Session) throws
}

extension VisitsSubcommand {
  static func name(ofParameter parameter: String) -> String { OptionName.of(parameter: parameter) }
}

/// A command that plans when a worker is where, and so can be in another visit's way.
protocol PlanningSubcommand: VisitsSubcommand {
  /// Whether that is allowed.
  var allowOverlap: Bool { get }
}
