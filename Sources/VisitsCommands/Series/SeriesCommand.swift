import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// `visits series`: visits that recur.
struct SeriesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "series", abstract: "List, show, change and end visits that recur; add --repeat makes them.",
    subcommands: [
      SeriesListCommand.self, SeriesShowCommand.self, SeriesChangeCommand.self, SeriesSkipCommand.self,
      SeriesUnskipCommand.self, SeriesEndCommand.self,
    ],
    defaultSubcommand: SeriesListCommand.self)
}

/// The series that a command is about.
struct SeriesArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A series' id or its end as list shows it, or a part of the client's name.", valueName: "series"),
    completion: .series)
  var text: String?

  @Option(
    help: ArgumentHelp("One of its visits instead; the change applies from that visit on.", valueName: "visit"),
    completion: .visit)
  var visit: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional, help: "The first day of the change; default today.",
    completion: .day)
  var from: String?

  func validate() throws {
    guard (text == nil) != (visit == nil) else {
      throw ValidationError(SeriesPhrase.nameOne.text)
    }
    guard visit == nil || from == nil else { throw ValidationError(SeriesPhrase.visitTellsTheDay.text) }
  }

  /// Looks it up.
  ///
  /// - Returns: the series as it is, and the parameters that name it and the day.
  func choose(in session: Session) throws -> (before: SeriesWords, params: JSONObject) {
    if let visit {
      let chosen = try session.visit(visit, of: nil)
      guard let id = chosen.before["series"]?.string else {
        throw Failure.usage(
          SeriesPhrase.notInSeries.text,
          advice: [SeriesPhrase.changeAlone([.command: "\(Invocation.name) move \(Undo.name(chosen))"])])
      }
      return (try session.series(id), ["visit": chosen.id.json])
    }
    let before = try session.series(text ?? "")
    var params: JSONObject = ["series": before.id.json]
    params.set(day: "from", from)
    return (before, params)
  }
}

extension Session {
  /// The series that a text names: an id, the beginning or end of one, or a part of the client's name.
  func series(_ text: String) throws -> SeriesWords {
    if text.utf8.count == 36 {
      guard let json = try read("series.show", ["series": text.json])["series"] else {
        throw Failure.unfit("series.show")
      }
      return SeriesWords(json)
    }
    let found = (try read("series.list", ["match": text.json, "limit": 1000])["series"]?.array ?? [])
      .map(SeriesWords.init)
    let named = found.filter { $0.id.hasPrefix(text.lowercased()) || $0.id.hasSuffix(text.lowercased()) }
    let candidates = text.utf8.count >= 4 && !named.isEmpty ? named : found
    switch candidates.count {
    case 1: return candidates[0]
    case 0:
      throw Failure(
        error: RPCError(
          code: 1404, kind: "notFound", message: SeriesPhrase.noSuch([.text: text]),
          data: ["thing": "series", "id": text.json]),
        advice: [ProgramPhrase.seeWhichThereAre([.command: "\(Invocation.name) series list --all"])])
    default:
      throw Failure.usage(
        SeriesPhrase.ambiguous(count: Int64(candidates.count), [.text: text]),
        advice: candidates.prefix(20).map { "\($0.shortID)  \($0.sentence)" })
    }
  }
}
