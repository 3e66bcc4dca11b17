import VisitsModel

/// What is to happen, in the order of virtual time, and of what comes at one moment the earlier entered first.
struct Agenda<Item> {
  private var entries: [(at: Instant, number: Int, item: Item)] = []
  private var number = 0

  /// Enters something.
  mutating func add(_ item: Item, at instant: Instant) {
    number += 1
    let entry = (at: instant, number: number, item: item)
    let position = entries.firstIndex { ($0.at, $0.number) > (entry.at, entry.number) } ?? entries.endIndex
    entries.insert(entry, at: position)
  }

  /// The moment of what is next.
  var next: Instant? { entries.first?.at }

  /// Takes what is next.
  mutating func pop() -> Item? { entries.isEmpty ? nil : entries.removeFirst().item }

  /// Strikes out what is not to happen any more.
  mutating func strike(_ isOff: (Item) -> Bool) { entries.removeAll { isOff($0.item) } }
}
