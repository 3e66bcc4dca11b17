import VisitsModel

/// The changes of emergencies that wait for the writer, in the order in which they came there. Where one of them is held
/// since the writer fails it or takes too long, those before it are held first: what comes of each depends on them.
struct WaitingChanges {
  /// A change that waits.
  struct Entry: Sendable {
    /// The call, with its place in the order.
    let request: ChangeRequest
    /// Keeps it where the writer is not needed.
    let hold: @Sendable () throws -> EmergencyRegister.Held
  }

  /// Those of which nothing is held, the first one first.
  private var entries: [Entry] = []
  /// What came of holding those that were held for the sake of a later one, by their place.
  private var outcomes: [Int64: Result<EmergencyRegister.Held, any Error>] = [:]

  /// A change has come, later than all others.
  mutating func add(_ entry: Entry) { entries.append(entry) }

  /// Takes out those before a place.
  mutating func takeEarlier(than order: Int64) -> [Entry] {
    let end = entries.firstIndex { $0.request.order >= order } ?? entries.endIndex
    defer { entries.removeFirst(end) }
    return Array(entries[..<end])
  }

  /// One that was taken out has been held, or could not be.
  mutating func note(_ outcome: Result<EmergencyRegister.Held, any Error>, of order: Int64) {
    outcomes[order] = outcome
  }

  /// What came of one that was taken out; `nil`: it was not.
  func outcome(of order: Int64) -> Result<EmergencyRegister.Held, any Error>? { outcomes[order] }

  /// One is through.
  mutating func remove(_ order: Int64) {
    outcomes[order] = nil
    if let place = entries.firstIndex(where: { $0.request.order >= order }), entries[place].request.order == order {
      entries.remove(at: place)
    }
  }
}
