import JSONRPC
import NIOCore

/// The turns of one event loop: the order in which its connections handle calls, and the buffer for their answers.
///
/// A turn reads from all connections that have sent something, handles calls of those that have waited longest, and
/// writes the answers last. So the peers are woken together rather than one by one between the reads.
final class LoopTurn {
  /// The delay before the next turn while connections wait. The event loop reads only while no task is due, so the next
  /// turn must not be due at once.
  private static let timeToRead = TimeAmount.microseconds(5)

  /// The buffer for the answers being sent; empty in between.
  var buffer: [UInt8] = []
  private let eventLoop: any EventLoop
  private var latest: ConnectionHandler?
  /// The connections that continue at the end of this turn.
  private var active: [ConnectionHandler] = []
  /// The connections that wait to handle calls.
  private var queue: TurnQueue<ConnectionHandler>
  /// The next turn, if connections wait. Input makes it begin earlier.
  private var nextTurn: Scheduled<Void>?
  private var discarding: [ConnectionHandler] = []
  private var willDiscard = false

  init(eventLoop: any EventLoop, limits: RPCLimits) {
    self.eventLoop = eventLoop
    queue = TurnQueue(workPerTurn: limits.callsPerTurnOfAll)
  }

  /// Continues a connection: at once if no other connection was active since its last turn, otherwise at the end of
  /// this turn.
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

  /// Appends a connection with pending calls to the others of its user.
  func append(_ handler: ConnectionHandler) {
    queue.append(handler, of: handler.connection.peer.uid)
  }

  /// Removes a closed connection.
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

  /// Lets the waiting connections handle calls, each at most once, and then lets every connection of this turn write.
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

  /// Discards the further input of a connection that has exceeded a limit. One piece of one such connection is read at
  /// a time, so it is little work however many there are and whatever they send.
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
