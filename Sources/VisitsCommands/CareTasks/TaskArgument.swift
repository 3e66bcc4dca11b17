import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// The task that a person names, among those of a day's checklist or of a client.
struct TaskChoice {
  /// Those that can be meant, as the API shows them.
  let tasks: [JSONValue]
  /// The member that holds a task's id.
  let idMember: String
  /// Whether they are those of a day.
  let isOfDay: Bool
  /// The command that lists them.
  let list: String

  /// The one that is meant.
  func choose(_ text: String) throws -> JSONValue {
    switch match(text) {
    case .one(let task): return task
    case .several(let found):
      // Two may have the same title: then only their ids tell them apart.
      throw Failure.usage(
        TaskPhrase.ambiguous(count: Int64(found.count), [.text: text]),
        advice: found.map {
          "\(TaskChoice.name(of: $0, among: tasks, idMember: idMember))  \($0["title"]?.string?.onOneLine ?? "")"
        })
    case .none(let advice):
      throw Failure(
        error: RPCError(
          code: 1404, kind: "notFound", message: (isOfDay ? TaskPhrase.noSuchOnDay : .noSuch)([.text: text]),
          data: ["thing": "task", "id": text.json]),
        advice: [advice, ProgramPhrase.seeWhichThereAre([.command: list])].compactMap(\.self))
    }
  }

  private func match(_ text: String) -> TitleMatch<JSONValue> {
    TitleMatch(
      text, among: tasks, title: { $0["title"]?.string ?? "" },
      names: { $0["names"]?.array?.compactMap(\.string) ?? [] }, id: { $0[idMember]?.string ?? "" })
  }
}

extension TaskChoice {
  /// The end of a task's id, as long as it must be to mean this task and no other.
  static func name(of task: JSONValue, among tasks: [JSONValue], idMember: String) -> String {
    let choice = TaskChoice(tasks: tasks, idMember: idMember, isOfDay: false, list: "")
    let id = task[idMember]?.string ?? ""
    func isMeant(_ end: String) -> Bool {
      guard case .one(let found) = choice.match(end) else { return false }
      return found[idMember] == task[idMember]
    }
    return [8, 12, 17, 22].map { String(id.suffix($0)) }.first(where: isMeant) ?? id
  }
}

