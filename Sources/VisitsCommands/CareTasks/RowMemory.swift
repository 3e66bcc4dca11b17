import Catalog
import CommandCatalog
import JSON
import JSONRPC

/// The rows that `visits tasks` printed last for a client: what a row's number means. They are kept as the cards of a
/// worker are, under a name that no worker can have.
struct RowMemory {
  private let memory: CardMemory?

  init(_ session: Session) {
    memory = CardMemory(environment: session.machine.environment, socket: session.socket)
  }

  /// The rows printed last: of which day, each task with the version of its record. `nil`: none were.
  func rows(of client: String) -> RememberedCards? { memory?.cards(of: Self.name(client)) }

  /// Keeps the rows of a checklist. One that cannot be remembered can still be read.
  func keep(_ view: JSONValue, in session: Session) {
    guard let client = view["client"]?.string, let date = view["date"]?.string else { return }
    let rows = (view["rows"]?.array ?? []).map { row in
      RememberedCards.Card(visit: row["task"]?.string ?? "", version: row["version"]?.integer ?? 0)
    }
    do throws(SystemError) {
      try memory?.keep(RememberedCards(day: date, cards: rows), of: Self.name(client))
    } catch {
      session.tell("visits: " + TaskPhrase.numbersForgotten([.error: "\(error)"]))
    }
  }

  /// What a person has recorded is known to that person: the number stays good for the next change.
  func keep(version: Int64, of task: String, client: String, date: String) {
    guard var rows = rows(of: client), rows.day == date,
      let index = rows.cards.firstIndex(where: { $0.visit == task })
    else { return }
    rows.cards[index].version = version
    // Without it the number is refused next time, and that says what to do.
    try? memory?.keep(rows, of: Self.name(client))
  }

  /// The number of a row; `nil` for what is none. A bare number is nothing else, however it stands in a title.
  static func number(_ text: String) -> Int? {
    guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// The task whose row has that number in the list that was printed last.
  func task(_ number: Int, of client: String) throws -> String {
    guard let printed = rows(of: client), printed.cards.indices.contains(number - 1) else {
      throw Failure.usage(
        TaskPhrase.noList([.name: client, .number: String(number)]),
        advice: [VisitPhrase.seeList([.command: "\(Invocation.name) tasks --client \(client)"])])
    }
    return printed.cards[number - 1].visit
  }

  /// A worker's id has no such sign.
  private static func name(_ client: String) -> String { "tasks/\(client)" }
}

/// A task of a day, as it was when it was looked up.
struct ChosenRow {
  /// The checklist that it stands in.
  let view: JSONValue
  /// The task's id.
  let task: String
  /// The record's version that the person knows: the one printed with the row's number, else the present one.
  let version: Int64
  /// The row before the change, for the command that undoes it.
  let before: JSONValue
  /// The row's number, when it was named so.
  var number: Int?

  /// Whose task it is, and of which day.
  var client: String { view["client"]?.string ?? "" }
  var date: String { view["date"]?.string ?? "" }
}

extension TaskDayOptions {
  /// The row that a text names: its number in the list that was printed last, a part of its title, or its id.
  func choose(_ text: String, in session: Session) throws -> ChosenRow {
    let view = try read(in: session)
    guard let client = view["client"]?.string else { throw Failure.unfit("task.day") }
    guard let number = RowMemory.number(text) else {
      let list =
        "\(Invocation.name) tasks --client \(client)" + (date == nil ? "" : " --date \(view["date"]?.string ?? "")")
      let choice = TaskChoice(tasks: view["rows"]?.array ?? [], idMember: "task", isOfDay: true, list: list)
      return try chosen(try choice.choose(text), in: view)
    }
    let advice = [VisitPhrase.seeList([.command: "\(Invocation.name) tasks --client \(client)"])]
    guard let printed = RowMemory(session).rows(of: client), date == nil || view["date"]?.string == printed.day,
      printed.cards.indices.contains(number - 1)
    else { throw Failure.usage(TaskPhrase.noList([.name: client, .number: text]), advice: advice) }
    let meant = printed.cards[number - 1]
    let list =
      view["date"]?.string == printed.day
      ? view : try session.read("task.day", ["client": client.json, "date": printed.day.json])
    guard let row = list["rows"]?.array?.first(where: { $0["task"]?.string == meant.visit }) else {
      throw Failure.usage(TaskPhrase.noList([.name: client, .number: text]), advice: advice)
    }
    var chosen = try chosen(row, in: list, version: meant.version)
    chosen.number = number
    return chosen
  }

  private func chosen(_ row: JSONValue, in view: JSONValue, version: Int64? = nil) throws -> ChosenRow {
    guard let task = row["task"]?.string, let present = row["version"]?.integer else { throw Failure.unfit("task.day") }
    return ChosenRow(view: view, task: task, version: version ?? present, before: row)
  }
}
