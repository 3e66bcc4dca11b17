import JSONRPC
import NIOCore

/// Shares an event loop among its connections, which take turns.
///
/// A call that is refused at once is answered while its line is read. Without turns, a peer that sends thousands of
/// such calls would occupy the event loop until all of them are answered.
extension ConnectionHandler {
  /// Whether the connection has input that it may handle as soon as it has its turn.
  var wantsTurn: Bool { flow.takesLines && holdsInput }

  /// Puts the connection at the end of the queue, so that connections that have waited longer handle their calls first.
  func waitForTurn() {
    guard !flow.waitsForTurn, isOpen else { return }
    flow.waitsForTurn = true
    urgentOfWait = 0
    turn.append(self)
  }

  /// Handles calls in the connection's turn, at most as many as one connection may handle in a turn.
  func takeTurn() {
    flow.waitsForTurn = false
    workOfTurn = 0
    takeLines()
  }

  /// Continues the connection after an event, at once or when its turn comes.
  func goOn() {
    if isOpen { turn.goOn(self) }
  }

  /// Whether to read more input from the socket. A connection that pauses or waits for its turn still reads a little,
  /// since the input may contain an urgent call.
  var wantsInput: Bool {
    if flow.takesLines { return true }
    guard flow.waitsForTurn || flow.isPausing && mayBeUrgent else { return false }
    return !flow.discards && framer.heldBytes <= limits.bytesReadAhead
  }

  /// Counts a call that was refused at once. If the user has caused too many refusals, this connection will pause.
  func countRefusal() {
    guard let pause = connection.refusals.charge(), !flow.isPausing else { return }
    pauseOfRefusals = pause
  }

  /// Begins a pause if the calls just handled have caused too many refusals.
  func pauseIfRefused() {
    guard let duration = pauseOfRefusals else { return }
    pauseOfRefusals = nil
    if flow.pause() { pause(for: duration) }
  }

  /// Whether a peer with this standing may make urgent calls at all.
  private var mayBeUrgent: Bool { connection.standing == .user || connection.standing == .gateway }

  /// Handles urgent calls while the connection pauses or waits for its turn. Their number is limited, because they cost
  /// time even if they are refused. The input is scanned only if more has arrived since the last scan.
  func takeUrgent() {
    guard flow.isPausing || flow.waitsForTurn, hasNewInput, mayBeUrgent, !flow.discards else { return }
    defer { hasNewInput = urgentOfWait >= limits.callsPerTurn }
    for method in handler.urgentMethods {
      let name = Array("\"\(method)\"".utf8)
      while urgentOfWait < limits.callsPerTurn,
        let line = framer.next(containing: name, where: { isUrgent($0) })
      {
        urgentOfWait += 1
        take(line)
      }
    }
  }

  private func isUrgent(_ line: ArraySlice<UInt8>) -> Bool {
    guard case .single(.request(let request))? = try? RPCMessage.parse(line, limits: limits) else { return false }
    return handler.kind(of: request.method) == .urgent
  }
}
