import VisitsModel
import VisitsStore

/// The changes of emergencies that wait for the writer, in the order in which they came there. Where one of them is held
/// since the writer fails it or takes too long, those before it are held first: what comes of each depends on them.
struct WaitingChanges {
  /// A change that waits.
  struct Entry: Sendable {
    /// The call, with its place in the order.
    let request: ChangeRequest
    /// The era in which the writer makes it. When that is over, the writer has failed it.
    let era: WriterEra
    /// Keeps it where the writer is not needed.
    let hold: @Sendable () throws -> EmergencyRegister.Held
    /// Whether it is being held.
    fileprivate var isBeingHeld = false
    /// The emergency that it adds nothing to, as the writer has found; the writer does not remember it.
    fileprivate var passedOver: Emergency?

    init(
      request: ChangeRequest, era: WriterEra, hold: @escaping @Sendable () throws -> EmergencyRegister.Held
    ) {
      self.request = request
      self.era = era
      self.hold = hold
    }
  }

  /// Those of which nothing is held, the first one first.
  private var entries: [Entry] = []
  /// What came of holding those that were held for the sake of a later one, by their place.
  private var outcomes: [Int64: Result<EmergencyRegister.Held, any Error>] = [:]
  /// How many of each era are neither made nor held.
  private var counts: [WriterEra: Int] = [:]

  /// A change has come, later than all others.
  mutating func add(_ entry: Entry) {
    entries.append(entry)
    counts[entry.era, default: 0] += 1
  }

  /// Whether a change waits that the writer of an era does not make: it has failed it, and it is not held yet.
  func hasFailed(before era: WriterEra) -> Bool { counts.contains { $0.key != era } }

  /// Takes out those before a place that the writer has not passed over. They still count as waiting, until
  /// ``areHeld(_:)``.
  mutating func takeEarlier(than order: Int64) -> [Entry] {
    let end = entries.firstIndex { $0.request.order >= order } ?? entries.endIndex
    let earlier = entries[..<end]
    entries.replaceSubrange(..<end, with: earlier.filter { $0.passedOver != nil })
    return earlier.filter { $0.passedOver == nil }
  }

  /// Those that were taken out are held, made, or refused.
  mutating func areHeld(_ taken: [Entry]) { for entry in taken { uncount(entry.era) } }

  /// One that was taken out has been held, or could not be.
  mutating func note(_ outcome: Result<EmergencyRegister.Held, any Error>, of order: Int64) {
    outcomes[order] = outcome
  }

  /// What came of one that was taken out; `nil`: it was not.
  func outcome(of order: Int64) -> Result<EmergencyRegister.Held, any Error>? { outcomes[order] }

  /// A change is about to be held, unless the writer has passed it over: then what it was passed over for.
  mutating func beginHolding(_ order: Int64) -> Emergency? {
    guard let place = place(of: order) else { return nil }
    if let known = entries[place].passedOver { return known }
    entries[place].isBeingHeld = true
    return nil
  }

  /// The writer passes over a raise that adds nothing to an emergency.
  ///
  /// - Returns: Whether it need not be remembered; it must be where it is held, or is about to be.
  mutating func passOver(_ order: Int64, for emergency: Emergency) -> Bool {
    guard let place = place(of: order), !entries[place].isBeingHeld else { return false }
    entries[place].passedOver = emergency
    return true
  }

  /// One is through.
  mutating func remove(_ order: Int64) {
    outcomes[order] = nil
    guard let place = place(of: order) else { return }
    uncount(entries.remove(at: place).era)
  }

  private func place(of order: Int64) -> Int? {
    guard let place = entries.firstIndex(where: { $0.request.order >= order }) else { return nil }
    return entries[place].request.order == order ? place : nil
  }

  private mutating func uncount(_ era: WriterEra) {
    counts[era, default: 0] -= 1
    if counts[era] == 0 { counts[era] = nil }
  }
}
