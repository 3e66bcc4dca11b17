package import JSONRPC

/// `absence.list`: when workers are away.
package enum AbsenceList: Method {
  /// What `absence.list` takes.
  package struct Parameters: MethodParameters {
    /// Only this worker's.
    package let worker: String?
    /// Whether those that are over or withdrawn are in it.
    package let all: Bool?
    /// How many at most; default 100.
    package let limit: Int?
    /// Where the page before ended.
    package let after: String?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      worker = try reader.optional("worker", .worker, "Only this worker's.")
      all = try reader.optional("all", .flag, "Whether those that are over or withdrawn are in it.")
      limit = try reader.optional("limit", .integer(1...1000), "How many at most; default 100.")
      after = try reader.optional("after", .absence, "Where the page before ended.")
    }
  }

  /// A page of absences.
  package struct Answer: WireObject {
    /// In order of start.
    package var absences: [AbsenceView]
    /// Send it as `after` for the rest; null at the end.
    package var next: String?

    package init(absences: [AbsenceView], next: String?) {
      self.absences = absences
      self.next = next
    }

    package static let members: [Member<Answer>] = [
      Member("absences", { $0.absences }, "In order of start."),
      Member(nullable: "next", { $0.next }, "Send it as after for the rest; null at the end."),
    ]
  }

  package static let name = "absence.list"
  package static let summary = "When workers are away, now or later; with all, also the absences that are over."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound]
}
