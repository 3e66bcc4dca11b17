import ArgumentParser
import JSONRPC
import VisitsAPI

/// `visits list`: visits of a window.
struct ListCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List visits; by default today's.")

  @Option(name: .shortAndLong, parsing: .unconditional, help: "Only this day.", completion: .day)
  var date: String?

  @Option(name: .shortAndLong, parsing: .unconditional, help: "The first day or moment.", completion: .day)
  var from: String?

  @Option(name: .shortAndLong, parsing: .unconditional, help: "The last day, which is in it.", completion: .day)
  var to: String?

  @Option(name: .shortAndLong, help: "Only of this worker.", completion: .worker)
  var worker: String?

  @Option(name: .shortAndLong, help: "Only of this client.", completion: .client)
  var client: String?

  @Option(
    help: ArgumentHelp("Only in this state, may be given again: \(Self.states).", valueName: "state"),
    completion: .state)
  var status: [String] = []

  @Flag(help: "Only those without a worker.")
  var open = false

  @Option(parsing: .unconditional, help: "How many at most, 1 to 1000.")
  var limit = 1000

  @Option(help: "Where the page before ended.")
  var after: String?

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    guard date == nil || (from == nil && to == nil) else {
      throw ValidationError("--date is one day: give it without --from and --to.")
    }
    for state in status where VisitStatus(rawValue: state) == nil {
      let meant = Nearest.name(to: state, among: VisitStatus.allCases.map(\.rawValue))
      throw ValidationError(
        "--status cannot be \"\(state)\". Use one of: \(Self.states)."
          + (meant.map { " Did you mean \($0)?" } ?? ""))
    }
  }

  func run(in session: Session) throws {
    let page = try session.with(.worker, ifNamed: worker) { worker in
      try session.with(.client, ifNamed: client) { client in
        try read(params(worker: worker, client: client), in: session)
      }
    }
    if session.wantsJSON { return session.print(page) }
    session.print(VisitSheet.lines(page["visits"]?.array ?? [], on: session.screen))
    if let next = page["next"]?.string { session.tell("More follow:\n  --after \(next)") }
  }

  private static var states: String { VisitStatus.allCases.map(\.rawValue).joined(separator: ", ") }

  private func read(_ params: JSONObject, in session: Session) throws -> JSONValue {
    do {
      return try session.read("visit.list", params)
    } catch let error as RPCError where date != nil {
      throw Self.refusal(of: date ?? "", error)
    } catch let error as RPCError where error.data["field"] == "localTo" && to.map(Self.end) == to.map(Self.lastMinute)
    {
      throw RPCError.invalidParams(field: "to", Self.isNoDate(to ?? ""))
    } catch var error as RPCError where error.data["field"] == "to" {
      // The API's window ends before the moment that it is told, a person's after the last day.
      error.message = "The window ends before it begins: --from \(from ?? "") lies after --to \(to ?? "")."
      throw error
    }
  }

  /// The bounds are made of the one day that was typed: what is wrong with them is wrong with it.
  private static func refusal(of date: String, _ error: RPCError) -> RPCError {
    guard ["from", "to", "localFrom", "localTo"].contains(error.data["field"]?.string) else { return error }
    guard Day(date) == nil else {
      var error = error
      error.message = error.message(naming: { _ in "--date" })
      return error
    }
    return .invalidParams(
      field: "date", "--date is one day, and \(isNoDate(date))")
  }

  private static func isNoDate(_ text: String) -> String {
    "\"\(text)\" is no date. Write today, tomorrow, monday, +3 or 2026-11-21."
  }

  private func params(worker: String?, client: String?) -> JSONObject {
    let isWhole = from == nil && to == nil
    var params: JSONObject = ["worker": worker?.json, "client": client?.json]
    let day = isWhole ? date ?? "today" : nil
    params.set(day: "from", from ?? day)
    params.set(day: "to", (to ?? day).map(Self.end))
    params["status"] = status.isEmpty ? nil : .array(status.map(\.json))
    params["open"] = open ? true : nil
    params["limit"] = .integer(Int64(limit))
    params["after"] = after?.json
    return params
  }

  /// The end of a window whose last day a person names: the API's windows end before the day that they name.
  static func end(_ day: String) -> String {
    if Day(day) != nil, let midnight = Timestamp("\(day)T00:00:00Z") {
      return String(Timestamp(milliseconds: midnight.milliseconds + 86_400_000).text.prefix(10))
    }
    if let first = day.first, "+-".contains(first), let days = Int(day), abs(days) < 1_000_000 {
      return days < -1 ? String(days + 1) : "+\(days + 1)"
    }
    switch day.lowercased() {
    case "today": return "tomorrow"
    case "yesterday": return "today"
    default:
      // A day's name: its last minute. Anything with a time in it is a moment.
      let words = day.lowercased().split(separator: " ")
      let isMoment =
        words.contains("noon") || words.contains("midnight") || day.utf8.contains { (0x30...0x39).contains($0) }
      return isMoment ? day : lastMinute(day)
    }
  }

  private static func lastMinute(_ day: String) -> String { "\(day) 23:59" }
}
