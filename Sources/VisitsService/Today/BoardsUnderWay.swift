import Synchronization

/// The boards that are being composed. A board is the coordinators' view of all visits of a day, and the largest view.
/// After each change all coordinators request it again, so callers that request the same board at the same time share
/// one composition.
///
/// A caller that requests a board after a change must not get a board that was composed before the change. So a change
/// closes the current compositions: later callers do not share them, but the next composition, which begins when the
/// current one is finished. However many callers there are, and however often data changes, each board is composed only
/// once at a time.
final class BoardsUnderWay: Sendable {
  private typealias Waiter = CheckedContinuation<Turn, Never>

  /// The way in which a caller gets its board: it composes the board, or shares the result of another caller.
  private enum Turn {
    case composes
    case shares(Result<TodayCache.Entry, any Error>)
  }

  private struct Composition {
    var sharing: [Waiter] = []
    /// The callers that came after a change had closed this composition. They share the next one.
    var next: [Waiter] = []
    var isOutOfDate = false
  }

  private let compositions = Mutex<[TodayCache.Key: Composition]>([:])

  /// Returns a board. If another caller is composing the board, and no change has closed that composition, the result
  /// is shared. Otherwise `compose` makes the board.
  func board(
    _ key: TodayCache.Key, _ compose: () async throws -> TodayCache.Entry
  ) async throws -> TodayCache.Entry {
    switch await turn(key) {
    case .shares(let result): return try result.get()
    case .composes:
      let result: Result<TodayCache.Entry, any Error>
      do {
        result = .success(try await compose())
      } catch {
        result = .failure(error)
      }
      finish(key, result)
      return try result.get()
    }
  }

  /// Closes the current compositions after a change, so that later callers do not share them.
  func invalidate() {
    compositions.withLock { compositions in
      for key in compositions.keys { compositions[key]?.isOutOfDate = true }
    }
  }

  private func turn(_ key: TodayCache.Key) async -> Turn {
    await withCheckedContinuation { waiter in
      let composes = compositions.withLock { compositions in
        guard let composition = compositions[key] else {
          compositions[key] = Composition()
          return true
        }
        if composition.isOutOfDate {
          compositions[key]?.next.append(waiter)
        } else {
          compositions[key]?.sharing.append(waiter)
        }
        return false
      }
      if composes { waiter.resume(returning: .composes) }
    }
  }

  private func finish(_ key: TodayCache.Key, _ result: Result<TodayCache.Entry, any Error>) {
    let (sharing, first) = compositions.withLock { compositions -> ([Waiter], Waiter?) in
      guard let done = compositions.removeValue(forKey: key) else { return ([], nil) }
      guard let first = done.next.first else { return (done.sharing, nil) }
      compositions[key] = Composition(sharing: Array(done.next.dropFirst()))
      return (done.sharing, first)
    }
    for waiter in sharing { waiter.resume(returning: .shares(result)) }
    first?.resume(returning: .composes)
  }
}
