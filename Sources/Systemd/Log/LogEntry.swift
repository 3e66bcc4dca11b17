/// One entry of the log, ready to be written: nothing in it is secret or personal any more.
package struct LogEntry: Sendable, Equatable {
  /// A field with its text.
  package struct Field: Sendable, Equatable {
    /// The name.
    package let name: FieldName
    /// The value as it is written.
    package let value: String
    /// Whether the message says it already, so that a line for people does not say it twice.
    package let isTold: Bool

    /// A field.
    package init(_ name: FieldName, _ value: String, isTold: Bool = false) {
      self.name = name
      self.value = value
      self.isTold = isTold
    }
  }

  /// How urgent it is.
  package let priority: Priority
  /// What happened, for a person.
  package let message: String
  /// The message's id in the journal's catalog, 32 hexadecimal digits, if it has one.
  package let messageID: String?
  /// The rest.
  package let fields: [Field]
  /// Which of several things the entry is about; empty: the whole daemon.
  package let subject: String
  /// The messages whose cause has ended, for the same subject.
  package let mends: [String]

  /// An entry.
  package init(
    priority: Priority, message: String, messageID: String? = nil, fields: [Field] = [], subject: String = "",
    mends: [String] = []
  ) {
    self.priority = priority
    self.message = message
    self.messageID = messageID
    self.fields = fields
    self.subject = subject
    self.mends = mends
  }
}
