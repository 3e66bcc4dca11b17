import JSONRPC
import NIOCore

/// Shares the event loop among connections.
///
/// A call that is refused at once is answered while its line is read. A peer that sends thousands of such calls must
/// neither occupy the event loop until all are answered nor get turn after turn.
extension ConnectionHandler {
  /// Whether the connection has input and waits only for the other connections.
  var wantsTurn: Bool { flow.takesLines && holdsInput }

  /// Lets the connections that have waited longer go first.
  func waitForTurn() {
    guard !flow.waitsForTurn, isOpen else { return }
    flow.waitsForTurn = true
    urgentOfWait = 0
    turn.append(self)
  }

  /// Handles calls, at most as many as one connection may handle in a turn.
  func takeTurn() {
    flow.waitsForTurn = false
    workOfTurn = 0
    takeLines()
  }

  /// Continues the connection, at once or when its turn comes.
  func goOn() {
    if isOpen { turn.goOn(self) }
  }

  /// Whether to read more. A connection that waits for its turn or pauses still reads a little, since the input may
  /// contain an urgent call.
  var wantsInput: Bool {
    if flow.takesLines { return true }
    guard flow.waitsForTurn || flow.isPausing && mayBeUrgent else { return false }
    return !flow.discards && framer.heldBytes <= limits.bytesReadAhead
  }

  /// Counts a call that was refused at once. A user's refusals beyond the limit make the connection pause.
  func countRefusal() {
    guard let pause = connection.refusals.charge(), !flow.isPausing else { return }
    pauseOfRefusals = pause
  }

  /// Pauses if the calls just handled were refused too often.
  func pauseIfRefused() {
    guard let duration = pauseOfRefusals else { return }
    pauseOfRefusals = nil
    if flow.pause() { pause(for: duration) }
  }

  /// Whether this peer may make urgent calls at all.
  private var mayBeUrgent: Bool { connection.standing == .user || connection.standing == .gateway }

  /// Handles the urgent calls of a connection that pauses or waits for its turn. Their number is limited, since they
  /// may be refused too. The input is scanned only if more has arrived since the last scan.
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
