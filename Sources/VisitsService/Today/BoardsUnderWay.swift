import Synchronization

/// The boards that are being composed, so that coordinators who ask at once share one composition: it is the largest
/// view there is, and each change makes all of them ask again.
///
/// Whoever asks after a change must not be shown what was before it. So a change closes what is under way, and those who
/// come later share the next one. That begins when the one before is done: however many ask and however fast things
/// change, one is composed at a time.
final class BoardsUnderWay: Sendable {
  private typealias Waiter = CheckedContinuation<Turn, Never>

  /// What becomes of somebody who asks.
  private enum Turn {
    case composes
    case shares(Result<TodayCache.Entry, any Error>)
  }

  private struct Composition {
    var sharing: [Waiter] = []
    /// Those who came when something had changed since it was begun.
    var next: [Waiter] = []
    var isOutOfDate = false
  }

  private let compositions = Mutex<[TodayCache.Key: Composition]>([:])

  /// The board that `compose` makes for this caller, or made for another since the last change.
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

  /// Something has changed: nobody more is to share what is under way.
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
