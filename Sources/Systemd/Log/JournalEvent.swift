/// Something that the log can say: its place in the journal's catalog, its urgency and its words.
///
/// The words may hold fields in braces, `Listening on {VISITS_SOCKET}.`, for whoever reads only messages.
package struct JournalEvent: Sendable {
  /// The id in the journal's catalog (`systemd-id128 new`): 32 hexadecimal digits.
  package let id: StaticString
  /// How urgent it is.
  package let priority: Priority
  /// The words.
  package let text: StaticString
  /// The field that says which of several things the event is about, such as an emergency; `nil`: it is about the whole
  /// daemon.
  package let subject: FieldName?
  /// The ids of the events whose cause has ended when this event happens, for the same subject.
  package let mends: [StaticString]

  /// An event.
  package init(
    _ id: StaticString, _ priority: Priority, _ text: StaticString, about subject: FieldName? = nil,
    mends: [JournalEvent] = []
  ) {
    self.id = id
    self.priority = priority
    self.text = text
    self.subject = subject
    self.mends = mends.map(\.id)
  }

  /// The entry that tells this event with these fields.
  func entry(_ fields: [(name: FieldName, value: String)]) -> LogEntry {
    var message = ""
    var told: Set<FieldName> = []
    var rest = Substring(text.description)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = FieldName(rest[rest.index(after: open)..<close])
      message += rest[..<open]
      message += fields.first { $0.name == name }?.value ?? "–"
      told.insert(name)
      rest = rest[rest.index(after: close)...]
    }
    return LogEntry(
      priority: priority,
      message: message + rest,
      messageID: id.description,
      fields: fields.map { LogEntry.Field($0.name, $0.value, isTold: told.contains($0.name)) },
      subject: subject.flatMap { subject in fields.first { $0.name == subject }?.value } ?? "",
      mends: mends.map(\.description))
  }
}
