package import JSONRPC

/// `visit.add`: a new visit, or a series of them.
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
    /// On which days it recurs.
    package let recurrence: String?
    /// The last day on which it may.
    package let until: DayInput?
    /// The place, when it is not the client's address.
    package let address: String?
    /// What is done.
    package let service: String?
    /// What its payer calls that.
    package let serviceCode: String?
    /// What to note.
    package let note: String?
    /// Whether it may overlap another of the worker's visits.
    package let allowOverlap: Bool?
    /// Whether to say what it would do, and do nothing.
    package let dryRun: Bool?
    /// Whether it may be planned while the worker is away.
    package let allowAbsence: Bool?
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
      recurrence = try reader.optional(
        "repeat", .recurrence, "On which days it recurs, as an RFC 5545 rule or in words such as weekly:mon,wed,fri.")
      until = try reader.day("until", "The last day on which it may recur.")
      address = try reader.optional("address", .words(1, 500), "The place, when it is not the client's address.")
      service = try reader.optional("service", .words(1, 200), "What is done.")
      serviceCode = try reader.optional(
        "serviceCode", .serviceCode,
        "What its payer calls that, where not what the configuration says: a procedure code and modifiers such as "
          + "T1019:U1.")
      note = try reader.optional("note", .words(1, 4000), "What to note.")
      allowOverlap = try reader.optional(
        "allowOverlap", .flag, "Whether it may overlap another of the worker's visits.")
      dryRun = try reader.optional("dryRun", .flag, "Say what it would do, and do nothing.")
      allowAbsence = try reader.optional("allowAbsence", .flag, "Whether it may be planned while the worker is away.")
      typed = try reader.typedTimeContext()
      requestId = try reader.requestId()
    }
  }

  /// The visits that were made.
  package struct Answer: WireObject {
    /// In order of start; of a series those up to the horizon.
    package var visits: [VisitView]
    /// The series, where it recurs.
    package var series: SeriesView?
    /// The visits that start later than agreed, since clocks skip their time.
    package var moved: [MovedVisit]
    /// What looks like a slip of the hand in the plan; `nil`: nothing.
    package var warnings: [ChangeWarning]?

    package init(
      visits: [VisitView], series: SeriesView? = nil, moved: [MovedVisit] = [], warnings: [ChangeWarning]? = nil
    ) {
      self.visits = visits
      self.series = series
      self.moved = moved
      self.warnings = warnings
    }

    package static let members: [Member<Answer>] = [
      Member("visits", { $0.visits }, "In order of start; of a series those up to the horizon."),
      Member(optional: "series", { $0.series }, "The series, where it recurs."),
      Member(
        optional: "moved", { $0.series == nil ? nil : $0.moved },
        "Of a series: the visits that start later than agreed, since clocks skip their time."),
      Member(optional: "warnings", { $0.warnings }, "What looks like a slip of the hand in the plan."),
    ]
  }

  package static let name = "visit.add"
  package static let summary = "Plans a visit, of a worker or open; with repeat, a series of them."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .overlap, .absent, .requestIdReused, .unavailable, .busy]
}
