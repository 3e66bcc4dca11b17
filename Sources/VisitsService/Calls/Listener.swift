package import JSONRPC

/// The caller's end of a connection, for calls that outlast a single answer.
package protocol Listener: Sendable {
  /// Runs an action once the caller's calls need not wait any longer: the caller has disconnected or the daemon is
  /// stopping. Runs it at once if that has already happened. The returned function withdraws the action.
  func whenGone(_ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void

  /// Sends notifications, whole lines, to the caller. Returns after the caller has read most of them, with whether the
  /// caller is still listening.
  func tell(_ lines: [UInt8]) async -> Bool

  /// The error for answers that must not be composed because the caller's unread answers fill the buffers; `nil` if
  /// there is room.
  var lackOfRoom: RPCError? { get }

  /// The subscription of the caller's connection.
  var following: Following { get }
}

/// Runs work, and cancels it if the caller disconnects or the daemon stops.
func whilePresent(_ listener: any Listener, _ work: @escaping @Sendable () async -> Void) async {
  let (gone, end) = AsyncStream.makeStream(of: Never.self)
  let forget = listener.whenGone { end.finish() }
  await until(gone, work)
  forget()
}

/// Runs work, and cancels it when the stream ends.
func until(_ end: AsyncStream<Never>, _ work: @escaping @Sendable () async -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    group.addTask { await work() }
    group.addTask { for await _ in end {} }
    await group.next()
    group.cancelAll()
  }
}
