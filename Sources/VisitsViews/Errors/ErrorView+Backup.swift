import Catalog
import VisitsAPI
package import VisitsModel

extension ErrorView {
  /// Why no backup was made, in the caller's language.
  ///
  /// - Parameters:
  ///   - reason: What a program is told.
  ///   - path: The file that was to be made.
  ///   - words: What the system said.
  package static func backupFailed(
    _ reason: Refusal.Unavailability, path: String, words: String, in context: ViewContext
  ) -> ErrorView {
    guard reason != .shuttingDown else {
      return ErrorView(.unavailable, context.phrases[.shuttingDown], ["reason": reason.rawValue])
    }
    return ErrorView(
      .unavailable, context.phrases.text(.backupFailed, [.place: path, .value: words]), ["reason": reason.rawValue])
  }
}
