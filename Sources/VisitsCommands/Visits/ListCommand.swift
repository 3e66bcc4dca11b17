import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC
import VisitsAPI

/// `visits list`: visits of a window.
struct ListCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List visits; by default today's.",
    discussion: """
      --by worker makes a list for the wall: a section for each worker with times, clients and addresses, the visits \
      without a worker last. It leaves cancelled visits out, unless --status asks for them. With --format html each \
      worker has a printed page.
      """,
    aliases: ["find"])

  /// For each of whom there is a section.
  enum Grouping: String, CaseIterable, ExpressibleByArgument {
    case worker
  }

  /// How a list for the wall is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case html
  }

  @OptionGroup var window: WindowOptions

  @Option(name: .shortAndLong, help: "Only for this worker.", completion: .worker)
  var worker: String?

  @Option(name: .shortAndLong, help: "Only for this client.", completion: .client)
  var client: String?

  @Option(
    help: ArgumentHelp("Only in this state, may be given again: \(Self.states).", valueName: "state"),
    completion: .state)
  var status: [String] = []

  @Flag(help: "Only unassigned visits.")
  var open = false

  @Option(help: "A section for each worker, to print and hang up: worker.")
  var by: Grouping?

  @Option(help: "With --by: text (the default), or html (a page to print for each worker).")
  var format: Format?

  @Option(parsing: .unconditional, help: "At most this many, 1 to 1000.")
  var limit: Int?

  @Option(help: "The token that the previous page printed.")
  var after: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    for state in status where !Self.allStates.contains(state) {
      let meant = Nearest.name(to: state, among: Self.allStates)
      throw ValidationError(ProgramPhrase.refusal(of: state, for: "--status", choices: Self.states, nearest: meant))
    }
    guard !isLate || status.count == 1 else { throw ValidationError(VisitPhrase.lateAlone.text) }
    // A list for the wall is whole, and its page is no JSON.
    guard by == nil || after == nil && limit == nil, format != .html || !options.json else {
      throw ValidationError(ParserPhrase.exclusive.text)
    }
  }

  func run(in session: Session) throws {
    if (by != nil || format == .html), !session.wantsJSON { return try printWallList(in: session) }
    let page = try session.with(.worker, ifNamed: worker) { worker in
      try session.with(.client, ifNamed: client) { client in
        let params = params(worker: worker, client: client, isForPeople: !session.wantsJSON)
        return try window.explaining { try session.read("visit.list", params) }
      }
    }
    if session.wantsJSON { return session.print(page) }
    session.print(VisitSheet.lines(page["visits"]?.array ?? [], on: session.screen))
    if let next = page["next"]?.string {
      session.tell("\(ProgramPhrase.moreFollowBelow.text)\n  --after \(next.onOneLine)")
    }
  }

  private func printWallList(in session: Session) throws {
    let visits = try session.with(.worker, ifNamed: worker) { worker in
      try session.with(.client, ifNamed: client) { client in
        var params = params(worker: worker, client: client, isForPeople: true)
        if status.isEmpty {
          params["status"] = .array(VisitStatus.allCases.filter { $0 != .cancelled }.map(\.rawValue.json))
        }
        return try window.explaining { .array(try session.readAll("visit.list", "visits", params)) }
      }
    }
    let list = WallList(visits.array ?? [])
    session.print(format == .html ? WallPage(list).lines : list.lines(on: session.screen))
  }

  /// What a visit can be asked for by: the states that are recorded, and late, which the clock tells.
  static let allStates = VisitStatus.allCases.map(\.rawValue) + [late]

  private static let late = "late"
  private static var states: String { allStates.joined(separator: ", ") }
  private var isLate: Bool { status.contains(Self.late) }

  private func params(worker: String?, client: String?, isForPeople: Bool) -> JSONObject {
    var params: JSONObject = ["worker": worker?.json, "client": client?.json]
    window.set(in: &params, otherwise: isLate ? nil : "today")
    if isLate {
      params["late"] = true
      // A visit of the night can be late in the morning; those that are longer ago are for the report.
      if !window.isNamed { params["localFrom"] = "yesterday" }
    } else {
      params["status"] = status.isEmpty ? nil : .array(status.map(\.json))
    }
    // A program that adds up days counts each visit once.
    params["overnight"] = isForPeople ? true : nil
    params["open"] = open ? true : nil
    params["limit"] = .integer(Int64(limit ?? 1000))
    params["after"] = after?.json
    return params
  }
}
