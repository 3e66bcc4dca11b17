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

  /// Why no backup was begun, in the caller's language: there is too little room for it.
  ///
  /// - Parameters:
  ///   - folder: The folder of the backups.
  ///   - free: The bytes that are free there.
  ///   - needed: The bytes that must be free.
  package static func backupWithoutRoom(
    in folder: String, free: Int64, needed: Int64, _ context: ViewContext
  ) -> ErrorView {
    let language = context.phrases.language
    return ErrorView(
      .unavailable,
      context.phrases.text(
        .backupWithoutRoom,
        [.place: folder, .size: language.written(bytes: free), .needed: language.written(bytes: needed)]),
      ["reason": Refusal.Unavailability.diskFull.rawValue])
  }
}
