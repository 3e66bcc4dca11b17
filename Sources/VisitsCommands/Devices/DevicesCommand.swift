import ArgumentParser

/// `visits devices`: the workers' phones.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Invite, list and revoke workers' devices.",
    subcommands: [DevicesList.self, DevicesInvite.self, DevicesRevoke.self], defaultSubcommand: DevicesList.self)
}
