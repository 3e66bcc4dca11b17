import VisitsService

/// A command of the operator's, and where it is set.
struct ConfiguredCommand: Sendable {
  /// Where it is set: `alerts.command`, or `tier 1 of emergency.tiers`.
  let place: String
  /// The command.
  let command: Command
}

extension Settings {
  /// The commands that page in an emergency or receive alerts.
  var commands: [ConfiguredCommand] {
    let tiers = emergency.tiers.enumerated().map { index, tier in
      ConfiguredCommand(
        place: "tier \(index + 1) of emergency.tiers",
        command: Command(program: tier.program, arguments: tier.arguments))
    }
    guard let program = alerts.command.first else { return tiers }
    let command = Command(program: program, arguments: Array(alerts.command.dropFirst()))
    return tiers + [ConfiguredCommand(place: "alerts.command", command: command)]
  }
}
