package import JSONRPC

/// `worker.duplicates`: workers here who may be workers of the agency's system.
package enum WorkerDuplicates: Method {
  /// What `worker.duplicates` takes.
  package struct Parameters: MethodParameters {
    /// How many at most; default 100.
    package let limit: Int?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      limit = try reader.optional("limit", .integer(1...1000), "How many at most; default 100.")
    }
  }

  /// Two workers who may be one.
  package struct Pair: WireObject {
    /// Who is here alone.
    package var worker: WorkerView
    /// Who came from the agency's system.
    package var upstream: WorkerView
    /// The record of whoever came.
    package var record: String
    /// What both have in common.
    package var reasons: [LikenessReason]

    package init(worker: WorkerView, upstream: WorkerView, record: String, reasons: [LikenessReason]) {
      self.worker = worker
      self.upstream = upstream
      self.record = record
      self.reasons = reasons
    }

    package static let members: [Member<Pair>] = [
      Member("worker", { $0.worker }, "Who is here alone."),
      Member("upstream", { $0.upstream }, "Who came from the agency's system."),
      Member("record", { $0.record }, "Whoever came, as worker.link takes it."),
      Member("reasons", { $0.reasons }, "What both have in common."),
    ]
  }

  /// The pairs.
  package struct Answer: WireObject {
    /// Those with most in common first.
    package var pairs: [Pair]
    /// How many more there are.
    package var more: Int

    package init(pairs: [Pair], more: Int) {
      self.pairs = pairs
      self.more = more
    }

    package static let members: [Member<Answer>] = [
      Member("pairs", { $0.pairs }, "Those with most in common first."),
      Member("more", { $0.more }, "How many more there are."),
    ]
  }

  package static let name = "worker.duplicates"
  package static let summary =
    "Workers here who may be workers of the agency's system, by name, telephone. Nobody is merged by it."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = []
}
