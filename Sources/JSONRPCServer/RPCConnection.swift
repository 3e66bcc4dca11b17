package import JSONRPC
import NIOCore
import Synchronization

/// A connection to a peer, as the application's handlers use it.
package final class RPCConnection: Sendable {
  /// Identifies an action that was registered with ``onClose(_:)``, so that ``forget(_:)`` can remove it.
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

  /// An answer, or notifications, that another thread has queued for the event loop.
  enum Outgoing {
    case answer(slot: UInt64, RPCReply)
    case notices([UInt8], whenTaken: @Sendable (Bool) -> Void)
  }

  /// An id that no other connection of this server has or had.
  package let id: UInt64
  /// The process at the other end of the connection.
  package let peer: RPCPeer
  /// The error that answers all calls except urgent ones; `nil` for a normal connection. It is set if the server had
  /// reached its limit of connections, and opened this one only for an urgent call. Such a connection handles one line
  /// and closes.
  let refusal: RPCError?
  /// The counter of the bytes that all connections of the peer's user buffer.
  let share: BufferShare
  /// The counter of refused calls that all connections of the peer's user share.
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

  /// Whether the peer's user has no role, and so may call almost nothing.
  var isStranger: Bool { standing == .stranger }

  /// Registers an action that runs when the peer closes the connection or the server shuts down. If that has happened
  /// already, the action runs at once. It must not block. Calls that wait for an event use it to end their wait.
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

  /// Removes an action that was registered with ``onClose(_:)``, because the wait that it would end is over.
  package func forget(_ registration: CloseRegistration) {
    state.withLock { state in state.closeActions[registration.number] = nil }
  }

  /// Queues the answer to a call. Answers that are queued in the same turn of the event loop are written together.
  func answer(_ slot: UInt64, _ reply: RPCReply) {
    queue(.answer(slot: slot, reply))
  }

  /// Sends notifications after the answers that are queued so far. `lines` consists of complete lines, which end with
  /// LF.
  ///
  /// - Returns: `true` when the peer has read most of its pending output, and `false` when the peer gets no more. A
  ///   sender that waits for this result before it sends more needs no queue.
  package func notify(_ lines: [UInt8]) async -> Bool {
    await withCheckedContinuation { continuation in
      if !queue(.notices(lines, whenTaken: { continuation.resume(returning: $0) })) {
        continuation.resume(returning: false)
      }
    }
  }

  /// Queues an answer or notifications for the event loop. Returns `false` if the connection is closed.
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

  /// Removes and returns the queued answers and notifications.
  func takeOutgoing() -> [Outgoing] {
    state.withLock { state in
      let outgoing = state.outgoing
      state.outgoing = []
      return outgoing
    }
  }

  /// Connects this object to the handler of its channel. Call it on the channel's event loop.
  func attach(_ handler: ConnectionHandler) {
    let driver = NIOLoopBound(handler, eventLoop: eventLoop)
    let bounds = handler.account.bounds
    state.withLock { state in
      state.driver = driver
      state.bounds = bounds
    }
  }

  /// The error that a call in flight must return instead of composing its answer, because the buffers have filled up
  /// since it began; `nil` if there is room.
  package var lackOfRoom: RPCError? { state.withLock(\.bounds)?.isExceeded() == true ? .buffersFull : nil }

  /// Closes the connection once the calls in flight are answered. `reason` is the error that answers calls that wait
  /// for an event.
  func drain(_ reason: RPCError = .shuttingDown) {
    perform { $0.drain(reason) }
  }

  /// Continues the connection when there may be room for the call that waits for it.
  func resume() {
    perform { $0.resume() }
  }

  /// Closes the connection immediately, even if calls are unanswered.
  func abort() {
    perform { $0.abort() }
  }

  private func perform(_ action: @escaping @Sendable (ConnectionHandler) -> Void) {
    guard let driver = state.withLock({ $0.driver }) else { return }
    eventLoop.execute { action(driver.value) }
  }

  /// Runs the actions that were registered with ``onClose(_:)``, so that calls that wait for an event end their wait.
  func endWaits() {
    let actions = state.withLock { state in
      state.isClosed = true
      let actions = state.closeActions
      state.closeActions = [:]
      return actions
    }
    for action in actions.values { action() }
  }

  /// Records that the connection is closed. Ends all waits, and drops the queued answers and notifications.
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
