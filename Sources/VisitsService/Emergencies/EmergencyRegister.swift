import Synchronization
import VisitsModel
import VisitsStore

/// Which emergencies are open, so that no Today has to ask the store while there are none, and those that the database
/// could not take.
final class EmergencyRegister: Sendable {
  /// An emergency that is not in the database.
  struct Held: Sendable {
    /// The call that raised it.
    var request: ChangeRequest
    var emergency: Emergency
    /// Whether it is in the spool; else it is nowhere but here.
    var isStored: Bool
  }

  private struct State {
    var open: Set<EmergencyID> = []
    var held: [Held] = []
  }

  private let state = Mutex(State())

  /// Whether nobody is in need.
  var isEmpty: Bool { state.withLock { $0.open.isEmpty && $0.held.isEmpty } }

  /// Those that are not in the database, in the order in which they came.
  var held: [Held] { state.withLock(\.held) }

  /// The one that this request made.
  func held(_ request: ChangeRequest) -> Held? {
    state.withLock { state in state.held.first { $0.request.isSame(as: request) } }
  }

  /// Whether it is on disk, in the database or the spool.
  func isStored(_ id: EmergencyID) -> Bool {
    state.withLock { state in state.held.first { $0.emergency.id == id }?.isStored ?? true }
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

  /// Takes in what was committed, and tells the operator of it.
  func note(_ emergency: Emergency, since past: Emergency?, _ report: (VisitsService.Notice) -> Void) {
    note(emergency)
    if past?.raises != emergency.raises, !isHeld(emergency) { report(.emergencyRaised(emergency.id, isStored: true)) }
    if past?.acknowledged == nil, emergency.acknowledged != nil { report(.emergencyAcknowledged(emergency.id)) }
    if past?.resolved == nil, emergency.resolved != nil { report(.emergencyResolved(emergency.id)) }
  }

  /// Whether it, or what has just joined it, was held until now: then the operator was told when it was raised.
  private func isHeld(_ emergency: Emergency) -> Bool {
    state.withLock { state in
      state.held.contains {
        $0.emergency.worker == emergency.worker && $0.emergency.receivedAt == emergency.lastRaisedAt
      }
    }
  }

  /// Keeps one that the database could not take.
  func hold(_ held: Held) { state.withLock { $0.held.append(held) } }

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
  fileprivate func isSame(as other: ChangeRequest) -> Bool {
    requestId == other.requestId && caller.scope == other.caller.scope && fingerprint == other.fingerprint
  }
}
