import NIOCore

/// A queue of the connections that wait to handle calls. Users take turns, and each user's connections are served in
/// the order of arrival.
///
/// A user with many connections delays another user's connection by one turn of one connection.
struct TurnQueue<Element> {
  private struct User {
    let id: UInt32
    var waiting: CircularBuffer<Element>
  }

  private let workPerTurn: Int
  private var workLeft = 0
  private var users = CircularBuffer<User>()
  /// The number of waiting elements.
  private(set) var count = 0

  /// - Parameter workPerTurn: The number of calls of all users that are handled in one turn of the event loop.
  init(workPerTurn: Int) { self.workPerTurn = workPerTurn }

  /// Whether nothing waits.
  var isEmpty: Bool { count == 0 }

  /// Appends an element after all others of its user.
  mutating func append(_ element: Element, of user: UInt32) {
    count += 1
    if let place = users.firstIndex(where: { $0.id == user }) {
      users[place].waiting.append(element)
    } else {
      users.append(User(id: user, waiting: [element]))
    }
  }

  /// Begins a turn of the event loop with its full amount of work.
  mutating func beginTurn() { workLeft = workPerTurn }

  /// Removes and returns the next element; `nil` if none waits or the work of this turn is used up.
  mutating func next() -> Element? {
    guard workLeft > 0, var user = users.popFirst(), let element = user.waiting.popFirst() else { return nil }
    count -= 1
    if !user.waiting.isEmpty { users.append(user) }
    return element
  }

  /// Charges this turn for the calls that an element has handled. An element without any call is charged for one.
  mutating func charge(_ work: Int) { workLeft -= max(work, 1) }

  /// Removes the elements of a user that match.
  mutating func remove(of user: UInt32, where isRemoved: (Element) -> Bool) {
    guard let place = users.firstIndex(where: { $0.id == user }) else { return }
    let before = users[place].waiting.count
    users[place].waiting.removeAll(where: isRemoved)
    count -= before - users[place].waiting.count
    if users[place].waiting.isEmpty { users.remove(at: place) }
  }
}