/// A task of a day, as a person names it.
struct RecordedTaskArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Its row number in the last checklist, a part of its title, or its id.", valueName: "task"),
    completion: .dayTask)
  var task: String

  @OptionGroup var day: TaskDayOptions

  @Option(help: "A note; \"\" removes it.")
  var note: String?

  @Option(
    help:
      "The visit: an id or its end, or a card's number; default the worker's current visit there.",
    completion: .visit)
  var visit: String?

  @Option(
    name: .shortAndLong, help: "The worker whose visit it is; default $VISITS_WORKER.", completion: .worker)
  var worker: String?

  /// Looks it up, records, and tells what came of it.
  ///
  /// - Parameter change: What is recorded.
  func record(in session: Session, _ change: JSONObject) throws {
    let chosen = try day.choose(task, in: session)
    let (view, before) = (chosen.view, chosen.before)
    var params = change
    params["client"] = chosen.client.json
    params["date"] = chosen.date.json
    params["task"] = chosen.task.json
    params["expectedVersion"] = .integer(chosen.version)
    params["visit"] = try visitID(of: chosen, in: session)?.json
    if note != nil { params.set(erasable: "note", note) }
    let answer = try session.record(chosen, params)
    let isSame = answer["row"]?["version"] == before["version"]
    if session.wantsJSON {
      return session.print(answer, undo: isSame ? nil : answer["row"].map { undo(chosen, after: $0) })
    }
    guard let row = answer["row"] else { throw Failure.unfit("task.record") }
    let screen = session.screen
    let status = [
      row["localTime"]?.string == nil ? nil : row["time"]?.string, TaskScreen.words(row),
    ]
    let mark = row["mark"]?.string ?? ""
    session.print(
      screen.paragraph(
        row["title"]?.string ?? "", .bold, indent: 2, first: screen.style(TaskScreen.paint(row), mark) + " "))
    let words = status.compactMap { $0?.onOneLine }.joined(separator: ", ")
    if !words.isEmpty { session.print(screen.paragraph(words, indent: 2)) }
    if let late = row["lateLabel"]?.string { session.print(screen.paragraph(late, indent: 2)) }
    let place = [view["name"]?.string, view["header"]?["heading"]?.string, answer["counter"]?.string]
    // A day that is not today must not be overlooked.
    session.print(
      screen.paragraph(
        place.compactMap(\.self).joined(separator: ", "), view["isToday"] == true ? .dim : .yellow, indent: 2))
    if let other = otherDay(chosen, in: session) { session.print(screen.paragraph(other, .yellow, indent: 2)) }
    if isSame {
      return session.print(screen.paragraph(TaskPhrase.nothingChanged.text, indent: 2))
    }
    session.print(undo(chosen, after: row))
  }

  /// That the list printed last is of another day than the one on which a task was recorded by its title.
  private func otherDay(_ chosen: ChosenRow, in session: Session) -> String? {
    guard chosen.number == nil, day.date == nil,
      let printed = RowMemory(session).rows(of: chosen.client)?.day, printed != chosen.date
    else { return nil }
    return TaskPhrase.otherDay([.date: printed])
  }

  /// The visit that is named, else the one that the worker is making there now.
  private func visitID(of chosen: ChosenRow, in session: Session) throws -> String? {
    if let visit { return try session.visit(visit, of: worker).id }
    guard let worker = worker ?? session.machine.environment["VISITS_WORKER"], !worker.isEmpty,
      chosen.view["isToday"] == true
    else { return nil }
    let cards = try session.with(.worker, worker) { try session.read("today", ["worker": $0.json]) }["cards"]?.array
    return cards?.first { $0["status"] == "inProgress" && $0["client"]?.string == chosen.client }?["visit"]?.string
  }

  /// The command that records what stood there before, every word of it.
  private func undo(_ chosen: ChosenRow, after: JSONValue) -> Undo {
    let before = chosen.before
    let name = TaskChoice.name(of: before, among: chosen.view["rows"]?.array ?? [], idMember: "task")
    let time = before["localTime"]?.string
    let verb: String
    switch before["outcome"]?["kind"]?.string {
    case "refused": verb = "refused"
    case "notNeeded": verb = "not-needed"
    case "unable": verb = "unable"
    default: verb = before["checked"] == true ? "done" : "undo"
    }
    var words = "\(Invocation.name) tasks \(verb) \(name) --client \(chosen.client) --date \(chosen.date)"
    if verb == "done" { words += " --at \(time.map(Undo.word) ?? "''")" }
    if verb == "undo", let time { words += " --at \(Undo.word(time))" }
    func text(_ member: String, of row: JSONValue) -> String { row[member]?.string ?? "" }
    // A reason goes with its outcome.
    let stays = before["outcome"]?["kind"] == after["outcome"]?["kind"] ? text("reason", of: after) : ""
    if verb != "done", verb != "undo", text("reason", of: before) != stays {
      words += " --reason \(Undo.exact(text("reason", of: before)))"
    }
    if text("note", of: before) != (verb == "undo" ? "" : text("note", of: after)) {
      words += " --note \(Undo.exact(text("note", of: before)))"
    }
    return .command(words)
  }
}

extension Session {
  /// Records what became of a task, unless it has been recorded otherwise since the person saw it.
  fileprivate func record(_ chosen: ChosenRow, _ params: JSONObject) throws -> JSONValue {
    do {
      let answer = try change("task.record", params)
      if let version = answer["row"]?["version"]?.integer {
        RowMemory(self).keep(version: version, of: chosen.task, client: chosen.client, date: chosen.date)
      }
      return answer
    } catch var error as RPCError where error.code == 1409 {
      guard let number = chosen.number else { throw error }
      error.message = TaskPhrase.numberChanged([
        .number: "\(number)", .name: chosen.client, .command: "\(Invocation.name) tasks",
      ])
      let list = "\(Invocation.name) tasks --client \(chosen.client) --date \(chosen.date)"
      throw Failure(error: error, advice: [VisitPhrase.seeList([.command: list])])
    }
  }
}
