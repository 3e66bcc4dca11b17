import JSONRPC
import NIOCore

/// The turns of one event loop: the order in which its connections handle calls, and the buffer for their answers.
///
/// In a turn, the event loop reads from all connections that have sent something. It then handles calls of the
/// connections that have waited longest, and writes the answers last. So the peers are woken together rather than one
/// by one between the reads.
final class LoopTurn {
  /// The delay before the next turn while connections wait. The event loop reads input only while no task is due, so
  /// the next turn must not be due at once.
  private static let timeToRead = TimeAmount.microseconds(5)

  /// The buffer for the answers that a connection is sending. It is empty when no connection is sending.
  var buffer: [UInt8] = []
  private let eventLoop: any EventLoop
  private var latest: ConnectionHandler?
  /// The connections that continue, and send their answers, at the end of this turn.
  private var active: [ConnectionHandler] = []
  /// The connections that wait for their turn to handle calls.
  private var queue: TurnQueue<ConnectionHandler>
  /// The timer for the next turn, set while connections wait. If input arrives earlier, the turn begins earlier.
  private var nextTurn: Scheduled<Void>?
  private var discarding: [ConnectionHandler] = []
  private var willDiscard = false

  init(eventLoop: any EventLoop, limits: RPCLimits) {
    self.eventLoop = eventLoop
    queue = TurnQueue(workPerTurn: limits.callsPerTurnOfAll)
  }

  /// Continues a connection after an event. If no other connection was active since this one's last turn, it continues
  /// at once. Otherwise it continues at the end of this turn.
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

  /// Adds a connection with pending calls to the queue, behind the waiting connections of the same user.
  func append(_ handler: ConnectionHandler) {
    queue.append(handler, of: handler.connection.peer.uid)
  }

  /// Removes a closed connection from the queue and from all lists.
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

  /// Lets the waiting connections handle calls, each at most once. Then lets every connection of this turn send its
  /// answers.
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

  /// Discards the further input of a connection whose peer has exceeded a limit. All such connections together read one
  /// piece of input per millisecond, so the work is small whatever their number and whatever they send.
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
