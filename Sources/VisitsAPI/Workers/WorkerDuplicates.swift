/// `worker.duplicates`: workers here who may be workers of the agency's system.
package enum WorkerDuplicates: DuplicatesMethod {
  package typealias Person = LinkableWorker

  package static let name = "worker.duplicates"
}
