import Dispatch
package import Testing

/// Runs each test of a suite, or one test, on a thread of its own: ``ownThread``.
package struct OwnThread: TestTrait, SuiteTrait, TestScoping {
  package var isRecursive: Bool { true }

  @concurrent package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadExecutor()) { try await function() }
  }
}

extension Trait where Self == OwnThread {
  /// For tests that block: other tests run at the same time, on a pool of only as many threads as the machine has cores.
  package static var ownThread: OwnThread { OwnThread() }
}

private final class ThreadExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "test")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
