/// Who comes next where users share few places: each in turn, so that nobody waits behind all that somebody else has sent.
struct Turns<Item> {
  private struct User {
    var waiting: [Item] = []
    var running = 0
  }

  private let places: Int
  private let placesOfUser: Int
  private var users: [String: User] = [:]
  /// The users whose turn comes, in order, each once: those with something that waits and a place left for it.
  private var order: ArraySlice<String> = []
  private var running = 0

  /// - Parameters:
  ///   - places: How many are under way at once.
  ///   - placesOfUser: How many of them are one user's.
  init(places: Int, placesOfUser: Int) {
    self.places = places
    self.placesOfUser = placesOfUser
  }

  /// Everything that waits, in no order.
  var waiting: some Sequence<Item> { users.values.lazy.flatMap(\.waiting) }

  /// How many wait.
  var count: Int { users.values.reduce(0) { $0 + $1.waiting.count } }

  /// Puts one behind the others of its user.
  mutating func add(_ item: Item, of user: String) {
    users[user, default: User()].waiting.append(item)
    if users[user]?.waiting.count == 1 { queue(user) }
  }

  /// The next for which there is a place; it has the place until ``ended(_:)``.
  mutating func next() -> (user: String, item: Item)? {
    guard running < places, let user = order.popFirst(), let item = users[user]?.waiting.first else { return nil }
    // Out of the array: a slice would keep what was taken, and the text of an import with it.
    users[user]?.waiting.removeFirst()
    users[user]?.running += 1
    running += 1
    queue(user)
    return (user, item)
  }

  /// One of a user's has left its place.
  mutating func ended(_ user: String) {
    guard var state = users[user], state.running > 0 else { return }
    running -= 1
    state.running -= 1
    users[user] = state.running == 0 && state.waiting.isEmpty ? nil : state
    // Whoever had a place left before is in the order already.
    if state.running == placesOfUser - 1 { queue(user) }
  }

  /// Takes those out that wait and of which something is true.
  mutating func remove(where isRemoved: (Item) -> Bool) -> [Item] {
    let removed = waiting.filter(isRemoved)
    guard !removed.isEmpty else { return [] }
    for (user, var state) in users {
      state.waiting = state.waiting.filter { !isRemoved($0) }
      users[user] = state.running == 0 && state.waiting.isEmpty ? nil : state
    }
    order.removeAll { users[$0]?.waiting.isEmpty ?? true }
    return removed
  }

  /// Gives a user a turn who has something that waits, and a place left.
  private mutating func queue(_ user: String) {
    guard let state = users[user], !state.waiting.isEmpty, state.running < placesOfUser else { return }
    order.append(user)
  }
}
