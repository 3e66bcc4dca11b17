import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// `visits emergency`: alarms from the field.
struct EmergencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emergency", abstract: "Raise, acknowledge, resolve or list emergencies.",
    subcommands: [
      EmergencyRaiseCommand.self, EmergencyAck.self, EmergencyResolveCommand.self, EmergencyListCommand.self,
    ],
    defaultSubcommand: EmergencyListCommand.self)
}

/// The emergency that a command is about.
struct EmergencyArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A worker, or the emergency's id; may be left out if only one is open.", valueName: "emergency"),
    completion: .openEmergency)
  var text: String?

  /// Looks it up. Nobody has time to look up ids: an emergency is named by its worker, or not at all when only one is
  /// open.
  func choose(in session: Session) throws -> EmergencyWords {
    let open = try session.read("emergency.list", ["open": true])["emergencies"]?.array?.map(EmergencyWords.init) ?? []
    guard let text else {
      switch open.count {
      case 1: return open[0]
      case 0: throw Failure(error: RPCError.noEmergency(EmergencyPhrase.noneIsOpen.text, id: ""))
      default: throw Self.several(open)
      }
    }
    let exact = open.filter { $0.isNamed(exactlyBy: text) }
    let found = exact.isEmpty ? open.filter { $0.isNamed(by: text) } : exact
    switch found.count {
    case 1: return found[0]
    // One that is over: the daemon says so.
    case 0 where text.utf8.count == 36: return EmergencyWords(["id": text.json])
    case 0:
      throw Failure(
        error: RPCError.noEmergency(EmergencyPhrase.noSuchOpen([.text: text]), id: text),
        advice: [EmergencyPhrase.seeOpen([.command: "\(Invocation.name) emergency list"])])
    default: throw Self.several(found)
    }
  }

  private static func several(_ open: [EmergencyWords]) -> Failure {
    Failure.usage(
      EmergencyPhrase.several(count: Int64(open.count)),
      advice: open.map { "\($0.id)  \(EmergencyPhrase.since([.name: $0.title, .time: $0.since]))" })
  }
}
