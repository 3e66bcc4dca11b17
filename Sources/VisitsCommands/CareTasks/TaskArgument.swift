import ArgumentParser
import JSONRPC

/// The task that a person names, among those of a day's checklist or of a client.
struct TaskChoice {
  /// Those that can be meant, as the API shows them.
  let tasks: [JSONValue]
  /// The member that holds a task's id.
  let idMember: String
  /// Whether the number of a row counts too.
  let hasNumbers: Bool

  /// The one that is meant.
  func choose(_ text: String) throws -> JSONValue {
    if hasNumbers, let number = Int(text), tasks.indices.contains(number - 1) { return tasks[number - 1] }
    let wanted = text.lowercased()
    func id(_ task: JSONValue) -> String { task[idMember]?.string ?? "" }
    func title(_ task: JSONValue) -> String { (task["title"]?.string ?? "").lowercased() }
    let isLong = wanted.utf8.count >= 4
    let ways: [(JSONValue) -> Bool] = [
      { title($0) == wanted || id($0) == wanted },
      { title($0).hasPrefix(wanted) },
      { title($0).contains(wanted) },
      { isLong && (id($0).hasPrefix(wanted) || id($0).hasSuffix(wanted)) },
    ]
    for way in ways {
      let found = tasks.filter(way)
      if found.count == 1 { return found[0] }
      if found.count > 1 {
        throw Failure.usage(
          "\"\(text)\" may be any of \(found.count) tasks; write more of the title.",
          advice: found.map { $0["title"]?.string?.onOneLine ?? "" })
      }
    }
    let titles = tasks.compactMap { $0["title"]?.string }
    let meant = Nearest.name(to: text, among: titles).map { "Did you mean \"\($0.onOneLine)\"?" }
    throw Failure(
      error: RPCError(
        code: 1404, kind: "notFound", message: "There is no task \"\(text)\"\(hasNumbers ? " on that day" : "").",
        data: ["thing": "task", "id": text.json]),
      advice: [meant, "See which there are: \(Invocation.name) tasks\(hasNumbers ? "" : " list --all")"]
        .compactMap(\.self))
  }
}

/// A task of a day, as a person names it.
struct RecordedTaskArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The number of its row, a part of its title, or its id.", valueName: "task"))
  var task: String

  @OptionGroup var day: TaskDayOptions

  @Option(help: "What to note; \"\" takes it away.")
  var note: String?

  /// Looks it up, records, and tells what came of it.
  ///
  /// - Parameter change: What is recorded.
  func record(in session: Session, _ change: JSONObject) throws {
    let view = try day.read(in: session)
    guard let client = view["client"]?.string, let date = view["date"]?.string else { throw Failure.unfit("task.day") }
    let before = try TaskChoice(tasks: view["rows"]?.array ?? [], idMember: "task", hasNumbers: true).choose(task)
    guard let id = before["task"]?.string else { throw Failure.unfit("task.day") }
    var params = change
    params["client"] = client.json
    params["date"] = date.json
    params["task"] = id.json
    params["expectedVersion"] = before["version"]
    if note != nil { params.set(erasable: "note", note) }
    let answer = try session.change("task.record", params)
    if session.wantsJSON { return session.print(answer) }
    guard let row = answer["row"] else { throw Failure.unfit("task.record") }
    let screen = session.screen
    let status = [
      row["localTime"]?.string == nil ? nil : row["time"]?.string, row["outcome"]?["label"]?.string,
      row["note"]?.string,
      row["enteredLate"] == true ? "entered late" : nil,
    ]
    let mark = row["mark"]?.string ?? ""
    session.print(
      screen.paragraph(
        row["title"]?.string ?? "", .bold, indent: 2, first: screen.style(TaskScreen.paint(row), mark) + " "))
    let words = status.compactMap { $0?.onOneLine }.joined(separator: ", ")
    if !words.isEmpty { session.print(screen.paragraph(words, indent: 2)) }
    let place = [view["name"]?.string, view["header"]?["heading"]?.string, answer["counter"]?.string]
    session.print(screen.paragraph(place.compactMap(\.self).joined(separator: ", "), .dim, indent: 2))
    if row["version"] == before["version"] { return session.print(screen.paragraph("Nothing has changed", indent: 2)) }
    session.print(undo(before, client: client, date: date))
  }

  /// The command that records what stood there before.
  private func undo(_ before: JSONValue, client: String, date: String) -> Undo {
    let time = before["localTime"]?.string
    let verb: String
    switch before["outcome"]?["kind"]?.string {
    case "refused": verb = "refused"
    case "notNeeded": verb = "not-needed"
    case "unable": verb = "unable"
    default: verb = before["checked"] == true ? "done" : "undo"
    }
    var words = "\(Invocation.name) tasks \(verb) \(Undo.word(before["title"]?.string ?? "")) --client \(client)"
    words += " --date \(date)"
    if verb == "done" { words += " --at \(time.map(Undo.word) ?? "''")" }
    if verb == "undo", let time { words += " --at \(Undo.word(time))" }
    if note != nil || verb == "undo" && before["note"]?.string != nil {
      words += " --note \(Undo.quoted(before["note"]?.string ?? ""))"
    }
    return .command(words)
  }
}
