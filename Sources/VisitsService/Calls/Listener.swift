package import JSONRPC

/// The caller's end of a connection, used by calls that wait or that send more than one answer.
package protocol Listener: Sendable {
  /// Runs an action when the caller disconnects or the daemon stops, or at once if either has already happened. The
  /// returned function withdraws the action.
  func whenGone(_ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void

  /// Sends notifications to the caller, as complete lines. Returns once the caller has read most of them.
  ///
  /// - Returns: Whether the caller is still listening.
  func tell(_ lines: [UInt8]) async -> Bool

  /// The error to send instead of an answer while the caller's unread answers fill the buffers, so that no more answers
  /// are composed. `nil` if there is room for another answer.
  var lackOfRoom: RPCError? { get }

  /// The event subscription of the caller's connection.
  var following: Following { get }
}

/// Runs work, and cancels it if the caller disconnects or the daemon stops. Returns when the work has ended.
func whilePresent(_ listener: any Listener, _ work: @escaping @Sendable () async -> Void) async {
  let (gone, end) = AsyncStream.makeStream(of: Never.self)
  let forget = listener.whenGone { end.finish() }
  await until(gone, work)
  forget()
}

/// Runs work, and cancels it if the stream ends. Returns when the work has ended.
func until(_ end: AsyncStream<Never>, _ work: @escaping @Sendable () async -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    group.addTask { await work() }
    group.addTask { for await _ in end {} }
    await group.next()
    group.cancelAll()
  }
}
