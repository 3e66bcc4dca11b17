/// The log of our own code: events of a catalog, with fields whose types cannot hold personal data.
package struct Log: Sendable {
  /// Where entries go.
  package let output: LogOutput
  /// The least urgent priority that is written.
  package let least: Priority

  /// A log.
  package init(to output: LogOutput, least: Priority) {
    self.output = output
    self.least = least
  }

  /// Writes that `event` happened: `log(.listening, [.socket: Configured(path)])`.
  package func callAsFunction(_ event: JournalEvent, _ fields: KeyValuePairs<FieldName, any Loggable> = [:]) {
    guard event.priority <= least else { return }
    output.write(event.entry(fields.map { ($0.key, $0.value.logText.text) }))
  }
}
