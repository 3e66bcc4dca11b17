package import JSONRPC

/// `evv.check`: visits that would be refused.
package enum EVVCheck: Method {
  /// What `evv.check` takes.
  package struct Parameters: MethodParameters {
    /// When.
    package let window: WindowParameters
    /// Only of this worker.
    package let worker: String?
    /// Only of this client.
    package let client: String?
    /// Whose fields are looked at beside; `nil`: nobody's.
    package let profile: AggregatorProfile?
    /// Which page.
    package let page: PageParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      window = try WindowParameters(from: &reader)
      worker = try reader.optional("worker", .worker, "Only of this worker.")
      client = try reader.optional("client", .client, "Only of this client.")
      profile = try reader.optional(
        "profile", .word(),
        "Also name the fields that an aggregator needs and the records would lack: sandata or hhax.")
      page = try PageParameters(from: &reader)
    }
  }

  /// Why a visit would be refused.
  package enum Kind: String, WireWord, Hashable {
    case noCheckIn
    case noCheckOut
    case noService
    case noWorker
    case noPlace
    case cameFarAway
    case leftFarAway
    case checkInClock
    case checkOutClock
    case cameFarFromPlan
    case leftFarFromPlan
    case missingField
    case unfitField
    case noUnits
    case longerThanADay
    case overlap
    case doubtfulTime
  }

  /// One reason.
  package struct Problem: WireObject {
    /// The kind, which never changes its name.
    package var kind: Kind
    /// The same in words.
    package var words: String
    /// The field of the aggregator's record that lacks it.
    package var field: String?

    package init(kind: Kind, words: String, field: String? = nil) {
      self.kind = kind
      self.words = words
      self.field = field
    }

    package static let members: [Member<Problem>] = [
      Member("kind", { $0.kind }, "The kind."), Member("words", { $0.words }, "The same in words."),
      Member(
        optional: "field", { $0.field },
        "Of missingField, unfitField and doubtfulTime: the field, by the aggregator's name."),
    ]
  }

  /// A visit that would be refused.
  package struct Finding: WireObject {
    /// The visit.
    package var visit: VisitView
    /// Why, at least one reason.
    package var problems: [Problem]

    package init(visit: VisitView, problems: [Problem]) {
      self.visit = visit
      self.problems = problems
    }

    package static let members: [Member<Finding>] = [
      Member("visit", { $0.visit }, "The visit."), Member("problems", { $0.problems }, "Why, at least one reason."),
    ]
  }

  /// A page of visits that would be refused.
  package struct Answer: WireObject {
    /// In order of start.
    package var visits: [Finding]
    /// How many visits were looked at for this page.
    package var checked: Int
    /// Send it as `after` for the rest; null at the end.
    package var next: String?

    package init(visits: [Finding], checked: Int, next: String?) {
      self.visits = visits
      self.checked = checked
      self.next = next
    }

    package static let members: [Member<Answer>] = [
      Member("visits", { $0.visits }, "Those that would be refused, in order of start; a page may hold none."),
      Member("checked", { $0.checked }, "How many visits were looked at for this page."),
      Member(nullable: "next", { $0.next }, "Send it as after for the rest; null at the end."),
    ]
  }

  package static let name = "evv.check"
  package static let summary = "Visits that a payer would refuse as they are, with the reasons."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound]
}
