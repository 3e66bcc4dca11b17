import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits devices list`.
struct DevicesList: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List enrolled and invited devices.")

  @Option(name: .shortAndLong, help: "Only this worker's.", completion: .worker)
  var worker: String?

  @Flag(help: "Also revoked devices, and expired invitations.")
  var all = false

  @Option(help: "The token that the previous page printed.")
  var after: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let page = try session.with(.worker, ifNamed: worker) { id in
      try session.read(
        "device.list", ["worker": id?.json, "all": all ? true : nil, "limit": 1000, "after": after?.json])
    }
    if session.wantsJSON { return session.print(page) }
    let devices = (page["devices"]?.array ?? []).map(DeviceWords.init)
    var sheet = Sheet(leading: 1)
    sheet.rows = devices.map(\.row)
    session.print(
      devices.isEmpty ? [session.screen.style(.dim, DevicePhrase.none.text)] : sheet.lines(on: session.screen))
    if let next = page["next"]?.string {
      session.tell("\(ProgramPhrase.moreFollowBelow.text)\n  --after \(next.onOneLine)")
    }
  }
}
