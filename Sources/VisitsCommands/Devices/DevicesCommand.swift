import ArgumentParser
import JSONRPC

/// `visits devices`: the workers' phones.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "Invite a worker's device, list those that there are, take one's access away.",
    subcommands: [DevicesList.self, DevicesInvite.self, DevicesRevoke.self], defaultSubcommand: DevicesList.self)
}

/// `visits devices list`.
struct DevicesList: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the devices that may call, and those that are invited.")

  @Option(name: .shortAndLong, help: "Only this worker's.", completion: .worker)
  var worker: String?

  @Flag(help: "Also those that were revoked, or invited in vain.")
  var all = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let page = try session.with(.worker, ifNamed: worker) { id in
      try session.read("device.list", ["worker": id?.json, "all": all ? true : nil, "limit": 1000])
    }
    if session.wantsJSON { return session.print(page) }
    let devices = (page["devices"]?.array ?? []).map(DeviceWords.init)
    var sheet = Sheet(leading: 1)
    sheet.rows = devices.map(\.row)
    session.print(
      devices.isEmpty ? [session.screen.style(.dim, "No devices")] : sheet.lines(on: session.screen))
    if let next = page["next"]?.string {
      session.tell("More follow: \(Invocation.name) call device.list '{\"after\":\"\(next)\"}'")
    }
  }
}

/// `visits devices invite`.
struct DevicesInvite: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Make a code that a worker types on their device, once and for a time.")

  @Argument(help: "Whose device: an id, or a part of a name.", completion: .worker)
  var worker: String

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let answer = try session.with(.worker, worker) { try session.change("device.invite", ["worker": $0.json]) }
    if session.wantsJSON { return session.print(answer) }
    guard let json = answer["device"] else { throw Failure.unfit("device.invite") }
    let device = DeviceWords(json)
    guard let code = answer["code"]?.string?.onOneLine else {
      throw Failure(
        error: RPCError(code: 1503, kind: "unavailable", message: "The code of this invitation is not known any more."),
        advice: ["Invite again: \(Invocation.name) devices invite \(device.worker)"])
    }
    session.print(
      session.screen.paragraph(
        "\(device.title) is invited", .bold, indent: 2, first: session.screen.style(.green, "✓ ")))
    session.print("")
    session.print(session.screen.paragraph(code, .bold, indent: 4))
    session.print("")
    session.print(
      session.screen.paragraph(
        "To be typed on the device until \(device.expires). It is shown this once.", indent: 2))
    session.print(session.screen.paragraph("Undo: \(device.revocation("Invited by mistake"))", .dim, indent: 2))
  }
}

/// `visits devices revoke`.
struct DevicesRevoke: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Take a device's access away for good.")

  @Argument(
    help: "An id as list shows it, or its beginning or end; or a worker who has one device only.", completion: .worker)
  var device: String

  @Option(name: .shortAndLong, help: "Why: lost, replaced, has left.")
  var reason: String

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let device = try choose(in: session)
    let answer = try session.change(
      "device.revoke", ["device": device.id.json, "reason": reason.json, "expectedVersion": device.json["version"]])
    if session.wantsJSON { return session.print(answer) }
    guard let json = answer["device"] else { throw Failure.unfit("device.revoke") }
    session.print(
      session.screen.paragraph(
        "\(DeviceWords(json).sentence): its access is taken away", .bold, indent: 2,
        first: session.screen.style(.green, "✓ ")))
    session.print(
      session.screen.paragraph("Invite another: \(Invocation.name) devices invite \(device.worker)", .dim, indent: 2))
  }

  private func choose(in session: Session) throws -> DeviceWords {
    let found = try session.readAll("device.list", "devices").map(DeviceWords.init).filter { $0.isNamed(by: device) }
    switch found.count {
    case 1: return found[0]
    case 0:
      throw Failure(
        error: RPCError(
          code: 1404, kind: "notFound", message: "No device is \"\(device)\".",
          data: ["thing": "device", "id": device.json]),
        advice: ["See which there are: \(Invocation.name) devices"])
    default:
      throw Failure.usage(
        "\"\(device)\" may be any of \(found.count) devices; name one by its id.",
        advice: found.map { "\($0.id)  \($0.sentence)" })
    }
  }
}
