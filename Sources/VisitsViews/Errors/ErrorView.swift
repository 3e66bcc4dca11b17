import Catalog
package import VisitsAPI
package import VisitsModel

/// An error as a person and a program see it, for whoever puts it on the wire.
package struct ErrorView: Sendable {
  /// A value of the error's `data`.
  package struct Datum: Sendable {
    /// Its name.
    package let name: String
    /// What stands behind the colon.
    package let value: any WireValue
  }

  /// The stable kind, which has the code.
  package let kind: ErrorKind
  /// What is wrong, with the offending value, and what to do.
  package let message: String
  /// What else a program may want to know, in order; `kind` is not in it.
  package let data: [Datum]

  init(_ kind: ErrorKind, _ message: String, _ data: KeyValuePairs<String, any WireValue> = [:]) {
    self.kind = kind
    self.message = message
    self.data = data.map { Datum(name: $0.key, value: $0.value) }
  }
}

extension ErrorView {
  /// The caller's role may not call a method.
  package static func forbidden(method: String, needs roles: Set<Role>, in context: ViewContext) -> ErrorView {
    let needed = Role.allCases.filter { roles.contains($0) }.map(\.rawValue)
    return ErrorView(
      .forbidden,
      context.phrases.text(.forbidden, [.method: method, .needed: needed.joined(separator: ", ")]), ["needs": needed])
  }
}

extension Refusal {
  /// The visits that its words name: whoever asks for the words looks these up first.
  package var mentionedVisits: [VisitID] {
    switch self {
    case .versionConflict(_, .visit(let visit)): [visit.id]
    case .invalidTransition(let visit, _, _), .openVisit(let visit, _, _): [visit]
    case .row(.notScheduled(let visit, _)): [visit]
    case .overlap(let visits): visits.map(\.id)
    default: []
    }
  }
}
