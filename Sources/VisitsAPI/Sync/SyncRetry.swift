package import JSONRPC

/// `sync.retry`: what is parked is sent again.
package enum SyncRetry: Method {
  /// What `sync.retry` takes.
  package struct Parameters: OnceParameters {
    /// What is meant.
    package let subject: SyncProblemSubject
    /// The caller's own id of the change.
    package let requestId: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      subject = try reader.problem(orAll: true)
      requestId = try reader.requestId()
    }
  }

  /// `{"retried":n}`
  package struct Answer: WireObject {
    /// How many problems it was.
    package var retried: Int

    package init(retried: Int) {
      self.retried = retried
    }

    package static let members: [Member<Answer>] = [Member("retried", { $0.retried }, "How many problems it was.")]
  }

  package static let name = "sync.retry"
  package static let summary = "Sends again what upstream did not take, or reads again what could not be read."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .requestIdReused, .unavailable, .busy]
}

/// Which problems are meant: one by its number, all of a visit, or all.
package enum SyncProblemSubject: Sendable, Hashable {
  case problem(Int)
  case visit(String)
  case all
}

extension ParameterReader {
  /// `problem` or `visit`, one of them.
  ///
  /// - Parameter orAll: Whether `all` may stand in their place.
  mutating func problem(orAll: Bool = false) throws(RPCError) -> SyncProblemSubject {
    let problem = try optional("problem", .integer(1...Int.max), "The problem's number.")
    let visit = try optional("visit", .visit, "Instead: all problems of this visit.")
    if orAll, try optional("all", .flag, "Instead: true, for all problems there are.") == true {
      guard problem == nil, visit == nil else {
        throw .invalidParams(
          field: "all", "The parameter \"all\" leaves no room for \"problem\" or \"visit\": send one of them.")
      }
      return .all
    }
    switch (problem, visit) {
    case (let problem?, nil): return .problem(problem)
    case (nil, let visit?): return .visit(visit)
    case (nil, nil):
      if isDescribing { return .problem(1) }
      throw .invalidParams(field: "problem", "The parameter \"problem\" is missing: send it, or \"visit\".")
    case (_?, _?):
      throw .invalidParams(
        field: "visit", "The parameters \"problem\" and \"visit\" exclude each other: send one of them.")
    }
  }
}
