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

/// Where numbers are remembered: a small file for each worker and socket, readable by this user alone.
struct CardMemory {
  private let folder: String
  private let socket: String

  /// The memory of this user for one daemon; `nil` without a place to keep it.
  init?(environment: [String: String], socket: String) {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      folder = "\(state)/visits"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      folder = "\(home)/.local/state/visits"
    } else {
      return nil
    }
    self.socket = socket
  }

  /// Stores the cards of a worker's list.
  ///
  /// - Throws: Why the list cannot be stored. Numbers are refused then: those of an older list would mean other visits
  ///   than the list on the screen shows.
  func keep(_ remembered: RememberedCards, of worker: String) throws(SystemError) {
    let cards = remembered.cards.map { card -> JSONValue in
      ["visit": card.visit.json, "version": .integer(card.version)]
    }
    let file: JSONValue = [
      "socket": socket.json, "worker": worker.json, "day": remembered.day.json, "cards": .array(cards),
    ]
    try FileBytes.makeFolder(folder)
    do throws(SystemError) {
      try FileBytes.replace(path(of: worker), with: file.bytes + [0x0A])
    } catch {
      // A full disk still allows this.
      FileBytes.remove(path(of: worker))
      throw error
    }
  }

  /// The cards printed last for a worker; `nil` when none were, the file cannot be read, or the folder takes no newer
  /// list.
  func cards(of worker: String) -> RememberedCards? {
    guard FileBytes.isWritable(folder), let bytes = try? FileBytes.read(path(of: worker)),
      let file = try? JSONScanner.parse(bytes),
      file["socket"]?.string == socket, file["worker"]?.string == worker, let cards = file["cards"]?.array
    else { return nil }
    return RememberedCards(
      day: file["day"]?.string ?? "",
      cards: cards.compactMap { card in
        guard let visit = card["visit"]?.string, let version = card["version"]?.integer else { return nil }
        return RememberedCards.Card(visit: visit, version: version)
      })
  }

  /// A file's name tells neither the worker nor the socket (FNV-1a of both; the file itself is compared).
  private func path(of worker: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(socket)\0\(worker)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let name = String(hash, radix: 16)
    return "\(folder)/\(String(repeating: "0", count: 16 - name.count))\(name).json"
  }
}
