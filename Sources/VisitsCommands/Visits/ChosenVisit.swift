import Catalog
import CommandCatalog
import JSON
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
        VisitPhrase.tooShort([.text: text]), advice: [VisitPhrase.seeIDs([.command: "\(Invocation.name) list"])])
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
          code: 1404, kind: "notFound", message: VisitPhrase.noSuchID([.text: part]),
          data: ["thing": "visit", "id": part.json]),
        advice: [VisitPhrase.seeIDs([.command: "\(Invocation.name) list"])])
    }
    return try chosen(visit)
  }

  private func visit(card number: Int, of worker: String?, option: String) throws -> ChosenVisit {
    guard let worker = worker ?? machine.environment["VISITS_WORKER"], !worker.isEmpty else {
      throw Failure.usage(VisitPhrase.cardOfWhom([.number: "\(number)", .option: option]))
    }
    let memory = CardMemory(environment: machine.environment, socket: socket)
    let id = memory?.cards(of: worker) == nil ? try with(.worker, worker) { try existing($0) } : worker
    guard let list = memory?.cards(of: id) else {
      throw Failure.usage(
        VisitPhrase.noList([.worker: id, .number: "\(number)"]),
        advice: [VisitPhrase.printFirst([.command: "\(Invocation.name) today --worker \(id)"])])
    }
    let cards = list.cards
    guard cards.indices.contains(number - 1) else {
      let values: KeyValuePairs<Slot, String> = [.worker: id, .day: list.day, .number: "\(number)"]
      throw Failure.usage(
        cards.isEmpty ? VisitPhrase.noCards(values) : VisitPhrase.noSuchCard(count: Int64(cards.count), values),
        advice: [VisitPhrase.printAgain([.command: "\(Invocation.name) today --worker \(id)"])])
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
    let left = Int64(visits.count - shown.count)
    return Failure(
      error: RPCError(
        code: -32602, kind: "invalidParams",
        message: VisitPhrase.ambiguous(count: Int64(visits.count), [.text: part]),
        data: ["field": "visit", "candidates": .array(shown.compactMap { $0["id"] })]),
      details: shown.map { "\(VisitWords($0).shortID)  \(VisitWords($0).sentence)" },
      advice: left > 0 ? [ProgramPhrase.andMore(count: left)] : [])
  }
}
