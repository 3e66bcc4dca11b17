import Catalog
import VisitsAPI

extension ErrorView {
  /// No problem of sync is meant by that.
  ///
  /// - Parameter id: What the caller named.
  package static func noProblem(_ id: String, in context: ViewContext) -> ErrorView {
    ErrorView(.notFound, context.phrases.text(.noProblem, [.id: id]), ["thing": "problem", "id": id])
  }
}
