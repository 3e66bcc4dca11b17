import JSONRPC

/// Decides when a connection accepts calls, reads and closes. It receives events, and knows neither bytes nor sockets.
struct ConnectionFlow {
  private enum Phase {
    /// Calls are accepted.
    case serving
    /// The server shuts down: calls that have begun are still answered.
    case draining
    /// A limit was exceeded: the error is sent, and further input is discarded.
    case refusing
  }

  /// The number of calls in flight.
  private(set) var inFlight = 0
  /// The number of calls that wait for an event.
  private(set) var waiting = 0
  /// The bytes of answers that the peer has not read yet.
  var unsentBytes = 0
  /// Whether the buffers of the peer's user, or of all users, are full.
  var isCrowded = false
  /// Whether the next call must wait until there is room for its answer.
  var waitsForRoom = false
  /// Whether other connections have their turn before the next call.
  var waitsForTurn = false
  /// The number of lines in a row without a call; each line with a call in between reduces it by one.
  private var unreadableLines = 0
  /// Whether no call is accepted for a while, after too many such lines or too many refused calls.
  private(set) var isPausing = false
  /// Whether the peer has closed its sending half.
  private(set) var inputHasEnded = false
  private var phase = Phase.serving
  private let limits: RPCLimits

  init(limits: RPCLimits) {
    self.limits = limits
  }

  /// Whether the next line may be handled.
  var takesLines: Bool {
    phase == .serving && inFlight < limits.callsInFlight && !isPausing && !waitsForRoom
      && !waitsForTurn && unsentBytes <= unsentLimit
  }

  /// The most bytes that the peer may leave unread before no more calls are accepted from it.
  var unsentLimit: Int { isCrowded ? limits.unsentBytesWhenFull : limits.unsentBytes }

  /// Whether further input is discarded.
  var discards: Bool { phase != .serving }

  /// Whether notifications may be sent to the peer.
  var takesNotices: Bool { phase == .serving }

  /// Whether the connection may have another call that waits for an event.
  var takesWaiting: Bool { waiting < limits.callsWaiting }

  /// Whether a limit was exceeded, so that the connection ends with an error.
  var isRefusing: Bool { phase == .refusing }

  /// Whether the connection can be closed: no call in flight, no unsent answer, and no further input.
  ///
  /// - Parameter holdsInput: Whether input is buffered that was not handled yet.
  func isDone(holdsInput: Bool) -> Bool {
    guard inFlight == 0, unsentBytes == 0 else { return false }
    switch phase {
    case .serving: return inputHasEnded && waiting == 0 && !holdsInput
    case .draining, .refusing: return true
    }
  }

  /// Records a call that is answered later.
  mutating func began(waits: Bool) {
    if waits { waiting += 1 } else { inFlight += 1 }
  }

  /// Records that such a call was answered.
  mutating func ended(waits: Bool) {
    if waits { waiting -= 1 } else { inFlight -= 1 }
  }

  /// Records a line with a call.
  mutating func readable() {
    if unreadableLines > 0 { unreadableLines -= 1 }
  }

  /// Records a line without a call. Returns whether reading pauses for ``RPCLimits/patience``.
  mutating func unreadable() -> Bool {
    guard unreadableLines == limits.unreadableLines else {
      unreadableLines += 1
      return false
    }
    return pause()
  }

  /// Begins a pause. Returns `false` if there is one already.
  mutating func pause() -> Bool {
    defer { isPausing = true }
    return !isPausing
  }

  /// Ends the pause.
  mutating func resume() { isPausing = false }

  /// Records that the peer has closed its sending half.
  mutating func endInput() { inputHasEnded = true }

  /// Records that a limit was exceeded.
  mutating func refuse() { phase = .refusing }

  /// Records that the server shuts down.
  mutating func drain() {
    if phase == .serving { phase = .draining }
  }
}
