import Dispatch

/// A thread of sync's own: its steps wait for the disk, and the threads of tasks are too few to wait on.
final class SyncThread: SerialExecutor {
  private let queue = DispatchQueue(label: "sync")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
