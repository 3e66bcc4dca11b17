import Dispatch
import Synchronization
import VisitsModel
import VisitsStore

/// Collects what changes answer.
final class Answers: Sendable {
  private let results = Mutex<[Result<ChangeOutcome, any Error>]>([])
  private let arrived = DispatchSemaphore(value: 0)

  func keep(_ result: Result<MadeChange, any Error>) {
    results.withLock { $0.append(result.map(\.outcome)) }
    arrived.signal()
  }

  func wait(for count: Int) -> [Result<ChangeOutcome, any Error>] {
    for _ in 0..<count { arrived.wait() }
    return results.withLock { $0 }
  }
}

/// Holds the writer while `body` enqueues changes, so that they share one commit, and returns their answers in the order
/// in which they came.
func withHeldWriter(
  of test: TestStore, _ body: (Answers) -> Int
) async throws -> [Result<ChangeOutcome, any Error>] {
  let isHeld = DispatchSemaphore(value: 0)
  let mayGoOn = DispatchSemaphore(value: 0)
  test.store.change(test.request("held")) { _ in
    isHeld.signal()
    mayGoOn.wait()
    return .imported(ImportSummary())
  } completion: { _ in
  }
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "held writer").async {
      isHeld.wait()
      continuation.resume()
    }
  }
  let answers = Answers()
  let count = body(answers)
  mayGoOn.signal()
  return await withCheckedContinuation { continuation in
    DispatchQueue(label: "answers").async { continuation.resume(returning: answers.wait(for: count)) }
  }
}
