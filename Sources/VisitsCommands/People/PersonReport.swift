import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC

extension Session {
  /// Prints people.
  ///
  /// - Parameter worker: Only those whom this worker visits.
  func list(
    _ kind: PersonKind, match: String?, all: Bool, of worker: String? = nil, after: String?, detail: String
  ) throws {
    let params: JSONObject = [
      "match": match?.json, "worker": worker?.json, "includeInactive": all ? true : nil, "limit": 1000,
      "after": after?.json,
    ]
    let page = try read("\(kind).list", params)
    if wantsJSON { print(page) }
    if let match, page[kind.plural]?.array?.isEmpty != false { throw Self.nobody(kind, matching: match) }
    if wantsJSON { return }
    var sheet = Sheet(leading: 2)
    sheet.rows = (page[kind.plural]?.array ?? []).map { person in
      let isActive = person["active"] != false
      return [
        Sheet.Cell(person["id"]?.string), Sheet.Cell(person["name"]?.string, isActive ? .bold : .dim),
        Sheet.Cell(person[detail]?.string, .dim), Sheet.Cell(isActive ? nil : PersonPhrase.inactive.text),
      ]
    }
    let none: PersonPhrase = kind == .worker ? .noWorkers : .noClients
    print(sheet.rows.isEmpty ? [screen.style(.dim, none.text)] : sheet.lines(on: screen))
    if let next = page["next"]?.string { tell("\(ProgramPhrase.moreFollowBelow.text)\n  --after \(next.onOneLine)") }
  }

  /// Nobody is found. `clients chnge` looks for a client of that name: what was meant may be one of the commands.
  private static func nobody(_ kind: PersonKind, matching text: String) -> Failure {
    let group = VisitsCommand.configuration.subcommands.named(kind.plural)
    let stray = group.map { StrayWord(text, in: $0) }.flatMap { $0.nearestWords == nil ? nil : $0 }
    let phrase: PersonPhrase = kind == .worker ? .noWorkerMatches : .noClientMatches
    return Failure(
      error: RPCError(
        code: 1404, kind: "notFound", message: phrase([.text: text]),
        data: ["thing": .string(kind.rawValue), "id": .string(text)]),
      advice: stray?.advice ?? [], isInResult: true)
  }

  /// Prints all that is known of a person.
  ///
  /// - Parameter more: What is known elsewhere of the person of this id.
  func show(
    _ kind: PersonKind, _ text: String, facts: [(name: FactPhrase, member: String)],
    more: (_ id: String) -> [(FactPhrase, String?)] = { _ in [] }
  ) throws {
    let answer = try with(kind, text) { try read("\(kind).show", [kind.rawValue: $0.json]) }
    if wantsJSON { return print(answer) }
    guard let person = answer[kind.rawValue] else { throw Failure.unfit("\(kind).show") }
    print(screen.paragraph(person["name"]?.string ?? "", .bold))
    print("")
    let known = facts.map { ($0.name, Self.words(person[$0.member])) }
    let ends: [(FactPhrase, String?)] = [
      (.active, person["active"] == false ? FactPhrase.no.text : nil), (.id, person["id"]?.string),
    ]
    print(screen.facts(known + more(person["id"]?.string ?? "") + ends))
  }

  /// Adds a person.
  func add(_ kind: PersonKind, _ params: JSONObject) throws {
    // Version 0 is that of nobody: an id that is taken is refused, not overwritten.
    var params = params
    params["expectedVersion"] = 0
    let answer: JSONValue
    do {
      answer = try change("\(kind).put", params)
    } catch var error as RPCError where error.code == 1409 {
      let phrase: PersonPhrase = kind == .worker ? .workerExists : .clientExists
      let current = error.data["current"]
      let id = params["id"]?.string ?? current?["id"]?.string ?? ""
      error.message = phrase([.id: id, .name: current?["name"]?.string ?? ""])
      let command = "\(Invocation.name) \(kind.plural) change \(id) …"
      let other = "\(Invocation.name) \(kind.plural) add \(id)-2 --name \(Undo.quoted(params["name"]?.string ?? ""))"
      // A second person of that name needs an id that tells the two apart.
      let isByName = params["id"] == nil
      throw Failure(
        error: error,
        advice: [PersonPhrase.changeIt([.command: command])]
          + (isByName ? [PersonPhrase.addAnother([.command: other])] : []))
    }
    let id = answer[kind.rawValue]?["id"]?.string ?? ""
    try report(kind, answer, .added, undo: "\(Invocation.name) \(kind.plural) change \(id) --inactive")
  }

