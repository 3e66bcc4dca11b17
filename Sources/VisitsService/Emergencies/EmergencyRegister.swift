import Synchronization
import VisitsAPI
import VisitsModel
import VisitsStore

/// Which emergencies are open, so that no Today has to ask the store while there are none, and those that the database
/// could not take.
final class EmergencyRegister: Sendable {
  /// A change of an emergency that is not in the database.
  struct Held: Sendable {
    /// The call.
    var request: ChangeRequest
    /// The id of the emergency that it makes, unless it joins another.
    var reservedID: EmergencyID
    /// The emergency after it.
    var emergency: Emergency
    /// Whether it is in the spool; else it is nowhere but here.
    var isStored: Bool
    /// The era in which it waits for the writer, which makes it then or fails it; `nil`: it does not wait there.
    var era: WriterEra?

    /// As it is kept.
    var spooled: SpooledEmergency { SpooledEmergency(id: reservedID, request: request) }
  }

  /// What a change of an emergency came to that was not made in time.
  enum Standing {
    /// It is held.
    case held(Held)
    /// The database has it after all.
    case made(MadeChange)
    /// It adds nothing to this emergency: it is neither held nor remembered.
    case passedOver(Emergency)
  }

  /// How many raises of one emergency are held in memory alone.
  static let heldOfOne = 64

  private struct State {
    var open: Set<EmergencyID> = []
    var held: [Held] = []
    var told = RaisesTold()
    /// How many changes of emergencies this process has heard of.
    var lastOrder: Int64 = 0
    var waiting = WaitingChanges()
    var bringIn = RepeatedTurn()
  }

  private let state = Mutex(State())
  private let keeping = Mutex(())
  private let entering = Mutex(())

  /// Whether nobody is in need.
  var isEmpty: Bool { state.withLock { $0.open.isEmpty && $0.held.isEmpty } }

  /// Whether a raise of an emergency is held that came after a call of this order: whoever made that call knew nothing of
  /// it.
  func isRaised(_ id: EmergencyID, after order: Int64) -> Bool {
    held.contains { held in
      held.emergency.id == id && held.request.method == EmergencyRaise.name && held.request.order > order
    }
  }

  /// Has a change go to the writer, and before it all that is held and does not wait there yet: they are made in the order
  /// in which they came. Where the disk has just failed an earlier one, which is not held yet, it must not go before that:
  /// then the writer fails it too, and it is held behind the earlier one.
  ///
  /// - Parameters:
  ///   - present: The writer's era.
  ///   - enqueueHeld: Has something that is held go.
  ///   - enqueue: Has the change go, at the place and in the era that it is told.
  /// - Returns: What that returned, and whether anything that was held went.
  func enter<Entered>(
    _ present: () -> WriterEra, _ enqueueHeld: (Held, WriterEra) -> Void,
    _ enqueue: (_ order: Int64, _ era: WriterEra) -> Entered
  ) -> (entered: Entered, wasHeld: Bool) {
    entering.withLock { _ in
      let era = present()
      let (waiting, order, place): ([Held], Int64, WriterEra) = state.withLock { state in
        state.lastOrder += 1
        guard era.takesChanges, !state.waiting.hasFailed(before: era) else { return ([], state.lastOrder, .past) }
        let waiting = state.held.filter { $0.era != era }
        for index in state.held.indices { state.held[index].era = era }
        return (waiting, state.lastOrder, era)
      }
      for held in waiting { enqueueHeld(held, place) }
      return (enqueue(order, place), !waiting.isEmpty)
    }
  }

  /// A change goes to the writer now.
  func begin(_ entry: WaitingChanges.Entry) { state.withLock { $0.waiting.add(entry) } }

  /// The writer has made or refused a change, or it is held.
  func end(_ request: ChangeRequest) { state.withLock { $0.waiting.remove(request.order) } }

  /// The writer could not make it: it waits for the next that is made, or for a disk that works.
  func putBack(_ request: ChangeRequest) {
    state.withLock { state in
      for index in state.held.indices where state.held[index].request.isSame(as: request) {
        state.held[index].era = nil
      }
    }
  }

  /// What is not in the database, in the order in which it came.
  var held: [Held] { state.withLock(\.held) }

  /// The emergencies of which something is not in the database, each as it stands with that.
  var standing: [Emergency] {
    var standing: [Emergency] = []
    for held in held {
      standing.removeAll { $0.id == held.emergency.id }
      standing.append(held.emergency)
    }
    return standing
  }

  /// What a request made; where nothing is held of it, what `keep` makes of it. Looking and keeping are one step, since
  /// whoever needs help presses twice: of the same alarm sent twice at once one is made, and of two alarms at once the
  /// second joins the first.
  ///
  /// - Parameter made: What the database has of a request after all.
  func held(
    _ request: ChangeRequest, made: (ChangeRequest) -> MadeChange?, keep: () throws -> Held
  ) throws -> Standing {
    func known(_ request: ChangeRequest) -> Held? {
      state.withLock { state in state.held.first { $0.request.isSame(as: request) } }
    }
    return try keeping.withLock { _ in
      let earlier = state.withLock { $0.waiting.takeEarlier(than: request.order) }
      for entry in earlier {
        guard known(entry.request) == nil, made(entry.request) == nil else { continue }
        let outcome = Result { try entry.hold() }
        state.withLock { $0.waiting.note(outcome, of: entry.request.order) }
      }
      state.withLock { $0.waiting.areHeld(earlier) }
      if let outcome = state.withLock({ $0.waiting.outcome(of: request.order) }) { return .held(try outcome.get()) }
      if let known = known(request) { return .held(known) }
      // It may have been made since it was looked for: what is held of it from here on would be told anew.
      if let made = made(request) { return .made(made) }
      if let emergency = state.withLock({ $0.waiting.beginHolding(request.order) }) { return .passedOver(emergency) }
      return .held(try keep())
    }
  }

