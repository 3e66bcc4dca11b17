import NIOCore

/// What the connections of one event loop share: the buffer into which answers are written, and the end of a turn.
///
/// When several connections have something to say in one turn, all are read from before any is written to: peers are
/// woken together, and not one by one between the reads.
final class LoopTurn {
  /// Room for the answers that are being sent; empty in between.
  var buffer: [UInt8] = []
  private let eventLoop: any EventLoop
  private var latest: ConnectionHandler?
  private var waiting: [ConnectionHandler] = []
  private var discarding: [ConnectionHandler] = []
  private var willDiscard = false
  /// Those with more than one turn's calls.
  private var postponed = TurnQueue<ConnectionHandler>()
  private var willGoOn = false
  /// How many connections of each user have begun to take calls in this turn.
  private var begun: [UInt32: Int] = [:]
  /// So many connections of a user take what they have just read; further ones wait for their turn.
  private static let mostOfUser = 16
  /// So many of those that wait go on at a time.
  private static let mostAtOnce = 4

  init(eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
  }

  /// A connection has read what there was. It goes on at once when it is the only one that has anything to do lately,
  /// else at the end of this turn.
  func end(_ handler: ConnectionHandler) {
    if latest === handler, waiting.isEmpty {
      begun.removeAll(keepingCapacity: true)
      return handler.proceed()
    }
    latest = handler
    waiting.append(handler)
    if waiting.count == 1 { eventLoop.assumeIsolated().execute { self.proceed() } }
  }

  /// A connection is gone.
  func forget(_ handler: ConnectionHandler) {
    if latest === handler { latest = nil }
    discarding.removeAll { $0 === handler }
    postponed.remove(of: handler.connection.peer.uid) { $0 === handler }
  }

  /// Whether a connection may take what it has just read.
  func begins(_ handler: ConnectionHandler) -> Bool {
    begun[handler.connection.peer.uid, default: 0] += 1
    return begun[handler.connection.peer.uid, default: 0] <= Self.mostOfUser
  }

  /// A connection goes on when its turn comes.
  func postpone(_ handler: ConnectionHandler) {
    postponed.append(handler, of: handler.connection.peer.uid)
    goOnLater()
  }

  /// Goes on with those that wait, after what other connections have sent was read: the event loop reads only once no
  /// task is due.
  private func goOnLater() {
    guard !willGoOn, !postponed.isEmpty else { return }
    willGoOn = true
    eventLoop.assumeIsolated().scheduleTask(in: .microseconds(20)) {
      self.willGoOn = false
      for _ in 0..<Self.mostAtOnce { self.postponed.next()?.goOn() }
      self.goOnLater()
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

  private func proceed() {
    let handlers = waiting
    waiting.removeAll(keepingCapacity: true)
    begun.removeAll(keepingCapacity: true)
    for handler in handlers { handler.proceed() }
  }
}
