package import JSONRPC
import NIOCore
import Synchronization

/// The connection of a peer, as handlers see it.
package final class RPCConnection: Sendable {
  /// Identifies an action of ``onClose(_:)``, so that ``forget(_:)`` can withdraw it.
  package struct CloseRegistration: Sendable, Hashable {
    fileprivate let number: UInt64
  }

  private struct State {
    var driver: NIOLoopBound<ConnectionHandler>?
    var outgoing: [Outgoing] = []
    var closeActions: [UInt64: @Sendable () -> Void] = [:]
    var lastRegistration: UInt64 = 0
    var isClosed = false
    var bounds: BufferBounds?
  }

  /// An answer or notifications queued by other threads.
  enum Outgoing {
    case answer(slot: UInt64, RPCReply)
    case notices([UInt8], whenTaken: @Sendable (Bool) -> Void)
  }

  /// An id that no other connection of this server has or had.
  package let id: UInt64
  /// The peer.
  package let peer: RPCPeer
  /// The error for all calls except urgent ones, if this is one of the connections reserved for urgent calls. Such a
  /// connection handles one line and closes.
  let refusal: RPCError?
  /// The buffers of all connections of the peer's user.
  let share: BufferShare
  /// The refusals that all connections of the peer's user share.
  let refusals: RefusalShare
  /// The peer's standing, which decides its limits.
  let standing: RPCStanding
  private let eventLoop: any EventLoop
  private let state = Mutex(State())

  init(
    id: UInt64, peer: RPCPeer, refusal: RPCError?, share: BufferShare, refusals: RefusalShare, standing: RPCStanding,
    eventLoop: any EventLoop
  ) {
    self.id = id
    self.peer = peer
    self.refusal = refusal
    self.share = share
    self.refusals = refusals
    self.standing = standing
    self.eventLoop = eventLoop
  }

  /// Whether the peer may call almost nothing.
  var isStranger: Bool { standing == .stranger }

  /// Runs an action, which must not block, when the peer has gone or the server shuts down, or at once if that has
  /// happened already. Calls that wait use it to end their wait.
  @discardableResult
  package func onClose(_ action: @escaping @Sendable () -> Void) -> CloseRegistration {
    let number: UInt64? = state.withLock { state in
      if state.isClosed { return nil }
      state.lastRegistration += 1
      state.closeActions[state.lastRegistration] = action
      return state.lastRegistration
    }
    if number == nil { action() }
    return CloseRegistration(number: number ?? 0)
  }

  /// Withdraws an action, after the wait has ended by itself.
  package func forget(_ registration: CloseRegistration) {
    state.withLock { state in state.closeActions[registration.number] = nil }
  }

  /// Queues an answer. Answers queued in the same turn of the event loop are written together.
  func answer(_ slot: UInt64, _ reply: RPCReply) {
    queue(.answer(slot: slot, reply))
  }

  /// Sends notifications, whole lines that end with LF, after the answers queued so far.
  ///
  /// - Returns: Whether the peer is still listening, once it has read most of its pending output. A sender that waits
  ///   for this before it sends more needs no queue.
  package func notify(_ lines: [UInt8]) async -> Bool {
    await withCheckedContinuation { continuation in
      if !queue(.notices(lines, whenTaken: { continuation.resume(returning: $0) })) {
        continuation.resume(returning: false)
      }
    }
  }

  /// Passes an answer or notifications to the event loop. Returns `false` if the channel is gone.
  @discardableResult
  private func queue(_ outgoing: Outgoing) -> Bool {
    let (isOpen, driver) = state.withLock { state -> (Bool, NIOLoopBound<ConnectionHandler>?) in
      guard let driver = state.driver else { return (false, nil) }
      state.outgoing.append(outgoing)
      return (true, state.outgoing.count == 1 ? driver : nil)
    }
    if let driver { eventLoop.execute { driver.value.writeOutgoing() } }
    return isOpen
  }

  /// Returns the queued answers and notifications, and empties the queue.
  func takeOutgoing() -> [Outgoing] {
    state.withLock { state in
      let outgoing = state.outgoing
      state.outgoing = []
      return outgoing
    }
  }

  /// Connects this object to its channel. Call it on the channel's event loop.
  func attach(_ handler: ConnectionHandler) {
    let driver = NIOLoopBound(handler, eventLoop: eventLoop)
    let bounds = handler.account.bounds
    state.withLock { state in
      state.driver = driver
      state.bounds = bounds
    }
  }

  /// The error for calls in flight whose answers must not be composed because the buffers have filled up meanwhile;
  /// `nil` if there is room.
  package var lackOfRoom: RPCError? { state.withLock(\.bounds)?.isExceeded() == true ? .buffersFull : nil }

  /// Lets the calls in flight finish, then closes.
  func drain(_ reason: RPCError = .shuttingDown) {
    perform { $0.drain(reason) }
  }

  /// Continues a call that has waited for room.
  func resume() {
    perform { $0.resume() }
  }

  /// Closes immediately.
  func abort() {
    perform { $0.abort() }
  }

  private func perform(_ action: @escaping @Sendable (ConnectionHandler) -> Void) {
    guard let driver = state.withLock({ $0.driver }) else { return }
    eventLoop.execute { action(driver.value) }
  }

  /// Runs the actions of ``onClose(_:)``, so that waiting calls end their wait.
  func endWaits() {
    let actions = state.withLock { state in
      state.isClosed = true
      let actions = state.closeActions
      state.closeActions = [:]
      return actions
    }
    for action in actions.values { action() }
  }

  /// Records that the channel is gone.
  func detach() {
    endWaits()
    let unsaid = state.withLock { state in
      state.driver = nil
      let unsaid = state.outgoing
      state.outgoing = []
      return unsaid
    }
    for case .notices(_, let whenTaken) in unsaid { whenTaken(false) }
  }
}
