import JSON

/// Things that a client has: series, goals, care tasks and sessions. zsh and fish show their ids with what they are; bash
/// offers them by a name.
extension Candidates {
  private struct Offer {
    let id: String
    let name: String
    let meaning: String
  }

  /// The series that are not over, each by its client.
  var seriesLines: [String] {
    lines(
      (ask("series.list", ["over": false, "limit": 1000])?["series"]?.array ?? []).map { json in
        let series = SeriesWords(json)
        return Offer(id: series.shortID, name: json["client"]?.string ?? "", meaning: series.sentence)
      })
  }

  /// The goals of the client on the line, each by its title.
  var goalLines: [String] {
    lines(
      ofClient("goal.list", "goals").map { json in
        let goal = GoalWords(json)
        return Offer(id: goal.shortID, name: Self.name(goal.title), meaning: goal.sentence)
      })
  }

  /// The rows of today's checklist of the client on the line, each by its title.
  var dayTaskLines: [String] { taskLines(ofClient("task.day", "rows"), idMember: "task") }

  /// The care tasks of the client on the line, each by its title.
  var taskLines: [String] { taskLines(ofClient("task.list", "tasks"), idMember: "id") }

  /// The last sessions: of the client or the worker on the line, else everybody's. Each by its client.
  var sessionLines: [String] {
    let params: JSONObject = ["client": client?.json, "worker": id(of: "--worker", "-w")?.json, "limit": 50]
    return lines(
      (ask("session.list", params)?["sessions"]?.array ?? []).map { json in
        let session = SessionWords(json)
        return Offer(
          id: session.shortID, name: json["client"]?.string ?? "", meaning: "\(session.date), \(session.sentence)")
      })
  }

  private func taskLines(_ tasks: [JSONValue], idMember: String) -> [String] {
    lines(
      tasks.map { task in
        let title = task["title"]?.string ?? ""
        return Offer(
          id: TaskChoice.name(of: task, among: tasks, idMember: idMember), name: Self.name(title), meaning: title)
      })
  }

  private func ofClient(_ method: String, _ member: String) -> [JSONValue] {
    guard let client else { return [] }
    return ask(method, ["client": client.json])?[member]?.array ?? []
  }

  /// The id of the client on the line, else the one of `$VISITS_CLIENT`.
  private var client: String? { id(of: "--client", "-c") ?? id(machine.environment["VISITS_CLIENT"]) }

  private func id(of names: String...) -> String? {
    names.lazy.compactMap { id(words.value(of: $0)) }.first
  }

  private func id(_ text: String?) -> String? { text.flatMap { PersonKind.isID($0) ? $0 : nil } }

  private func lines(_ offers: [Offer]) -> [String] {
    offersNames
      ? named(offers.map { ($0.name.isEmpty ? $0.id : $0.name, $0.id) })
      : offers.compactMap { line($0.id, $0.meaning) }
  }

  /// A title as one word that no shell takes apart: "Drink water!" is `drink-water`.
  private static func name(_ title: String) -> String {
    TitleSearch.fold(title).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
  }
}
