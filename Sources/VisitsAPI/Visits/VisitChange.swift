package import JSONRPC

/// `visit.change`: another time, worker, place or note.
package enum VisitChange: Method {
  /// What `visit.change` takes.
  package struct Parameters: ChangingParameters {
    /// Which visit.
    package let visit: String
    /// Who makes it; null opens it.
    package let worker: Given<String>
    /// The planned start; without an end the length stays.
    package let start: Moment?
    /// The planned end.
    package let end: Moment?
    /// The place; null: the client's address.
    package let address: Given<String>
    /// What is done.
    package let service: Given<String>
    /// What its payer calls that.
    package let serviceCode: Given<String>
    /// What to note.
    package let note: Given<String>
    /// Whether it may overlap another of the worker's visits.
    package let allowOverlap: Bool?
    /// Whether it may be planned while the worker is away.
    package let allowAbsence: Bool?
    /// How typed times are read.
    package let typed: TypedTimeContext
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      visit = try reader.required("visit", .visit, "Which visit.")
      worker = try reader.nullable("worker", .worker, "Who makes it; null opens it.")
      start = try reader.moment("start", "The planned start; without an end the length stays.")
      end = try reader.moment("end", "The planned end.")
      address = try reader.nullable("address", .words(1, 500), "The place; null: the client's address.")
      service = try reader.nullable("service", .words(1, 200), "What is done.")
      serviceCode = try reader.nullable(
        "serviceCode", .serviceCode,
        "What its payer calls that, where not what the configuration says: a procedure code and modifiers such as "
          + "T1019:U1.")
      note = try reader.nullable("note", .words(1, 4000), "What to note.")
      allowOverlap = try reader.optional(
        "allowOverlap", .flag, "Whether it may overlap another of the worker's visits.")
      allowAbsence = try reader.optional("allowAbsence", .flag, "Whether it may be planned while the worker is away.")
      typed = try reader.typedTimeContext()
      change = try reader.change()
    }
  }

  package typealias Answer = VisitAnswer

  package static let name = "visit.change"
  package static let summary = "Changes time, worker, address, service or note of a visit."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .requestIdReused, .unavailable, .busy, .overlap, .absent,
  ]
}
