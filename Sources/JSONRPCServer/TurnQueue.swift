import NIOCore

/// A queue of the connections that wait to handle calls. The queue serves one connection of each user in rotation. It
/// serves the connections of one user in the order of arrival.
///
/// So a user with many connections delays another user's connection by the turn of only one connection.
struct TurnQueue<Element> {
  private struct User {
    let id: UInt32
    var waiting: CircularBuffer<Element>
  }

  private let workPerTurn: Int
  private var workLeft = 0
  private var users = CircularBuffer<User>()
  /// The number of elements (connections) that wait.
  private(set) var count = 0

  /// Creates an empty queue.
  ///
  /// - Parameter workPerTurn: The number of calls of all users that are handled in one turn of the event loop.
  init(workPerTurn: Int) { self.workPerTurn = workPerTurn }

  /// Whether no element waits.
  var isEmpty: Bool { count == 0 }

  /// Appends an element behind the other elements of the same user.
  mutating func append(_ element: Element, of user: UInt32) {
    count += 1
    if let place = users.firstIndex(where: { $0.id == user }) {
      users[place].waiting.append(element)
    } else {
      users.append(User(id: user, waiting: [element]))
    }
  }

  /// Begins a turn of the event loop, in which the full number of calls may be handled again.
  mutating func beginTurn() { workLeft = workPerTurn }

  /// Removes and returns the next element; `nil` if no element waits, or if this turn has handled its number of calls.
  mutating func next() -> Element? {
    guard workLeft > 0, var user = users.popFirst(), let element = user.waiting.popFirst() else { return nil }
    count -= 1
    if !user.waiting.isEmpty { users.append(user) }
    return element
  }

  /// Counts the calls that an element has handled towards this turn. An element that has handled none counts as one
  /// call.
  mutating func charge(_ work: Int) { workLeft -= max(work, 1) }

  /// Removes the elements of a user for which `isRemoved` returns `true`.
  mutating func remove(of user: UInt32, where isRemoved: (Element) -> Bool) {
    guard let place = users.firstIndex(where: { $0.id == user }) else { return }
    let before = users[place].waiting.count
    users[place].waiting.removeAll(where: isRemoved)
    count -= before - users[place].waiting.count
    if users[place].waiting.isEmpty { users.remove(at: place) }
  }
}
