import Synchronization

/// The boards that are being composed, so that coordinators who ask at the same time share one composition. The board
/// is the largest view, and after each change all coordinators ask again.
///
/// A caller that asks after a change must not get a board that was composed before it. So a change closes the current
/// compositions, and later callers share the next one. The next one begins when the current one is finished. However
/// many callers ask and however often things change, each board is composed once at a time.
final class BoardsUnderWay: Sendable {
  private typealias Waiter = CheckedContinuation<Turn, Never>

  /// The way in which a caller gets its board.
  private enum Turn {
    case composes
    case shares(Result<TodayCache.Entry, any Error>)
  }

  private struct Composition {
    var sharing: [Waiter] = []
    /// The callers that came after a change had closed this composition.
    var next: [Waiter] = []
    var isOutOfDate = false
  }

  private let compositions = Mutex<[TodayCache.Key: Composition]>([:])

  /// Returns the board that `compose` makes, or one that another caller is composing and no change has closed.
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

  /// Closes the current compositions after a change: later callers do not share them.
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
