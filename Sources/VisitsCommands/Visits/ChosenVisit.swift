import JSONRPC

/// The visit that a person named, as it was when it was looked up.
struct ChosenVisit {
  /// The whole id.
  let id: String
  /// The version that the person knows: the one printed with a card's number, else the present one.
  let version: Int64
  /// The visit before the change, for the command that undoes it.
  let before: JSONValue
  /// The card's number and whose it is, when it was named so.
  var card: (number: Int, worker: String)?
}

extension Session {
  /// The visit that a text names: an id, the beginning or end of one, or the number of a card in a worker's list.
  ///
  /// - Parameter option: how the command line says whose list it is.
  func visit(_ text: String, of worker: String?, option: String = "--worker") throws -> ChosenVisit {
    if let number = Int(text), (1...999).contains(number), text.utf8.count <= 3 {
      return try visit(card: number, of: worker, option: option)
    }
    let id = text.lowercased()
    guard id.utf8.count >= 4 else {
      throw Failure.usage(
        "\"\(text)\" is too short to name a visit: 4 characters of its id are needed, or the number of a card.",
        advice: ["See the ids: \(Invocation.name) list"])
    }
    if id.utf8.count == 36 { return try visit(id: id) }
    return try visit(part: id)
  }

  private func visit(id: String, version: Int64? = nil) throws -> ChosenVisit {
    guard let before = try read("visit.show", ["visit": id.json])["visit"] else { throw Failure.unfit("visit.show") }
    return try chosen(before, version: version)
  }

  private func visit(part: String) throws -> ChosenVisit {
    let found = try read("visit.list", ["match": part.json, "limit": 1000])["visits"]?.array ?? []
    // The API also takes a match for a part of a client's name.
    let visits = found.filter { visit in
      visit["id"]?.string.map { $0.hasPrefix(part) || $0.hasSuffix(part) } ?? false
    }
    guard visits.count < 2 else { throw ambiguous(part, visits) }
    guard let visit = visits.first else {
      throw Failure(
        error: RPCError(
          code: 1404, kind: "notFound", message: "There is no visit whose id begins or ends with \"\(part)\".",
          data: ["thing": "visit", "id": part.json]),
        advice: ["See the ids: \(Invocation.name) list"])
    }
    return try chosen(visit)
  }

  private func visit(card number: Int, of worker: String?, option: String) throws -> ChosenVisit {
    guard let worker = worker ?? machine.environment["VISITS_WORKER"], !worker.isEmpty else {
      throw Failure.usage(
        "\(number) is the number of a card: say in whose list, with \(option) W or VISITS_WORKER.")
    }
    let memory = CardMemory(environment: machine.environment, socket: socket)
    let id = memory?.cards(of: worker) == nil ? try with(.worker, worker) { try existing($0) } : worker
    guard let list = memory?.cards(of: id) else {
      throw Failure.usage(
        "No list of \(id) was printed here that number \(number) could stand in.",
        advice: ["Print it first: \(Invocation.name) today --worker \(id)"])
    }
    let cards = list.cards
    guard cards.indices.contains(number - 1) else {
      let count = cards.isEmpty ? "no cards" : cards.count == 1 ? "1 card" : "\(cards.count) cards"
      throw Failure.usage(
        "The list of \(id) that was printed last (\(list.day)) has \(count); there is no number \(number).",
        advice: ["Print it again: \(Invocation.name) today --worker \(id)"])
    }
    let card = cards[number - 1]
    var visit = try visit(id: card.visit, version: card.version)
    visit.card = (number, id)
    return visit
  }

  /// The id, when there is such a worker.
  private func existing(_ worker: String) throws -> String {
    try read("worker.show", ["worker": worker.json])["worker"]?["id"]?.string ?? worker
  }

  private func chosen(_ before: JSONValue, version: Int64? = nil) throws -> ChosenVisit {
    guard let id = before["id"]?.string, let present = before["version"]?.integer else {
      throw Failure.unfit("visit.show")
    }
    return ChosenVisit(id: id, version: version ?? present, before: before)
  }

  private func ambiguous(_ part: String, _ visits: [JSONValue]) -> Failure {
    let shown = visits.prefix(20)
    let more = visits.count > shown.count ? ["and \(visits.count - shown.count) more"] : []
    return Failure(
      error: RPCError(
        code: -32602, kind: "invalidParams",
        message: "\"\(part)\" may be any of \(visits.count) visits; name one by the end of its id.",
        data: ["field": "visit", "candidates": .array(shown.compactMap { $0["id"] })]),
      details: shown.map { "\(VisitWords($0).shortID)  \(VisitWords($0).sentence)" }, advice: more)
  }
}
