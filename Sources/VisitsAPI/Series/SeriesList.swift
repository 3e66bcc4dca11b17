package import JSONRPC

/// `series.list`: the visits that recur.
package enum SeriesList: Method {
  /// What `series.list` takes.
  package struct Parameters: MethodParameters {
    /// Only this client's.
    package let client: String?
    /// Only this worker's.
    package let worker: String?
    /// The beginning or end of an id, or a part of the client's name.
    package let match: String?
    /// Only those that give no visits any more, or only those that do.
    package let over: Bool?
    /// How many at most; default 100.
    package let limit: Int?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      client = try reader.optional("client", .client, "Only this client's.")
      worker = try reader.optional("worker", .worker, "Only this worker's.")
      match = try reader.optional(
        "match", .text(1, 200), "The beginning or end of an id (4 characters or more), or a part of the client's name.")
      over = try reader.optional(
        "over", .flag, "Only those that give no visits any more (true), or only those that do (false).")
      limit = try reader.optional("limit", .integer(1...1000), "How many at most; default 100.")
    }
  }

  /// Series.
  package struct Answer: WireObject {
    /// Those that begin last before the others.
    package var series: [SeriesView]

    package init(series: [SeriesView]) {
      self.series = series
    }

    package static let members: [Member<Answer>] = [
      Member("series", { $0.series }, "Those that begin last before the others.")
    ]
  }

  package static let name = "series.list"
  package static let summary = "The visits that recur."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound]
}
