import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// `visits devices revoke`.
struct DevicesRevoke: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Revoke a device's access for good.")

  @Argument(
    help: "An id as list shows it, or its beginning or end; or a worker who has only one device.", completion: .worker)
  var device: String

  @Option(name: .shortAndLong, help: "Why: lost, replaced, has left.", completion: .revocationReason)
  var reason: String

  @Flag(help: "The device is lost or stolen: refuse its reports too.")
  var lost = false

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let device = try choose(in: session)
    let answer = try session.change(
      "device.revoke",
      [
        "device": device.id.json, "reason": reason.json, "lost": lost ? true : nil,
        "expectedVersion": device.json["version"],
      ])
    session.rememberForGood()
    if session.wantsJSON { return session.print(answer) }
    guard let json = answer["device"] else { throw Failure.unfit("device.revoke") }
    session.print(
      session.screen.paragraph(
        DevicePhrase.revoked([.name: DeviceWords(json).sentence]), .bold, indent: 2,
        first: session.screen.style(.green, "✓ ")))
    if !lost, device.state == "enrolled" {
      let ending = device.revocation(reason) + " --lost"
      session.print(session.screen.paragraph(DevicePhrase.stillReports([.command: ending]), indent: 2))
    }
    let next = DevicePhrase.inviteAnother([.command: "\(Invocation.name) devices invite \(device.worker)"])
    session.print(session.screen.paragraph(next, .dim, indent: 2))
  }

  private func list(_ params: JSONObject = JSONObject(), in session: Session) throws -> [DeviceWords] {
    try session.readAll("device.list", "devices", params).map(DeviceWords.init).filter { $0.isNamed(by: device) }
  }

  private func choose(in session: Session) throws -> DeviceWords {
    // A device that was revoked before may turn out to be lost. A worker's name must not end another device instead.
    let found =
      lost
      ? try list(["all": true], in: session).filter { $0.state != "invited" && $0.state != "expired" }
      : try list(in: session)
    switch found.count {
    case 1: return found[0]
    case 0:
      throw Failure(
        error: RPCError(
          code: 1404, kind: "notFound", message: DevicePhrase.noSuch([.text: device]),
          data: ["thing": "device", "id": device.json]),
        advice: [ProgramPhrase.seeWhichThereAre([.command: "\(Invocation.name) devices"])])
    default:
      throw Failure.usage(
        DevicePhrase.ambiguous(count: Int64(found.count), [.text: device]),
        advice: found.map { "\($0.id)  \($0.sentence)" })
    }
  }
}
