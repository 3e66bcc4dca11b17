/// A copy of the whole schedule in a file of its own.
package struct Backup: Sendable, Hashable {
  /// Where it is.
  package var path: String
  /// How large it is.
  package var bytes: Int64
  /// The moment that it shows.
  package var at: Instant

  /// A backup.
  package init(path: String, bytes: Int64, at: Instant) {
    self.path = path
    self.bytes = bytes
    self.at = at
  }
}
