import Dispatch

/// A serial executor with a queue of its own. The steps of sync block while they wait for the disk. On the shared
/// concurrency pool, which has few threads, they would hold up other tasks.
final class SyncThread: SerialExecutor {
  private let queue = DispatchQueue(label: "sync")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
