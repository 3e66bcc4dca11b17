package import JSONRPC

/// `worker.link`: a worker here is a record of the agency's system.
package enum WorkerLink: Method {
  /// What `worker.link` takes.
  package struct Parameters: ChangingParameters {
    /// The worker here, who keeps id and key.
    package let worker: String
    /// The record.
    package let record: String
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      worker = try reader.required("worker", .worker, "The worker here, who keeps id and key.")
      record = try reader.required(
        "record", .record, "The record: Practitioner/123, or with the address of its server.")
      change = try reader.change()
    }
  }

  /// The worker, and what the link has done.
  package struct Answer: WireObject {
    /// The worker as they are now.
    package var worker: WorkerView
    /// What the link has done.
    package var link: LinkView

    package init(worker: WorkerView, link: LinkView) {
      self.worker = worker
      self.link = link
    }

    package static let members: [Member<Answer>] = [
      Member("worker", { $0.worker }, "The worker as they are now."),
      Member("link", { $0.link }, "What the link has done."),
    ]
  }

  package static let name = "worker.link"
  package static let summary =
    "Links a worker here to a Practitioner of the agency's system. Whoever stands for that record already is merged into the worker."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .versionConflict, .requestIdReused, .unavailable, .busy]
}
