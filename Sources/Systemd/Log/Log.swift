/// The log of our own code: events of a catalog, with fields whose types cannot hold personal data.
package struct Log: Sendable {
  /// Where entries go.
  package let output: LogOutput
  /// The events that it wrote at warning or worse and that are not mended yet.
  package let memory = LogMemory()
  private let threshold: LogThreshold

  /// A log.
  package init(to output: LogOutput, least: Priority) {
    self.output = output
    threshold = LogThreshold(least)
  }

  /// From now on, what is at least so urgent is written, by every copy of this log.
  package func write(from least: Priority) { threshold.set(least) }

  /// Writes that `event` happened: `log(.listening, [.socket: Configured(path)])`.
  package func callAsFunction(_ event: JournalEvent, _ fields: KeyValuePairs<FieldName, any Loggable> = [:]) {
    let isWritten = threshold.passes(event.priority)
    guard isWritten || !event.mends.isEmpty else { return }
    let entry = event.entry(fields.map { ($0.key, $0.value.logText.text) })
    memory.mend(entry)
    guard isWritten else { return }
    memory.note(entry, at: output.now())
    output.write(entry)
  }
}
