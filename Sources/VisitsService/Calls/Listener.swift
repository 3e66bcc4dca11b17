package import JSONRPC

/// The other end of a connection, as far as it listens for longer than one answer.
package protocol Listener: Sendable {
  /// Runs the action when the caller has gone, at once if so already, so that nobody waits on behalf of nobody. What
  /// comes back takes the action back.
  func whenGone(_ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void

  /// Tells the caller something that is no answer: whole lines. Returns when most of it was taken, with whether the
  /// caller still listens.
  func tell(_ lines: [UInt8]) async -> Bool

  /// Why nothing more is composed for the caller, whose answers wait unread; `nil`: there is room.
  var lackOfRoom: RPCError? { get }

  /// What the caller follows.
  var following: Following { get }
}

/// Runs work until it is done, or its caller has gone: then the work is cancelled.
func whilePresent(_ listener: any Listener, _ work: @escaping @Sendable () async -> Void) async {
  let (gone, end) = AsyncStream.makeStream(of: Never.self)
  let forget = listener.whenGone { end.finish() }
  await until(gone, work)
  forget()
}

/// Runs work until it is done, or the stream has ended: then the work is cancelled.
func until(_ end: AsyncStream<Never>, _ work: @escaping @Sendable () async -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    group.addTask { await work() }
    group.addTask { for await _ in end {} }
    await group.next()
    group.cancelAll()
  }
}