  /// Changes what is given of a person.
  ///
  /// - Parameter options: how a command line names the members that can be changed.
  func change(
    _ kind: PersonKind, _ text: String, options: [(option: String, member: String)], _ params: JSONObject
  ) throws {
    let before = try with(kind, text) { try read("\(kind).show", [kind.rawValue: $0.json]) }[kind.rawValue]
    guard let before, let id = before["id"]?.string else { throw Failure.unfit("\(kind).show") }
    var params = params
    params["id"] = id.json
    params["expectedVersion"] = before["version"]
    let answer = try change("\(kind).put", params)
    var undo = "\(Invocation.name) \(kind.plural) change \(id)"
    // Parts of a name or an address that is replaced go with it.
    let after = answer[kind.rawValue]
    for (option, member) in options where params[member] != nil || before[member] != after?[member] {
      let was = before[member]?.array?.compactMap(\.string) ?? [before[member]?.string ?? ""]
      for text in was.isEmpty ? [""] : was { undo += " \(option) \(Undo.exact(text))" }
    }
    if params["active"] != nil { undo += before["active"] == false ? " --inactive" : " --active" }
    if params["timeCritical"] != nil {
      undo += before["timeCritical"] == true ? " --time-critical" : " --no-time-critical"
    }
    if params["deceased"] != nil { undo += before["deceased"] == true ? " --deceased" : " --no-deceased" }
    // Each change makes a version: where there is no new one, nothing was changed.
    let isChanged = answer[kind.rawValue]?["version"] != before["version"]
    try report(kind, answer, isChanged ? .changed : .unchanged, undo: isChanged ? undo : nil)
    if isChanged, params["active"] == false, !wantsJSON { tellOfPlanned(kind, id) }
  }

  /// Says what is still planned for somebody who has left: it stays planned until a person decides about it.
  private func tellOfPlanned(_ kind: PersonKind, _ id: String) {
    let params: JSONObject = [
      kind.rawValue: id.json, "localFrom": "today", "status": ["scheduled"], "limit": 1000,
    ]
    // What was asked for is done, whether or not this can be told.
    guard let page = try? read("visit.list", params), let visits = page["visits"]?.array, !visits.isEmpty else {
      return
    }
    let phrase: PersonPhrase = page["next"]?.string == nil ? .stillPlanned : .moreStillPlanned
    let list = "\(Invocation.name) list --\(kind) \(id) --from today"
    tell(phrase(count: Int64(visits.count), [.id: id, .command: list]))
    guard kind == .worker else { return }
    tell(PersonPhrase.takeDayAway([.command: "\(Invocation.name) unassign --worker \(id) --date today"]))
  }

  private func report(_ kind: PersonKind, _ answer: JSONValue, _ state: PersonPhrase, undo: String?) throws {
    if wantsJSON { return print(answer, undo: undo.map(Undo.command)) }
    guard let person = answer[kind.rawValue] else { throw Failure.unfit("\(kind).put") }
    print(
      screen.paragraph(
        state([.name: person["name"]?.string ?? "", .id: person["id"]?.string ?? ""]), .bold, indent: 2,
        first: screen.style(.green, "✓ ")))
    if let undo { print(.command(undo)) }
  }

  private static func words(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .bool(let flag): flag ? FactPhrase.yes.text : nil
    case .array(let parts) where !parts.isEmpty: parts.compactMap(\.string).joined(separator: ", ")
    default: nil
    }
  }
}
