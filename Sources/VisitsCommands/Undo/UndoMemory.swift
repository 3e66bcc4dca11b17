import JSON
import JSONRPC

/// The last changes of this user, for `visits undo`. They are kept as the cards of a worker are, under a name that no
/// worker can have.
struct UndoMemory {
  /// How many changes are remembered.
  static let depth = 20

  private static let name = "undo/"
  private let folder: StateFolder?

  init(_ session: Session) {
    folder = StateFolder(environment: session.machine.environment, socket: session.socket)
  }

  /// The changes, the oldest first.
  var changes: [RememberedChange] {
    (folder?.file(Self.name)?["changes"]?.array ?? []).compactMap(RememberedChange.init)
  }

  /// Stores the changes; of more than ``depth`` the oldest are forgotten. Where they cannot be stored, all of them are
  /// forgotten: an older change must not be taken for the last.
  func store(_ changes: [RememberedChange]) {
    try? folder?.store(["changes": .array(changes.suffix(Self.depth).map(\.json))], as: Self.name)
  }

  /// Stores another change in the place of the last one.
  func replaceLast(with change: RememberedChange) { store(Array(changes.dropLast()) + [change]) }

  /// Forgets the last change after it was taken back. An earlier change of the same things led to the values that they
  /// have again, so that its undo now expects their new versions.
  ///
  /// - Parameter versions: The versions that the undo led to, by id.
  func forgetLast(undoneAs versions: [String: Int64] = [:]) {
    var changes = changes
    guard let undone = changes.popLast() else { return }
    for thing in undone.things {
      guard let before = thing.before, let now = versions[thing.id] else { continue }
      for index in changes.indices {
        for place in changes[index].things.indices
        where changes[index].things[place].id == thing.id && changes[index].things[place].after == before {
          changes[index].things[place].after = now
        }
      }
    }
    store(changes)
  }
}
