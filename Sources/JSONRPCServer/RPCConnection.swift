package import JSONRPC
import NIOCore
import Synchronization

/// A peer's connection, as handlers see it.
package final class RPCConnection: Sendable {
  /// What ``onClose(_:)`` hands out, to take the action back.
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

  /// What other threads have to say.
  enum Outgoing {
    case answer(slot: UInt64, RPCReply)
    case notices([UInt8], whenTaken: @Sendable (Bool) -> Void)
  }

  /// Differs from that of every other connection of this server, past ones included.
  package let id: UInt64
  /// Who is at the other end.
  package let peer: RPCPeer
  /// What all but urgent calls are answered with, when this is one of the connections that are kept free for those. It
  /// takes one line and closes.
  let refusal: RPCError?
  /// What all connections of the peer's user keep in buffers.
  let share: BufferShare
  /// The refusals of all connections of the peer's user.
  let refusals: RefusalShare
  /// What the peer is to the server.
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

  /// Whether the peer may call next to nothing.
  var isStranger: Bool { standing == .stranger }

  /// Runs an action, which must not block, when the peer has gone or the server shuts down; at once when that has
  /// happened already. Calls that wait end their wait by it.
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

  /// Takes an action back, when the wait ended by itself.
  package func forget(_ registration: CloseRegistration) {
    state.withLock { state in state.closeActions[registration.number] = nil }
  }

  /// Queues an answer; all that come before the event loop turns to them are written together.
  func answer(_ slot: UInt64, _ reply: RPCReply) {
    queue(.answer(slot: slot, reply))
  }

  /// Sends notifications, whole lines that end with LF, behind what was answered before.
  ///
  /// - Returns: whether the peer still listens, once it has taken most of what waits for it. Whoever sends the next ones
  ///   only then needs no queue: a peer that does not read is simply waited for.
  package func notify(_ lines: [UInt8]) async -> Bool {
    await withCheckedContinuation { continuation in
      if !queue(.notices(lines, whenTaken: { continuation.resume(returning: $0) })) {
        continuation.resume(returning: false)
      }
    }
  }

  /// Hands something to the event loop; whether there still is a channel for it.
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

  /// What is queued, which is then the caller's.
  func takeOutgoing() -> [Outgoing] {
    state.withLock { state in
      let outgoing = state.outgoing
      state.outgoing = []
      return outgoing
    }
  }

  /// Connects this to the channel; on its event loop.
  func attach(_ handler: ConnectionHandler) {
    let driver = NIOLoopBound(handler, eventLoop: eventLoop)
    let bounds = handler.account.bounds
    state.withLock { state in
      state.driver = driver
      state.bounds = bounds
    }
  }

  /// Why no answer to a call in flight is to be composed, since the buffers have filled in the meantime; `nil`: there is
  /// room.
  package var lackOfRoom: RPCError? { state.withLock(\.bounds)?.isExceeded() == true ? .buffersFull : nil }

  /// Lets calls in flight end and closes then.
  func drain(_ reason: RPCError = .shuttingDown) {
    perform { $0.drain(reason) }
  }

  /// Goes on with a call that has waited for room.
  func resume() {
    perform { $0.resume() }
  }

  /// Closes without waiting for anything.
  func abort() {
    perform { $0.abort() }
  }

  private func perform(_ action: @escaping @Sendable (ConnectionHandler) -> Void) {
    guard let driver = state.withLock({ $0.driver }) else { return }
    eventLoop.execute { action(driver.value) }
  }

  /// No call needs to wait any longer.
  func endWaits() {
    let actions = state.withLock { state in
      state.isClosed = true
      let actions = state.closeActions
      state.closeActions = [:]
      return actions
    }
    for action in actions.values { action() }
  }

  /// The channel is gone.
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
