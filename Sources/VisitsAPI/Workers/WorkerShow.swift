package import JSONRPC

/// `worker.show`: one worker.
package enum WorkerShow: Method {
  /// What `worker.show` takes.
  package struct Parameters: MethodParameters {
    /// Which worker.
    package let worker: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      worker = try reader.required("worker", .worker, "Which worker.")
    }
  }

  package typealias Answer = WorkerAnswer

  package static let name = "worker.show"
  package static let summary = "One worker."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.officeAndField
  package static let errors: [ErrorKind] = [.notFound]
}
