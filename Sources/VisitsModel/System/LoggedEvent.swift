/// What was logged at warning or worse, as the service remembers it. Nothing personal is in it: it was fit for the log.
package struct LoggedEvent: Sendable, Hashable {
  /// How bad it is.
  package enum Severity: String, Sendable, Hashable, CaseIterable {
    /// Somebody must act at once.
    case alert
    /// The daemon cannot go on, or not as it should.
    case critical
    /// Something that was asked for failed.
    case error
    /// Something will fail unless somebody looks after it.
    case warning
  }

  /// The id in the journal's catalog, 32 hexadecimal digits.
  package var id: String
  /// How bad it is.
  package var severity: Severity
  /// What it said the last time.
  package var message: String
  /// When that was.
  package var at: Instant
  /// How often it was said since the start, or since it was mended last.
  package var count: Int

  /// Something that was logged.
  package init(id: String, severity: Severity, message: String, at: Instant, count: Int) {
    self.id = id
    self.severity = severity
    self.message = message
    self.at = at
    self.count = count
  }
}
