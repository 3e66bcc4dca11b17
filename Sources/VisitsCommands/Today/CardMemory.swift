import JSON
import JSONRPC

/// The cards that `visits today` printed last for a worker: what a card's number means.
struct RememberedCards {
  /// A visit behind a number.
  struct Card: Hashable {
    let visit: String
    var version: Int64
  }

  /// The heading of the day that they are of.
  var day: String
  /// The cards in the order printed: number 1 is the first.
  var cards: [Card]
}

/// Where numbers are remembered: a file for each worker.
struct CardMemory {
  private let folder: StateFolder

  /// The memory of this user for one daemon; `nil` without a place to keep it.
  init?(environment: [String: String], socket: String) {
    guard let folder = StateFolder(environment: environment, socket: socket) else { return nil }
    self.folder = folder
  }

  /// Stores the cards of a worker's list.
  ///
  /// - Throws: Why the list cannot be stored. Numbers are refused then: those of an older list would mean other visits
  ///   than the list on the screen shows.
  func keep(_ remembered: RememberedCards, of worker: String) throws(SystemError) {
    let cards = remembered.cards.map { card -> JSONValue in
      ["visit": card.visit.json, "version": .integer(card.version)]
    }
    try folder.store(["day": remembered.day.json, "cards": .array(cards)], as: worker)
  }

  /// The cards printed last for a worker; `nil` when none were, the file cannot be read, or the folder takes no newer
  /// list.
  func cards(of worker: String) -> RememberedCards? {
    guard let file = folder.file(worker), let cards = file["cards"]?.array else { return nil }
    return RememberedCards(
      day: file["day"]?.string ?? "",
      cards: cards.compactMap { card in
        guard let visit = card["visit"]?.string, let version = card["version"]?.integer else { return nil }
        return RememberedCards.Card(visit: visit, version: version)
      })
  }
}
