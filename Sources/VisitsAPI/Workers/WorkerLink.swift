/// `worker.link`: a worker here is a record of the agency's system.
package enum WorkerLink: LinkMethod {
  package typealias Person = LinkableWorker

  package static let name = "worker.link"
}
