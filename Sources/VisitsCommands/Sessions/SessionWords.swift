import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// A session in the words that the daemon sends along.
struct SessionWords {
  let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  var id: String { json["id"]?.string ?? "" }
  /// The end of the id, which differs between sessions that began in the same minute.
  var shortID: String { String(id.suffix(8)) }
  var isRunning: Bool { json["state"] == "running" }
  var client: String { display("client") }
  var worker: String { display("worker") }
  var goal: String { display("goal") }
  var date: String { display("date") }
  var time: String { display("time") }
  /// When it began: "10:15 AM".
  var began: String { display("began") }
  var duration: String { display("duration") }
  var rate: String { display("rate") }
  var result: String { display("result") }
  var status: String { display("status") }
  var spoken: String { display("spoken") }
  /// When, what and what it has come to.
  var brief: String { [date, began, goal, result].joined(separator: " · ") }
  /// All on one line.
  var sentence: String { "\(client), \(goal), \(result)" }

  /// The sign of its state, so that it is never told by colour alone.
  var mark: String { isRunning ? "◐" : "✓" }
  /// The colour of its state.
  var paint: Paint { isRunning ? .yellow : .green }

  /// How a command line names it: its worker has but one that runs.
  var option: String {
    isRunning ? "--worker \(json["worker"]?.string ?? "")" : "--session \(id)"
  }

  /// With whom, what, and what it has come to.
  func lines(on screen: Screen) -> [String] {
    screen.paragraph(client, .bold, indent: 2, first: screen.style(paint, mark) + " ")
      + screen.paragraph(goal, indent: 2)
      + screen.paragraph("\(result), \(duration)", indent: 2)
      // Each of these begins as a line of its own would.
      + screen.paragraph([date, time, worker, status].joined(separator: " · "), .dim, indent: 2)
  }

  private func display(_ name: String) -> String { json["display"]?[name]?.string?.onOneLine ?? "" }
}

extension Session {
  /// The session that a command is about: the one that is named, else the running one of a worker, else the only one
  /// that runs.
  func session(_ text: String?, of worker: String?) throws -> SessionWords {
    if let text { return try session(named: text) }
    let named = worker ?? machine.environment["VISITS_WORKER"].flatMap { $0.isEmpty ? nil : $0 }
    let running = try with(.worker, ifNamed: named) { id in
      try read("session.list", ["worker": id?.json, "running": true, "limit": 20])["sessions"]?.array ?? []
    }.map(SessionWords.init)
    if running.count == 1 { return running[0] }
    if running.isEmpty {
      throw Failure(
        error: RPCError(
          code: 1404, kind: "notFound", message: SessionPhrase.noneRunning.text, data: ["thing": "session", "id": ""]),
        advice: [
          SessionPhrase.startOne([.command: "\(Invocation.name) session start --client C --goal G"]),
          SessionPhrase.seeList([.command: "\(Invocation.name) session list"]),
        ])
    }
    throw Failure.usage(
      SessionPhrase.severalRunning(count: Int64(running.count)),
      advice: running.map { "--worker \($0.json["worker"]?.string ?? "")  \($0.client), \($0.goal)" })
  }

  private func session(named text: String) throws -> SessionWords {
    if text.utf8.count == 36 { return SessionWords(["id": text.json]) }
    let part = text.lowercased()
    let found =
      try part.utf8.count < 4 ? [] : read("session.list", ["match": part.json, "limit": 1000])["sessions"]?.array ?? []
    // The API also takes a match for a part of a client's name.
    let sessions = found.map(SessionWords.init).filter { $0.id.hasPrefix(part) || $0.id.hasSuffix(part) }
    guard sessions.count < 2 else { throw ambiguous(text, sessions) }
    guard let session = sessions.first else {
      throw Failure(
        error: RPCError(
          code: 1404, kind: "notFound", message: SessionPhrase.noSuch([.text: text]),
          data: ["thing": "session", "id": text.json]),
        advice: [ProgramPhrase.seeWhichThereAre([.command: "\(Invocation.name) session list"])])
    }
    return session
  }

  private func ambiguous(_ text: String, _ sessions: [SessionWords]) -> Failure {
    let shown = sessions.prefix(20)
    let left = Int64(sessions.count - shown.count)
    return Failure(
      error: RPCError(
        code: -32602, kind: "invalidParams",
        message: SessionPhrase.ambiguous(count: Int64(sessions.count), [.text: text]),
        data: ["field": "session", "candidates": .array(shown.map { $0.id.json })]),
      details: shown.map { "\($0.id)  \($0.date), \($0.time)  \($0.sentence)" },
      advice: left > 0 ? [ProgramPhrase.andMore(count: left)] : [])
  }

  /// Prints what became of a session, and how it is taken back.
  func report(session answer: JSONValue, spoken: Bool = false, undo: (SessionWords) -> Undo) throws {
    let shown = answer["session"].map(SessionWords.init)
    if wantsJSON { return print(answer, undo: shown.map(undo)) }
    guard let shown else { throw Failure.unfit("session") }
    if spoken {
      print(answer["announcement"]?.string?.onOneLine ?? "")
      return remember(undo(shown))
    }
    print(shown.lines(on: screen))
    print(undo(shown))
  }
}
