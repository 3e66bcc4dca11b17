import JSONRPC
import NIOCore

/// How a connection shares the event loop with the others.
///
/// A call that is refused at once is answered while its line is read. A peer that sends thousands of them must neither
/// hold the event loop until all are answered nor take its time on and on.
extension ConnectionHandler {
  /// Whether there is something to take calls from, and nothing but the other connections to wait for.
  var wantsTurn: Bool { flow.takesLines && holdsInput }

  /// Lets the connections go first that have waited longer.
  func waitForTurn() {
    guard !flow.waitsForTurn, isOpen else { return }
    flow.waitsForTurn = true
    urgentOfWait = 0
    turn.append(self)
  }

  /// Takes calls, as many as one connection may at a time.
  func takeTurn() {
    flow.waitsForTurn = false
    workOfTurn = 0
    takeLines()
  }

  /// Goes on with what can go on now, in the order of the turns.
  func goOn() {
    if isOpen { turn.goOn(self) }
  }

  /// Whether more is read: of a connection that waits for its turn or pauses, a little, since an urgent call may be in it.
  var wantsInput: Bool {
    if flow.takesLines { return true }
    guard flow.waitsForTurn || flow.isPausing && mayBeUrgent else { return false }
    return !flow.discards && framer.heldBytes <= limits.bytesReadAhead
  }

  /// A call was refused at once: more than a user may have refused makes the connection pause.
  func countRefusal() {
    guard let pause = connection.refusals.charge(), !flow.isPausing else { return }
    pauseOfRefusals = pause
  }

  /// Pauses when the calls that were just taken were refused too often.
  func pauseIfRefused() {
    guard let duration = pauseOfRefusals else { return }
    pauseOfRefusals = nil
    if flow.pause() { pause(for: duration) }
  }

  /// Whether a call of this peer may be urgent at all.
  private var mayBeUrgent: Bool { connection.standing == .user || connection.standing == .gateway }

  /// Takes the urgent calls of a connection that pauses or waits for its turn; so many at a time, since they may be
  /// refused too. Only what has arrived since the last look is worth another.
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
