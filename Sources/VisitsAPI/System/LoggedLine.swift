/// What was logged at warning or worse. As the log itself it names nobody.
package struct LoggedLine: WireObject {
  /// How bad it is.
  package enum Severity: String, WireWord {
    /// Somebody must act at once.
    case alert
    /// The daemon cannot go on, or not as it should.
    case critical
    /// Something that was asked for failed.
    case error
    /// Something will fail unless somebody looks after it.
    case warning
  }

  /// The MESSAGE_ID in the journal.
  package var messageId: String
  /// How bad it is.
  package var severity: Severity
  /// What it said the last time.
  package var message: String
  /// When that was.
  package var at: Timestamp
  /// Seconds since then.
  package var secondsAgo: Int
  /// How often it was said since the start, or since it was mended last.
  package var count: Int

  package init(messageId: String, severity: Severity, message: String, at: Timestamp, secondsAgo: Int, count: Int) {
    self.messageId = messageId
    self.severity = severity
    self.message = message
    self.at = at
    self.secondsAgo = secondsAgo
    self.count = count
  }

  package static let members: [Member<LoggedLine>] = [
    Member("messageId", { $0.messageId }, "The MESSAGE_ID in the journal, whose catalog says what to do."),
    Member("severity", { $0.severity }, "How bad it is."),
    Member("message", { $0.message }, "What it said the last time."),
    Member("at", { $0.at }, "When that was."),
    Member("secondsAgo", { $0.secondsAgo }, "Seconds since then."),
    Member("count", { $0.count }, "How often it was said since the start, or since it was mended last."),
  ]
}
