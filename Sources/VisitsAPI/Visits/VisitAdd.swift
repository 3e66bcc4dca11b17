package import JSONRPC

/// `visit.add`: a new visit.
package enum VisitAdd: Method {
  /// What `visit.add` takes.
  package struct Parameters: OnceParameters {
    /// Who receives it.
    package let client: String
    /// Who makes it; open without.
    package let worker: String?
    /// The planned start.
    package let start: Moment?
    /// The planned end.
    package let end: Moment?
    /// How long it lasts, instead of an end.
    package let minutes: Int?
    /// The place, when it is not the client's address.
    package let address: String?
    /// What is done.
    package let service: String?
    /// What to note.
    package let note: String?
    /// Whether it may overlap another of the worker's visits.
    package let allowOverlap: Bool?
    /// How typed times are read.
    package let typed: TypedTimeContext
    /// The caller's own id of this change.
    package let requestId: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      client = try reader.required("client", .client, "Who receives it.")
      worker = try reader.optional("worker", .worker, "Who makes it; open without.")
      start = try reader.moment("start", "The planned start.")
      end = try reader.moment("end", "The planned end; or minutes.")
      minutes = try reader.optional("minutes", .integer(1...1440), "How long it lasts, instead of an end.")
      address = try reader.optional("address", .words(1, 500), "The place, when it is not the client's address.")
      service = try reader.optional("service", .words(1, 200), "What is done.")
      note = try reader.optional("note", .words(1, 4000), "What to note.")
      allowOverlap = try reader.optional(
        "allowOverlap", .flag, "Whether it may overlap another of the worker's visits.")
      typed = try reader.typedTimeContext()
      requestId = try reader.requestId()
    }
  }

  /// The visits that were made.
  package struct Answer: WireObject {
    /// In order of start.
    package var visits: [VisitView]

    package init(visits: [VisitView]) {
      self.visits = visits
    }

    package static let members: [Member<Answer>] = [Member("visits", { $0.visits }, "In order of start.")]
  }

  package static let name = "visit.add"
  package static let summary = "Plans a visit, of a worker or open."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .overlap, .requestIdReused, .unavailable, .busy]
}
