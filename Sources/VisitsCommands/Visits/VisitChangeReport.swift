import JSONRPC

extension Session {
  /// Changes the visit, unless it is no longer at the version that the person knows.
  func change(_ method: String, of visit: ChosenVisit, _ params: JSONObject) throws -> JSONValue {
    var params = params
    params["visit"] = visit.id.json
    params["expectedVersion"] = .integer(visit.version)
    do {
      let answer = try change(method, params)
      remember(answer, of: visit)
      return answer
    } catch let error as RPCError where error.code == 1409 {
      throw conflict(error, of: visit)
    }
  }

  /// What a person has changed by a number is known to that person: the number stays good for the next change.
  private func remember(_ answer: JSONValue, of visit: ChosenVisit) {
    guard let card = visit.card, let version = answer["visit"]?["version"]?.integer,
      let memory = CardMemory(environment: machine.environment, socket: socket),
      var cards = memory.cards(of: card.worker)?.cards, cards.indices.contains(card.number - 1),
      cards[card.number - 1].visit == visit.id
    else { return }
    cards[card.number - 1].version = version
    // Without it the number is refused next time, and that says what to do.
    try? memory.keep(RememberedCards(cards: cards), of: card.worker)
  }

  /// Prints whom a change touched, when, the new state, and the command that undoes it.
  func report(_ answer: JSONValue, undo: String?) throws {
    if wantsJSON { return print(answer) }
    guard let visit = answer["visit"] else { throw Failure.unfit("visit") }
    report(visit: visit, undo: undo)
  }

  /// The same of one visit.
  func report(visit: JSONValue, undo: String?) {
    let words = VisitWords(visit)
    let mark = screen.style(Mark.paint(words.state), Mark.visit(words.state))
    print(screen.paragraph("\(words.title): \(words.status)", .bold, indent: 2, first: "\(mark) "))
    print(screen.paragraph(words.plan, indent: 2))
    // Not wrapped: it is there to be copied.
    if let undo { print(screen.style(.dim, "  Undo: \(undo)")) }
  }

  private func conflict(_ error: RPCError, of visit: ChosenVisit) -> Failure {
    var error = error
    var advice: [String] = []
    if let card = visit.card {
      error.message =
        "Number \(card.number) of \(card.worker) has changed since `visits today` printed it, and was left as it is."
      advice = ["See the list as it is: visits today --worker \(card.worker)"]
    } else {
      error.message = "The visit was changed by somebody else in this moment, and was left as it is."
    }
    if let current = error.data["current"], current["display"] != nil {
      advice.insert("Now: \(VisitWords(current).sentence)", at: 0)
    }
    return Failure(error: error, advice: advice)
  }
}

/// Commands that undo others, as a person would type them.
enum Undo {
  /// Takes a visit back to where it was before it ended.
  static func reopen(_ visit: ChosenVisit) -> String {
    let target = visit.before["status"]?.string == "inProgress" ? " --to inProgress" : ""
    return "visits reopen \(name(visit)) --reason \"…\"\(target)"
  }

  /// Ends a visit again as it had ended before it was reopened.
  static func end(_ visit: ChosenVisit) -> String? {
    let reason = visit.before["reason"]?.string.map(quoted) ?? "\"…\""
    switch visit.before["status"]?.string {
    case "completed":
      let at = visit.before["checkOut"]?["at"]?.string.map { " --at \($0)" } ?? ""
      return "visits complete \(name(visit))\(at)"
    case "cancelled": return "visits cancel \(name(visit)) --reason \(reason)"
    case "missed":
      return "visits miss \(name(visit)) --by \(visit.before["missedBy"]?.string ?? "agency") --reason \(reason)"
    default: return nil
    }
  }

  /// Gives a visit back to whoever had it.
  static func assign(_ visit: ChosenVisit) -> String {
    guard let worker = visit.before["worker"]?.string else { return "visits unassign \(name(visit))" }
    return "visits assign \(name(visit)) --worker \(worker)"
  }

  /// How a command line names a visit.
  static func name(_ visit: ChosenVisit) -> String { VisitWords(visit.before).shortID }

  /// A text as one word of a shell.
  static func quoted(_ text: String) -> String {
    "'" + text.onOneLine.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
