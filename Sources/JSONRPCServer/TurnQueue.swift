/// What waits for its turn: each user in turn, and of a user's each in turn, so that a user with many connections takes
/// nothing from another with one.
struct TurnQueue<Element> {
  private var users: ArraySlice<UInt32> = []
  private var waiting: [UInt32: ArraySlice<Element>] = [:]

  /// Whether nothing waits.
  var isEmpty: Bool { users.isEmpty }

  /// Puts one behind the others of its user.
  mutating func append(_ element: Element, of user: UInt32) {
    if waiting[user] == nil { users.append(user) }
    waiting[user, default: []].append(element)
  }

  /// Takes the next one.
  mutating func next() -> Element? {
    guard let user = users.popFirst(), let element = waiting[user]?.popFirst() else { return nil }
    if waiting[user]?.isEmpty == true {
      waiting[user] = nil
    } else {
      users.append(user)
    }
    return element
  }

  /// Takes those of a user out of which something is true.
  mutating func remove(of user: UInt32, where isRemoved: (Element) -> Bool) {
    guard var elements = waiting[user] else { return }
    elements.removeAll(where: isRemoved)
    waiting[user] = elements.isEmpty ? nil : elements
    if elements.isEmpty { users.removeAll { $0 == user } }
  }
}
