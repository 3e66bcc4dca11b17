package import JSONRPC

/// `worker.unlink`: a link through which nothing has come is taken back.
package enum WorkerUnlink: Method {
  /// What `worker.unlink` takes.
  package struct Parameters: ChangingParameters {
    /// Which worker.
    package let worker: String
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      worker = try reader.required("worker", .worker, "Which worker.")
      change = try reader.change()
    }
  }

  package typealias Answer = WorkerLink.Answer

  package static let name = "worker.unlink"
  package static let summary = "Takes back the link of a worker whose record has not come from the agency's system yet."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .versionConflict, .requestIdReused, .unavailable, .busy]
}
