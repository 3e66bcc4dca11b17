package import JSONRPC

/// `visit.suggest`: who could make a visit.
package enum VisitSuggest: Method {
  /// What `visit.suggest` takes.
  package struct Parameters: MethodParameters {
    /// Which visit.
    package let visit: String
    /// How many at most; default 5.
    package let limit: Int?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      visit = try reader.required("visit", .visit, "Which visit.")
      limit = try reader.optional("limit", .integer(1...100), "How many at most; default 5.")
    }
  }

  /// Somebody who is free.
  package struct Suggestion: WireObject {
    /// The worker.
    package var worker: String
    /// The worker's name.
    package var name: String
    /// How often the worker was with this client in the last year.
    package var visits: Int
    /// When last.
    package var last: Timestamp?
    /// Minutes since the worker's visit before.
    package var minutesBefore: Int?
    /// Minutes until the worker's next visit.
    package var minutesAfter: Int?
    /// Why, in words.
    package var reasons: [String]

    package init(
      worker: String, name: String, visits: Int, last: Timestamp?, minutesBefore: Int?, minutesAfter: Int?,
      reasons: [String]
    ) {
      self.worker = worker
      self.name = name
      self.visits = visits
      self.last = last
      self.minutesBefore = minutesBefore
      self.minutesAfter = minutesAfter
      self.reasons = reasons
    }

    package static let members: [Member<Suggestion>] = [
      Member("worker", { $0.worker }, "The worker."),
      Member("name", { $0.name }, "The worker's name."),
      Member("visits", { $0.visits }, "How often the worker was with this client in the last year."),
      Member(nullable: "last", { $0.last }, "When last."),
      Member(
        nullable: "minutesBefore", { $0.minutesBefore }, "Minutes since the worker's visit before; null: none is near."),
      Member(
        nullable: "minutesAfter", { $0.minutesAfter }, "Minutes until the worker's next visit; null: none is near."),
      Member("reasons", { $0.reasons }, "Why, in words."),
    ]
  }

  /// Who could make it.
  package struct Answer: WireObject {
    /// The visit.
    package var visit: VisitView
    /// The best first.
    package var suggestions: [Suggestion]

    package init(visit: VisitView, suggestions: [Suggestion]) {
      self.visit = visit
      self.suggestions = suggestions
    }

    package static let members: [Member<Answer>] = [
      Member("visit", { $0.visit }, "The visit."),
      Member(
        "suggestions", { $0.suggestions },
        "The best first: who knows the client, then who is near in time. Last is who has less than "
          + "visits.travelMinutes to or from another client at another address."),
    ]
  }

  package static let name = "visit.suggest"
  package static let summary = "Who is free to make a visit, the best first, each with the reasons."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound]
}
