/// Tells when a caller has gone, so that nobody waits on behalf of nobody.
package protocol Departure: Sendable {
  /// Runs the action when the caller has gone, at once if so already. What comes back takes the action back.
  func whenGone(_ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// Runs work until it is done, or its caller has gone: then the work is cancelled.
func whilePresent(_ departure: any Departure, _ work: @escaping @Sendable () async -> Void) async {
  let (gone, end) = AsyncStream.makeStream(of: Never.self)
  let forget = departure.whenGone { end.finish() }
  await withTaskGroup(of: Void.self) { group in
    group.addTask { await work() }
    group.addTask { for await _ in gone {} }
    await group.next()
    group.cancelAll()
  }
  forget()
}
