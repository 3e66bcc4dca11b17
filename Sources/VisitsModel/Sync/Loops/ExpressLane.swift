/// Brings emergencies upstream: each by itself, at once, and every 5 seconds until it has arrived (`sync.md`, Loops). It
/// knows no backoff, and none waits for another.
///
/// The 5 seconds begin with the attempt, not with its end: what hangs in silence when the network is back must not add to
/// them.
package struct ExpressLane: Sendable, Hashable {
  /// From one attempt to the next, in milliseconds.
  package static let interval: Int64 = 5_000
  /// For how long the answer to one request is waited for, in milliseconds: less than the interval, so that an attempt
  /// that began before the network was back is over when the next is due.
  package static let patience: Int64 = 4_000

  /// So many attempts in one form come to nothing over this very emergency until the other form is tried: it may be a word
  /// of the one over which upstream fails.
  static let failuresUntilOtherForm = 2

  /// What is sent of an emergency.
  package enum Form: String, Sendable, Hashable, Codable {
    /// All that is known.
    case whole
    /// The worker alone, as subject: sent where upstream refused the whole, or fails over it.
    case simplest
  }

  /// What became of an attempt.
  package enum Answer: Sendable, Hashable {
    /// Upstream has it.
    case taken
    /// Upstream refused it for good.
    case refused
    /// Upstream has answered, and fails over it or forbids it: it is tried again, in both forms by turns.
    case failed
    /// Anything else: it is tried again.
    case lost
  }

  /// What can happen.
  package enum Event: Sendable, Hashable {
    /// An emergency waits to be sent: it was raised or changed, or was found waiting after a restart.
    case waiting(EmergencyID)
    /// The timer of this number has run out.
    case timer(Int)
    /// A person wants it done now.
    case asked
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
    /// Tell a person that upstream fails over it in either form, or forbids it. It is tried on.
    case reportFailing(EmergencyID)
    /// Report that the emergency of an earlier report has arrived, or waits no more.
    case reportSettled(EmergencyID)
  }

  private struct Passenger: Sendable, Hashable {
    var form = Form.whole
    var isUnderWay = true
    /// Whether it changed since the attempt began.
    var isChanged = false
    var isReported = false
    /// How many attempts in a row have failed in this form.
    var failures = 0
    /// The timer that began with the attempt.
    var timer = 0
    /// Whether it has run out, so that the next attempt follows at once.
    var isDue = false
    /// Whether a person has asked for an attempt that has not ended.
    var asked: Asked?
  }

  private enum Asked {
    /// It has not begun: what is under way began before.
    case next
    case underWay
  }

  private var passengers: [EmergencyID: Passenger] = [:]
  private var timer = 0

  /// An empty lane.
  package init() {}

  /// Whether nothing waits.
  package var isEmpty: Bool { passengers.isEmpty }

  /// Whether a person has asked for an attempt that has not ended.
  package var isAsked: Bool { passengers.values.contains { $0.asked != nil } }

  /// Takes what happened.
  package mutating func step(_ event: Event) -> [Effect] {
    switch event {
    case .waiting(let id):
      guard passengers[id]?.isUnderWay != true else {
        passengers[id]?.isChanged = true
        return []
      }
      return send(id, .whole)
    case .timer(let number):
      guard let (id, passenger) = passengers.first(where: { $0.value.timer == number }) else { return [] }
      guard passenger.isUnderWay else { return send(id, passenger.form) }
      passengers[id]?.isDue = true
      return []
    case .asked: return passengers.keys.sorted { $0.rawValue < $1.rawValue }.flatMap { ask($0) }
    case .answered(let id, let answer):
      guard let passenger = passengers[id], passenger.isUnderWay else { return [] }
      return end(id, passenger, answer)
    }
  }

  /// The network may be back since the attempt that is under way began.
  private mutating func ask(_ id: EmergencyID) -> [Effect] {
    guard let passenger = passengers[id] else { return [] }
    passengers[id]?.asked = .next
    guard passenger.isUnderWay else { return send(id, passenger.form) }
    passengers[id]?.isDue = true
    return []
  }

  private mutating func end(_ id: EmergencyID, _ passenger: Passenger, _ answer: Answer) -> [Effect] {
    switch (answer, passenger.form) {
    case (.taken, _):
      passengers[id] = nil
      let report = passenger.isReported ? [Effect.reportSettled(id)] : []
      // What was changed meanwhile may be what upstream can take: all of it is tried anew.
      return report + (passenger.isChanged ? send(id, .whole) : [])
    case (.refused, .whole):
      passengers[id]?.failures = 0
      return send(id, passenger.isChanged ? .whole : .simplest)
    case (.refused, .simplest):
      let report = passenger.isReported ? [] : [Effect.report(id)]
      passengers[id]?.isReported = true
      passengers[id]?.failures = 0
      // When upstream takes emergencies again, it shall be told all of it.
      var whole = passenger
      whole.form = .whole
      return report + goOn(id, whole)
    case (.failed, _): return fail(id, passenger)
    case (.lost, _):
      passengers[id]?.failures = 0
      return goOn(id, passenger)
    }
  }

  private mutating func fail(_ id: EmergencyID, _ passenger: Passenger) -> [Effect] {
    guard passenger.failures + 1 == Self.failuresUntilOtherForm else {
      passengers[id]?.failures += 1
      return goOn(id, passenger)
    }
    passengers[id]?.failures = 0
    var other = passenger
    other.form = passenger.form == .whole ? .simplest : .whole
    guard passenger.form == .simplest, !passenger.isReported else { return goOn(id, other) }
    passengers[id]?.isReported = true
    return [.reportFailing(id)] + goOn(id, other)
  }

  private mutating func send(_ id: EmergencyID, _ form: Form) -> [Effect] {
    timer += 1
    let before = passengers[id]
    passengers[id] = Passenger(
      form: form, isReported: before?.isReported ?? false, failures: before?.failures ?? 0, timer: timer,
      asked: before?.asked.map { _ in .underWay })
    return [.send(id, form), .wait(milliseconds: Self.interval, number: timer)]
  }

  /// An attempt came to nothing: the next is made when its time has come.
  private mutating func goOn(_ id: EmergencyID, _ passenger: Passenger) -> [Effect] {
    let form = passenger.isChanged ? .whole : passenger.form
    if passenger.asked == .underWay { passengers[id]?.asked = nil }
    if passenger.isDue { return send(id, form) }
    passengers[id]?.isUnderWay = false
    passengers[id]?.form = form
    return []
  }
}
