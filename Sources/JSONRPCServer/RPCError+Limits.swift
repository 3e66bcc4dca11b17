import JSONRPC

/// The errors with which the server itself, rather than the application, refuses lines, calls and connections.
extension RPCError {
  static func messageTooLong(limit: Int) -> RPCError {
    .tooLarge(
      limit: "messageBytes", value: limit,
      "The line is longer than \(limit) bytes; send it in parts or make it smaller.")
  }

  static func unfinishedLine(after limit: Duration) -> RPCError {
    .tooLarge(
      limit: "unfinishedLine", value: Int(limit.components.seconds),
      "The line was not finished within \(limit.components.seconds) s; end each request with a line feed.")
  }

  /// Returns the error with an additional sentence: the connection reads the next line after a pause, because there
  /// were too many lines without a call.
  func slowed(by limits: RPCLimits) -> RPCError {
    let pause = limits.patience / .milliseconds(1)
    var slowed = self
    slowed.message +=
      " More than \(limits.unreadableLines) lines in a row said no call: each further one is read after a pause of "
      + "\(Int(pause)) ms (limits.unreadableLines, limits.patienceMilliseconds)."
    return slowed
  }

  static func tooManyWaiting(limit: Int, ofUser: Bool) -> RPCError {
    let who = ofUser ? "user" : "connection"
    return .busy(retryAfter: 1, "\(limit) calls of this \(who) wait already; let one of them end first.")
  }

  static func tooManyConnections(limit: Int, ofUser: Bool) -> RPCError {
    .busy(
      retryAfter: 1,
      ofUser
        ? "This user has \(limit) connections already; close some, or use one for several calls."
        : "The server has \(limit) connections already; try again in a moment.")
  }

  static let buffersFull = RPCError.busy(
    retryAfter: 1, "Too much waits in the server's buffers; read the answers, and try again in a moment.")

  static let peerChanged = RPCError.busy(
    retryAfter: 0, "What this user may do has changed; connect again.")

  static let shuttingDown = RPCError.unavailable(
    reason: "shuttingDown", "The server is shutting down; connect again in a moment.")
}
