import Catalog
import CommandCatalog
import JSON
import JSONRPC
import VisitsAPI

extension Session {
  /// Changes the visit, unless it is no longer at the version that the person knows.
  ///
  /// - Parameter isSure: Whether nothing is asked about a time in it.
  func change(
    _ method: String, of visit: ChosenVisit, _ params: JSONObject, isSure: Bool = true
  ) throws -> JSONValue {
    var params = params
    params["visit"] = visit.id.json
    params["expectedVersion"] = .integer(visit.version)
    do {
      let answer = try change(method, params, isSure: isSure)
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
      var list = memory.cards(of: card.worker), list.cards.indices.contains(card.number - 1),
      list.cards[card.number - 1].visit == visit.id
    else { return }
    list.cards[card.number - 1].version = version
    // Without it the number is refused next time, and that says what to do.
    try? memory.keep(list, of: card.worker)
  }

  /// Prints whom a change touched, when, the new state, and how it is taken back; or that all was so already.
  func report(_ answer: JSONValue, of chosen: ChosenVisit, undo: Undo?) throws {
    // Each change makes a version: where there is no new one, nothing was changed.
    let isUnchanged = answer["visit"]?["version"]?.integer == chosen.version
    if wantsJSON { return print(answer, undo: isUnchanged ? nil : undo) }
    guard let visit = answer["visit"] else { throw Failure.unfit("visit") }
    if isUnchanged { return report(visit: visit, isUnchanged: true, undo: nil) }
    report(visit: visit, undo: undo, doubts: Self.doubts(visit, since: chosen.before))
  }

  /// Prints the API's result, and remembers how the change is taken back.
  func print(_ answer: JSONValue, undo: Undo?) {
    print(answer)
    if let undo { remember(undo) }
  }

  /// What the daemon has taken but marked: a check that was recorded just now, and lies ahead.
  private static func doubts(_ visit: JSONValue, since before: JSONValue) -> [String] {
    let now = visit["updatedAt"]?.string.flatMap { Timestamp($0) }
    let checks: [(String, ahead: VisitPhrase, unfit: VisitPhrase)] = [
      ("checkIn", .checkInAhead, .checkInUnfit), ("checkOut", .checkOutAhead, .checkOutUnfit),
    ]
    return checks.compactMap { member, ahead, unfit in
      guard let check = visit[member], check["clockSuspect"] == true, check["at"] != before[member]?["at"] else {
        return nil
      }
      let at = visit["display"]?[member]?.string ?? check["at"]?.string ?? ""
      let told = check["at"]?.string.flatMap { Timestamp($0) }
      let isAhead = told.flatMap { told in now.map { told.milliseconds > $0.milliseconds } } ?? false
      return (isAhead ? ahead : unfit)([.time: at])
    }
  }

  /// The same of one visit.
  ///
  /// - Parameters:
  ///   - isUnchanged: whether all was so already.
  ///   - doubts: what is to be looked at again.
  func report(visit: JSONValue, isUnchanged: Bool = false, undo: Undo?, doubts: [String] = []) {
    let words = VisitWords(visit)
    let mark = screen.style(Mark.paint(words.state), Mark.visit(words.state))
    let phrase: VisitPhrase = isUnchanged ? .unchanged : .became
    let line = phrase([.name: words.title, .status: words.status])
    print(screen.paragraph(line, .bold, indent: 2, first: "\(mark) "))
    print(screen.paragraph(words.plan, indent: 2))
    for doubt in doubts { print(screen.paragraph(doubt, .yellow, indent: 4, first: screen.style(.yellow, "  ⚠ "))) }
    if let undo { print(undo) }
  }

  /// Prints how a change is taken back, and remembers it. Not wrapped: it is there to be copied.
  func print(_ undo: Undo) {
    print(screen.style(.dim, "  \(undo.line.onOneLine)"))
    remember(undo)
  }

  private func conflict(_ error: RPCError, of visit: ChosenVisit) -> Failure {
    var error = error
    var details: [String] = []
    var advice: [String] = []
    if let card = visit.card {
      error.message = VisitPhrase.numberChanged([
        .number: "\(card.number)", .worker: card.worker, .command: "\(Invocation.name) today",
      ])
      advice = [VisitPhrase.seeList([.command: "\(Invocation.name) today --worker \(card.worker)"])]
    } else {
      error.message = VisitPhrase.changedMeanwhile.text
    }
    if let current = error.data["current"], current["display"] != nil {
      details = [VisitPhrase.now([.text: VisitWords(current).sentence])]
    }
    return Failure(error: error, details: details, advice: advice)
  }
}
