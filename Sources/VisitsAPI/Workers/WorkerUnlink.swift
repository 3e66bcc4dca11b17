/// `worker.unlink`: a link through which nothing has come is taken back.
package enum WorkerUnlink: UnlinkMethod {
  package typealias Person = LinkableWorker

  package static let name = "worker.unlink"
}
