import JSONRPC
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
    var answers: [(slot: UInt64, reply: RPCReply)] = []
    var closeActions: [UInt64: @Sendable () -> Void] = [:]
    var lastRegistration: UInt64 = 0
    var isClosed = false
  }

  /// Differs from that of every other connection of this server, past ones included.
  package let id: UInt64
  /// Who is at the other end.
  package let peer: RPCPeer
  private let eventLoop: any EventLoop
  private let state = Mutex(State())

  init(id: UInt64, peer: RPCPeer, eventLoop: any EventLoop) {
    self.id = id
    self.peer = peer
    self.eventLoop = eventLoop
  }

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
    let driver = state.withLock { state -> NIOLoopBound<ConnectionHandler>? in
      guard let driver = state.driver else { return nil }
      state.answers.append((slot, reply))
      return state.answers.count == 1 ? driver : nil
    }
    guard let driver else { return }
    eventLoop.execute { driver.value.writeLateAnswers() }
  }

  /// The queued answers, which are then the caller's.
  func takeAnswers() -> [(slot: UInt64, reply: RPCReply)] {
    state.withLock { state in
      let answers = state.answers
      state.answers = []
      return answers
    }
  }

  /// Connects this to the channel; on its event loop.
  func attach(_ handler: ConnectionHandler) {
    let driver = NIOLoopBound(handler, eventLoop: eventLoop)
    state.withLock { $0.driver = driver }
  }

  /// Lets calls in flight end and closes then.
  func drain() {
    perform { $0.drain() }
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
    state.withLock { state in
      state.driver = nil
      state.answers = []
    }
  }
}
