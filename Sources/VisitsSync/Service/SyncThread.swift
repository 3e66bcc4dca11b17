import Dispatch

/// A serial executor with a queue of its own. The steps of sync block on the disk, and the threads of the concurrency
/// pool are too few for that.
final class SyncThread: SerialExecutor {
  private let queue = DispatchQueue(label: "sync")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
