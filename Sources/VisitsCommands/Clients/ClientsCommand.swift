import ArgumentParser
import CommandCatalog
import JSON

/// `visits clients`: those who receive care.
struct ClientsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clients", abstract: "List, show, add, change and link clients.",
    subcommands: [
      ClientsList.self, ClientsShow.self, ClientsAdd.self, ClientsChange.self, ClientsLink.self,
      ClientsDuplicates.self,
    ],
    defaultSubcommand: ClientsList.self)
}

/// `visits clients list`.
struct ClientsList: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List clients by name.", aliases: ["find"])

  @Argument(help: "A part of an id or a name.", completion: .client)
  var match: String?

  @Option(name: .shortAndLong, help: "Only this worker's.", completion: .worker)
  var worker: String?

  @Flag(help: "Also those who have left.")
  var all = false

  @Option(help: "The token that the previous page printed.")
  var after: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    try session.with(.worker, ifNamed: worker) {
      try session.list(.client, match: match, all: all, of: $0, after: after, detail: "address")
    }
  }
}

/// `visits clients show`.
struct ClientsShow: VisitsSubcommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a client.")

  @Argument(help: "An id, or a part of a name.", completion: .client)
  var client: String

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    try session.show(
      .client, client,
      facts: [
        (.address, "address")
      ] + PersonFacts.area + [
        (.access, "accessNote"), (.phone, "phone"), (.emergencyContact, "emergencyContact"),
        (.age, "age"), (.birthDate, "birthDate"), (.timeZone, "timeZone"), (.timeCritical, "timeCritical"),
        (.deceased, "deceased"),
      ] + PersonFacts.name + [(.memberIDs, "memberIds")]
    ) { id in
      // Not everybody may read sessions; what is known of the client is shown in any case.
      let last = (try? session.read("session.list", ["client": id.json, "limit": 1]))?["sessions"]?.array?.first
      return [(.lastSession, last.map { SessionWords($0).brief })]
    }
  }
}
