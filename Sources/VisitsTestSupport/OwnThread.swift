import Dispatch
package import Testing

/// A trait that runs each test on a dispatch queue of its own; use ``ownThread``.
package struct OwnThread: TestTrait, SuiteTrait, TestScoping {
  package var isRecursive: Bool { true }

  @concurrent package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadExecutor()) { try await function() }
  }
}

extension Trait where Self == OwnThread {
  /// Runs blocking tests off the cooperative pool, which has one thread per core and serves all other tests.
  package static var ownThread: OwnThread { OwnThread() }
}

/// Runs a task on a dispatch queue of its own, so that it begins however busy the other tests keep the cooperative pool.
package final class ThreadExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "test")

  /// An executor with a new queue.
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