  /// Whether a raise that adds nothing to an emergency need not be remembered. It must be where it is held: it is made
  /// once more when it is brought in, and would be a new alarm if the emergency has ended meanwhile.
  func passesOver(_ request: ChangeRequest, for emergency: Emergency) -> Bool {
    state.withLock { $0.waiting.passOver(request.order, for: emergency) }
  }

  /// Whether a later change of an emergency than that of a request is still held. Its state was told when it was held.
  /// Those that are held stand in the order in which they came; a request that is not among them has just come.
  func hasHeld(_ id: EmergencyID, behind requestID: String) -> Bool {
    let held = held
    guard let index = held.firstIndex(where: { $0.request.requestId == requestID }) else { return false }
    return held[(index + 1)...].contains { $0.emergency.id == id }
  }

  /// Whether all of it is on disk, in the database or the spool.
  func isStored(_ id: EmergencyID) -> Bool {
    state.withLock { state in state.held.allSatisfy { $0.isStored || $0.emergency.id != id } }
  }

  /// Takes in what the database says, or is about to: one too many costs a look into it, one too few an alarm that
  /// nobody sees. So an emergency is noted before it is committed, and gone only after.
  func note(_ emergency: Emergency) {
    state.withLock { state in
      if emergency.isOpen {
        state.open.insert(emergency.id)
      } else {
        state.open.remove(emergency.id)
      }
    }
  }

  /// Takes in what was committed, and tells the operator of it, unless that was done when it was held.
  func note(
    _ emergency: Emergency, since past: Emergency?, at now: Instant, _ report: (VisitsService.Notice) -> Void
  ) {
    note(emergency)
    let told = held.map(\.emergency).filter { $0.worker == emergency.worker }
    if past?.raises != emergency.raises, !told.contains(where: { $0.lastRaisedAt == emergency.lastRaisedAt }) {
      tellRaised(emergency, isStored: true, at: now, report)
    }
    if emergency.state != .raised { state.withLock { $0.told.forget(emergency.id) } }
    if past?.acknowledged == nil, let taken = emergency.acknowledged,
      !told.contains(where: { $0.acknowledged?.at == taken.at })
    {
      report(.emergencyAcknowledged(emergency.id))
    }
    if past?.resolved == nil, let ended = emergency.resolved, !told.contains(where: { $0.resolved?.at == ended.at }) {
      report(.emergencyResolved(emergency.id))
    }
  }

  /// Tells the operator of what is held.
  func tell(_ held: Held, at now: Instant, _ report: (VisitsService.Notice) -> Void) {
    let emergency = held.emergency
    if emergency.state != .raised { state.withLock { $0.told.forget(emergency.id) } }
    if emergency.resolved != nil {
      report(.emergencyResolved(emergency.id))
    } else if emergency.acknowledged != nil {
      report(.emergencyAcknowledged(emergency.id))
    } else {
      tellRaised(emergency, isStored: held.isStored, at: now, report)
    }
  }

  private func tellRaised(
    _ emergency: Emergency, isStored: Bool, at now: Instant, _ report: (VisitsService.Notice) -> Void
  ) {
    guard state.withLock({ $0.told.isDue(emergency.id, isStored: isStored, at: now) }) else { return }
    report(.emergencyRaised(emergency.id, raises: emergency.raises, isStored: isStored))
  }

  /// Whether the caller is to bring in what is held. If somebody does so already, they do it once more.
  func beginsBringingIn() -> Bool { state.withLock { $0.bringIn.begins() } }

  /// Whether it is to be done once more.
  func bringsInAgain() -> Bool { state.withLock { $0.bringIn.goesOn() } }

  /// Keeps what the database could not take. Of an emergency that is raised on and on, it keeps the raise that made it and
  /// the last ``heldOfOne`` of those that are in memory alone.
  func hold(_ held: Held) {
    state.withLock { state in
      let place = state.held.firstIndex { $0.request.order > held.request.order } ?? state.held.endIndex
      state.held.insert(held, at: place)
      guard !held.isStored, held.request.method == EmergencyRaise.name else { return }
      let alike = state.held.indices.filter { index in
        let other = state.held[index]
        return !other.isStored && other.emergency.id == held.emergency.id
          && other.request.method == held.request.method && other.reservedID != held.emergency.id
      }
      if alike.count > Self.heldOfOne { state.held.remove(at: alike[0]) }
    }
  }

  /// The emergency as it is held, if another raise of it says nothing new and need not be kept in memory; else `nil`.
  func saying(all again: Held) -> Emergency? {
    guard again.request.method == EmergencyRaise.name,
      let open = held.last(where: { $0.emergency.id == again.emergency.id })?.emergency, open.isOpen,
      open.acknowledged == nil
    else { return nil }
    let joined = again.emergency
    let isSaid = joined.note == open.note && joined.position == open.position && joined.visit == open.visit
    return isSaid ? open : nil
  }

  /// It is in the database.
  ///
  /// - Returns: What was held of it; `nil`: nothing.
  func release(_ request: ChangeRequest) -> Held? {
    state.withLock { state in
      state.held.firstIndex { $0.request.isSame(as: request) }.map { state.held.remove(at: $0) }
    }
  }
}

extension ChangeRequest {
  /// Whether it is the same request, sent again.
  func isSame(as other: ChangeRequest) -> Bool {
    method == other.method && requestId == other.requestId && caller.scope == other.caller.scope
      && fingerprint == other.fingerprint
  }
}
