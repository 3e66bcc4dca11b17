import JSONRPC
import NIOCore

/// The turns of one event loop: the order in which its connections take calls, and the buffer for their answers.
///
/// A turn reads from all connections that have sent something, takes calls of those that have waited longest, and writes
/// the answers last. Peers are thus woken together, and not one by one between the reads.
final class LoopTurn {
  /// How long until the next turn when connections wait. The event loop reads only while no task is due, so the task of
  /// the next turn must not be due at once.
  private static let timeToRead = TimeAmount.microseconds(5)

  /// Room for the answers that are being sent; empty in between.
  var buffer: [UInt8] = []
  private let eventLoop: any EventLoop
  private var latest: ConnectionHandler?
  /// Connections that go on at the end of this turn.
  private var active: [ConnectionHandler] = []
  /// Connections that wait to take calls.
  private var queue: TurnQueue<ConnectionHandler>
  /// The next turn, if connections wait; it comes earlier when something is read.
  private var nextTurn: Scheduled<Void>?
  private var discarding: [ConnectionHandler] = []
  private var willDiscard = false

  init(eventLoop: any EventLoop, limits: RPCLimits) {
    self.eventLoop = eventLoop
    queue = TurnQueue(workPerTurn: limits.callsPerTurnOfAll)
  }

  /// A connection can go on: it does so at once when no other connection has had anything to do lately, else at the end
  /// of this turn.
  func goOn(_ handler: ConnectionHandler) {
    if latest === handler, active.isEmpty, queue.isEmpty {
      handler.takeTurn()
      handler.proceed()
      return planNextTurn()
    }
    latest = handler
    if handler.wantsTurn { handler.waitForTurn() }
    let beginsTurn = active.isEmpty
    activate(handler)
    guard beginsTurn else { return }
    nextTurn?.cancel()
    nextTurn = nil
    eventLoop.assumeIsolated().execute { self.endTurn() }
  }

  /// Puts a connection that has calls to take behind the others of its user.
  func append(_ handler: ConnectionHandler) {
    queue.append(handler, of: handler.connection.peer.uid)
  }

  /// A connection is gone.
  func forget(_ handler: ConnectionHandler) {
    if latest === handler { latest = nil }
    active.removeAll { $0 === handler }
    discarding.removeAll { $0 === handler }
    queue.remove(of: handler.connection.peer.uid) { $0 === handler }
  }

  private func activate(_ handler: ConnectionHandler) {
    guard !handler.isActive else { return }
    handler.isActive = true
    active.append(handler)
  }

  /// Takes calls, each connection once at most, and then lets every connection of this turn write.
  private func endTurn() {
    queue.beginTurn()
    for _ in 0..<queue.count {
      guard let handler = queue.next() else { break }
      handler.takeTurn()
      queue.charge(handler.workOfTurn)
      activate(handler)
    }
    let handlers = active
    active.removeAll(keepingCapacity: true)
    for handler in handlers {
      handler.isActive = false
      handler.proceed()
    }
    planNextTurn()
  }

  private func planNextTurn() {
    guard !queue.isEmpty, active.isEmpty, nextTurn == nil else { return }
    nextTurn = eventLoop.assumeIsolated().scheduleTask(in: Self.timeToRead) {
      self.nextTurn = nil
      self.endTurn()
    }
  }

  /// A connection met a limit: what it still sends is read to be thrown away, a piece now and then of one such
  /// connection after the other. However many they are and whatever they send, it is little work.
  func discard(_ handler: ConnectionHandler) {
    discarding.append(handler)
    discardLater()
  }

  private func discardLater() {
    guard !willDiscard, !discarding.isEmpty else { return }
    willDiscard = true
    eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(1)) {
      self.willDiscard = false
      guard let next = self.discarding.first else { return }
      self.discarding.removeFirst()
      if next.discard() { self.discarding.append(next) }
      self.discardLater()
    }
  }
}
