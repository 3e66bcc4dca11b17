import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// `visits devices invite`.
struct DevicesInvite: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "Create a code that a worker types on their device, valid once and for a limited time.")

  @Argument(help: "The worker: an id, or a part of a name.", completion: .worker)
  var worker: String

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let answer = try session.with(.worker, worker) { try session.change("device.invite", ["worker": $0.json]) }
    if session.wantsJSON {
      return session.print(answer, undo: answer["device"].map { Self.undo(DeviceWords($0)) })
    }
    guard let json = answer["device"] else { throw Failure.unfit("device.invite") }
    let device = DeviceWords(json)
    guard let code = answer["code"]?.string?.onOneLine else {
      throw Failure(
        error: RPCError(code: 1503, kind: "unavailable", message: DevicePhrase.codeGone.text),
        advice: [DevicePhrase.inviteAgain([.command: "\(Invocation.name) devices invite \(device.worker)"])])
    }
    session.print(
      session.screen.paragraph(
        DevicePhrase.invited([.name: device.title]), .bold, indent: 2, first: session.screen.style(.green, "✓ ")))
    session.print("")
    session.print(session.screen.paragraph(code, .bold, indent: 4))
    session.print("")
    session.print(
      session.screen.paragraph(
        DevicePhrase.typeUntil([.time: device.expires]), indent: 2))
    let undo = Self.undo(device)
    session.print(session.screen.paragraph(undo.line, .dim, indent: 2))
    session.remember(undo)
  }

  private static func undo(_ device: DeviceWords) -> Undo {
    .command(device.revocation(DevicePhrase.invitedByMistake.text))
  }
}
