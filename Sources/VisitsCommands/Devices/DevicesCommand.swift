import ArgumentParser

/// `visits devices`: the workers' phones.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Invite a worker's device, list those that there are, take one's access away.",
    subcommands: [DevicesList.self, DevicesInvite.self, DevicesRevoke.self], defaultSubcommand: DevicesList.self)
}
