/// The latest backup. Its name may be somebody's, and is not told.
package struct LastBackup: WireObject {
  /// When it was made.
  package var at: Timestamp
  /// Seconds since then.
  package var secondsAgo: Int
  /// How large it is.
  package var bytes: Int

  package init(at: Timestamp, secondsAgo: Int, bytes: Int) {
    self.at = at
    self.secondsAgo = secondsAgo
    self.bytes = bytes
  }

  package static let members: [Member<LastBackup>] = [
    Member("at", { $0.at }, "When it was made."),
    Member("secondsAgo", { $0.secondsAgo }, "Seconds since then."),
    Member("bytes", { $0.bytes }, "How large it is."),
  ]
}
