import JSONRPC

/// Decides when a connection accepts calls, reads and closes. It is a state machine that is informed of events, and
/// does not access bytes or sockets.
struct ConnectionFlow {
  private enum Phase {
    /// The connection accepts calls.
    case serving
    /// The connection accepts no further calls, for example because the server shuts down. Calls that have begun are
    /// still answered.
    case draining
    /// The peer has exceeded a limit. The connection sends the error, and discards further input.
    case refusing
  }

  /// The number of calls that have begun and are not answered yet. Calls that wait for an event are not included.
  private(set) var inFlight = 0
  /// The number of calls that wait for an event.
  private(set) var waiting = 0
  /// The bytes of answers that the peer has not read yet.
  var unsentBytes = 0
  /// Whether the buffers of the peer's user, or of all users together, are full.
  var isCrowded = false
  /// Whether the next call must wait until there is room for its answer in the buffers.
  var waitsForRoom = false
  /// Whether the connection waits in a queue, so that other connections handle their calls before its next call.
  var waitsForTurn = false
  /// A counter of lines that contain no call. Each such line adds one, and each line with a call subtracts one.
  private var unreadableLines = 0
  /// Whether the connection accepts only urgent calls for a while. The reason is too many lines without a call, or too
  /// many refused calls of the peer's user.
  private(set) var isPausing = false
  /// Whether the peer has closed its sending half, so that no more input arrives.
  private(set) var inputHasEnded = false
  private var phase = Phase.serving
  private let limits: RPCLimits

  init(limits: RPCLimits) {
    self.limits = limits
  }

  /// Whether the next line of input may be handled now.
  var takesLines: Bool {
    phase == .serving && inFlight < limits.callsInFlight && !isPausing && !waitsForRoom
      && !waitsForTurn && unsentBytes <= unsentLimit
  }

  /// The most bytes of answers that the peer may leave unread. Beyond it, the connection accepts no more calls.
  var unsentLimit: Int { isCrowded ? limits.unsentBytesWhenFull : limits.unsentBytes }

  /// Whether the connection discards further input.
  var discards: Bool { phase != .serving }

  /// Whether notifications may be sent to the peer.
  var takesNotices: Bool { phase == .serving }

  /// Whether the connection may begin another call that waits for an event.
  var takesWaiting: Bool { waiting < limits.callsWaiting }

  /// Whether the connection ends with an error, because the peer has exceeded a limit.
  var isRefusing: Bool { phase == .refusing }

  /// Whether the connection can be closed: no call is in flight, every answer is sent, and no further input is
  /// expected.
  ///
  /// - Parameter holdsInput: Whether the connection has buffered input that was not handled yet.
  func isDone(holdsInput: Bool) -> Bool {
    guard inFlight == 0, unsentBytes == 0 else { return false }
    switch phase {
    case .serving: return inputHasEnded && waiting == 0 && !holdsInput
    case .draining, .refusing: return true
    }
  }

  /// Records that a call has begun whose answer is sent later.
  ///
  /// - Parameter waits: Whether the call waits for an event.
  mutating func began(waits: Bool) {
    if waits { waiting += 1 } else { inFlight += 1 }
  }

  /// Records that a call was answered whose beginning ``began(waits:)`` has recorded.
  mutating func ended(waits: Bool) {
    if waits { waiting -= 1 } else { inFlight -= 1 }
  }

  /// Records that a line contained a call.
  mutating func readable() {
    if unreadableLines > 0 { unreadableLines -= 1 }
  }

  /// Records that a line contained no call. Returns whether the connection must pause for ``RPCLimits/patience``,
  /// because there were too many such lines.
  mutating func unreadable() -> Bool {
    guard unreadableLines == limits.unreadableLines else {
      unreadableLines += 1
      return false
    }
    return pause()
  }

  /// Begins a pause, in which the connection accepts only urgent calls. Returns `false` if it is in a pause already.
  mutating func pause() -> Bool {
    defer { isPausing = true }
    return !isPausing
  }

  /// Ends the pause, so that the connection accepts all calls again.
  mutating func resume() { isPausing = false }

  /// Records that the peer has closed its sending half.
  mutating func endInput() { inputHasEnded = true }

  /// Records that the peer has exceeded a limit. The connection ends with an error.
  mutating func refuse() { phase = .refusing }

  /// Records that the connection accepts no further calls, for example because the server shuts down.
  mutating func drain() {
    if phase == .serving { phase = .draining }
  }
}
