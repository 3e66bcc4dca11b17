import ArgumentParser
import JSON

/// What may stand where a person presses Tab: asked of the daemon once and briefly. Somebody is waiting in the middle
/// of a line, and so there is no retry, and nothing is said when there is no answer.
struct Candidates {
  /// How long the daemon may take for all that it is asked, in milliseconds.
  static let patience = 500

  let words: CommandWords
  let machine: any Machine
  private let shell: CompletionShell?
  private let begun: Int64

  /// Candidates for a command line.
  ///
  /// - Parameter shell: who asks; by default the one for which the parser answers.
  init(_ words: [String], on machine: any Machine, for shell: CompletionShell? = .requesting) {
    self.words = CommandWords(words)
    self.machine = machine
    self.shell = shell
    begun = machine.milliseconds
  }

  /// The ids of all workers or clients, with their names.
  func lines(of kind: PersonKind) -> [String] {
    (ask("\(kind).list", ["limit": 1000])?[kind.plural]?.array ?? []).compactMap { person in
      line(person["id"]?.string, person["name"]?.string)
    }
  }

  /// The visits: of a worker who is named those from yesterday on for a week, else everybody's of today. For bash, which
  /// shows no words beside an id, today's by the names of their clients. The beginning of a whole id also gets the
  /// ids that begin so, whenever their visits are.
  func visitLines(beginning prefix: String) -> [String] {
    let worker = words.contains("assign") ? words.value(of: "--from", "-f") : words.value(of: "--worker", "-w")
    let named = (worker ?? machine.environment["VISITS_WORKER"]).flatMap { PersonKind.isID($0) ? $0 : nil }
    let near = offersNames ? clients(of: named) : ids(of: named)
    guard prefix.utf8.count >= 4, PersonKind.isID(prefix) else { return near }
    let begun = (visits(["match": prefix.json]) ?? []).filter { $0["id"]?.string?.hasPrefix(prefix) == true }
    return near + begun.compactMap { line($0["id"]?.string, VisitWords($0).sentence) }
  }

  private func ids(of worker: String?) -> [String] {
    let near =
      worker.flatMap { visits(["worker": $0.json, "localFrom": "yesterday", "localTo": "+8"]) }
      ?? visits(["localFrom": "today", "localTo": "tomorrow"]) ?? []
    return near.compactMap { line(VisitWords($0).shortID, VisitWords($0).sentence) }
  }

  /// Today's visits as `john-smith=000000a2`: the client, and the end of the id that the completion file puts in the
  /// name's place. A client with several visits has the start of each behind the name: `john-smith-1000`, and
  /// the end of the id behind that where two begin at one time.
  private func clients(of worker: String?) -> [String] {
    let today = visits(["worker": worker?.json, "localFrom": "today", "localTo": "tomorrow"]) ?? []
    let counts = Dictionary(today.map { ($0["client"]?.string ?? "", 1) }, uniquingKeysWith: +)
    return named(
      today.compactMap { visit in
        guard let client = visit["client"]?.string else { return nil }
        let start = (visit["display"]?["typed"]?["start"]?.string ?? "").suffix(5).filter(\.isNumber)
        return (counts[client] == 1 ? client : "\(client)-\(start)", VisitWords(visit).shortID)
      })
  }

  /// Things as `john-smith=000000a2`, for bash. Those of one name have the end of the id behind the name.
  func named(_ things: [(name: String, id: String)]) -> [String] {
    let alike = Dictionary(things.map { ($0.name, 1) }, uniquingKeysWith: +)
    return things.compactMap { name, id in
      let name = alike[name] == 1 ? name : "\(name)-\(id)"
      return PersonKind.isID(name) && PersonKind.isID(id) ? "\(name)=\(id)" : nil
    }
  }

  /// The emergencies that can be taken up or ended, each by its worker.
  var emergencyLines: [String] {
    (ask("emergency.list", ["open": true])?["emergencies"]?.array ?? []).compactMap { emergency in
      line(emergency["worker"]?.string, EmergencyWords(emergency).sentence)
    }
  }

  /// Whether the shell shows no words beside an id, and so is offered names that ids take the place of.
  var offersNames: Bool { machine.environment["VISITS_COMPLETION"] == "names" }

  private func visits(_ params: JSONObject) -> [JSONValue]? {
    var params = params
    params["limit"] = 1000
    return ask("visit.list", params)?["visits"]?.array
  }

  /// Asks the daemon; `nil`: there is no answer in time.
  func ask(_ method: String, _ params: JSONObject) -> JSONValue? {
    let left = Self.patience - Int(machine.milliseconds - begun)
    guard left > 0 else { return nil }
    let socket = SocketPath(option: words.value(of: "--socket"), environment: machine.environment)
    guard let connection = try? machine.connect(to: socket.choice(on: machine), milliseconds: left) else {
      return nil
    }
    connection.timeout = left
    return try? connection.ask(method, .object(params))
  }

  /// An id, with what it stands for where the shell can show that beside it. bash expands what it is given as if it had
  /// been typed: nothing but an id may reach it.
  func line(_ id: String?, _ meaning: String?) -> String? {
    guard let id, PersonKind.isID(id) else { return nil }
    let words = (meaning ?? "").onOneLine
    guard !words.isEmpty else { return id }
    return switch shell {
    case .zsh: "\(id):\(words)"
    case .fish: "\(id)\t\(words)"
    default: id
    }
  }
}
