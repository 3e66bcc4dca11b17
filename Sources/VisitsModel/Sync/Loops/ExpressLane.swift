/// Brings emergencies upstream: each by itself, at once, and every 5 seconds until it has arrived (`sync.md`, Loops). It
/// knows no backoff, and none waits for another.
package struct ExpressLane: Sendable, Hashable {
  /// Between two attempts, in milliseconds.
  package static let interval: Int64 = 5_000

  /// What is sent of an emergency.
  package enum Form: String, Sendable, Hashable, Codable {
    /// All that is known.
    case whole
    /// The worker alone, as subject: sent where upstream refused the whole.
    case simplest
  }

  /// What became of an attempt.
  package enum Answer: Sendable, Hashable {
    /// Upstream has it.
    case taken
    /// Upstream refused it for good.
    case refused
    /// Anything else: it is tried again.
    case lost
  }

  /// What can happen.
  package enum Event: Sendable, Hashable {
    /// An emergency waits to be sent: it was raised or changed, or was found waiting after a restart.
    case waiting(EmergencyID)
    /// The timer of this number has run out.
    case timer(Int)
    /// An attempt has ended.
    case answered(EmergencyID, Answer)
  }

  /// What is to be done.
  package enum Effect: Sendable, Hashable {
    /// Send it as it is stored now.
    case send(EmergencyID, Form)
    /// Send ``Event/timer(_:)`` with this number after so many milliseconds.
    case wait(milliseconds: Int64, number: Int)
    /// Tell a person that upstream refuses it in either form. It is tried on.
    case report(EmergencyID)
  }

  private struct Passenger: Sendable, Hashable {
    var form = Form.whole
    var isUnderWay = true
    /// Whether it changed since the attempt began.
    var isChanged = false
    var isReported = false
    var timer = 0
  }

  private var passengers: [EmergencyID: Passenger] = [:]
  private var timer = 0

  /// An empty lane.
  package init() {}

  /// Whether nothing waits.
  package var isEmpty: Bool { passengers.isEmpty }

  /// Takes what happened.
  package mutating func step(_ event: Event) -> [Effect] {
    switch event {
    case .waiting(let id):
      guard passengers[id]?.isUnderWay != true else {
        passengers[id]?.isChanged = true
        return []
      }
      return send(id, passengers[id]?.form ?? .whole)
    case .timer(let number):
      let awaited = passengers.first { $0.value.timer == number && !$0.value.isUnderWay }
      guard let (id, passenger) = awaited else { return [] }
      return send(id, passenger.form)
    case .answered(let id, let answer):
      guard let passenger = passengers[id], passenger.isUnderWay else { return [] }
      return end(id, passenger, answer)
    }
  }

  private mutating func end(_ id: EmergencyID, _ passenger: Passenger, _ answer: Answer) -> [Effect] {
    switch (answer, passenger.form) {
    case (.taken, _):
      passengers[id] = nil
      // What was added meanwhile may be what upstream can take: all of it is tried anew.
      return passenger.isChanged ? send(id, .whole) : []
    case (.refused, .whole): return send(id, .simplest)
    case (.refused, .simplest):
      let report = passenger.isReported ? [] : [Effect.report(id)]
      passengers[id]?.isReported = true
      return report + pause(id)
    case (.lost, _): return pause(id)
    }
  }

  private mutating func send(_ id: EmergencyID, _ form: Form) -> [Effect] {
    var passenger = passengers[id] ?? Passenger()
    (passenger.form, passenger.isUnderWay, passenger.isChanged) = (form, true, false)
    passengers[id] = passenger
    return [.send(id, form)]
  }

  private mutating func pause(_ id: EmergencyID) -> [Effect] {
    timer += 1
    passengers[id]?.isUnderWay = false
    passengers[id]?.timer = timer
    return [.wait(milliseconds: Self.interval, number: timer)]
  }
}
