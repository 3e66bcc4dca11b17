import JSONRPC

/// Decides when a connection takes calls, reads and closes. It is told what happens and knows neither bytes nor sockets.
struct ConnectionFlow {
  private enum Phase {
    /// Calls are taken.
    case serving
    /// The server shuts down: what was begun is answered.
    case draining
    /// A limit was met: the error goes out, what still comes in is thrown away.
    case refusing
  }

  /// Calls that are being worked on.
  private(set) var inFlight = 0
  /// Calls that wait for something to happen.
  private(set) var waiting = 0
  /// Bytes of answers that the peer has not taken yet.
  var unsentBytes = 0
  /// Whether the buffers of the peer's user, or of all, are full.
  var isCrowded = false
  /// Whether the next call waits until there is room for its answer.
  var waitsForRoom = false
  /// Whether other connections have their turn before the next call.
  var waitsForTurn = false
  /// Lines in a row that said no call, give or take those between them that did.
  private var unreadableLines = 0
  /// Whether nothing is taken because of them, or because too many calls were refused.
  private(set) var isPausing = false
  /// Whether the peer sends nothing more.
  private(set) var inputHasEnded = false
  private var phase = Phase.serving
  private let limits: RPCLimits

  init(limits: RPCLimits) {
    self.limits = limits
  }

  /// Whether the next line may be taken.
  var takesLines: Bool {
    phase == .serving && inFlight < limits.callsInFlight && !isPausing && !waitsForRoom
      && !waitsForTurn && unsentBytes <= unsentLimit
  }

  /// How many bytes the peer may leave before nothing more is taken from it.
  var unsentLimit: Int { isCrowded ? limits.unsentBytesWhenFull : limits.unsentBytes }

  /// Whether what is read is thrown away.
  var discards: Bool { phase != .serving }

  /// Whether the peer is told what it did not ask for in a call.
  var takesNotices: Bool { phase == .serving }

  /// Whether this peer may have another call that waits.
  var takesWaiting: Bool { waiting < limits.callsWaiting }

  /// Whether a limit was met and the error is on its way.
  var isRefusing: Bool { phase == .refusing }

  /// Whether all is said: nothing in work, nothing unsent, and nothing more to come.
  ///
  /// - Parameter holdsInput: Whether something was read and not taken yet.
  func isDone(holdsInput: Bool) -> Bool {
    guard inFlight == 0, unsentBytes == 0 else { return false }
    switch phase {
    case .serving: return inputHasEnded && waiting == 0 && !holdsInput
    case .draining, .refusing: return true
    }
  }

  /// A call was taken that is answered later.
  mutating func began(waits: Bool) {
    if waits { waiting += 1 } else { inFlight += 1 }
  }

  /// A call was answered.
  mutating func ended(waits: Bool) {
    if waits { waiting -= 1 } else { inFlight -= 1 }
  }

  /// A line said a call.
  mutating func readable() {
    if unreadableLines > 0 { unreadableLines -= 1 }
  }

  /// A line said no call. Returns whether reading pauses for ``RPCLimits/patience``.
  mutating func unreadable() -> Bool {
    guard unreadableLines == limits.unreadableLines else {
      unreadableLines += 1
      return false
    }
    return pause()
  }

  /// Nothing is taken for a while. Returns whether that is new.
  mutating func pause() -> Bool {
    defer { isPausing = true }
    return !isPausing
  }

  /// The pause is over.
  mutating func resume() { isPausing = false }

  /// The peer has closed its sending half.
  mutating func endInput() { inputHasEnded = true }

  /// A limit was met.
  mutating func refuse() { phase = .refusing }

  /// The server shuts down.
  mutating func drain() {
    if phase == .serving { phase = .draining }
  }
}
