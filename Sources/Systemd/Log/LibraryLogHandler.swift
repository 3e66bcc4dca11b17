package import Logging

/// Takes what libraries log through swift-log.
///
/// A library's metadata are texts of whatever it was given, so a value is shown when it is ``Loggable`` or its key is
/// named as harmless, and redacted otherwise; of an error only the type is told.
package struct LibraryLogHandler: LogHandler {
  /// The logger's name.
  let label: String
  let output: LogOutput
  let openKeys: Set<String>

  /// The least urgent entry that the library is to make.
  package var logLevel: Logger.Level
  /// What stands with every entry.
  package var metadata: Logger.Metadata = [:]
  /// What adds to that for each entry.
  package var metadataProvider: Logger.MetadataProvider?

  /// A handler.
  ///
  /// - Parameters:
  ///   - label: the logger's name.
  ///   - least: the least urgent priority that is written.
  ///   - openKeys: the keys whose values are shown, such as a service's name.
  package init(label: String, to output: LogOutput, least: Priority, openKeys: Set<String> = []) {
    self.label = label
    self.output = output
    self.openKeys = openKeys
    logLevel = least.loggerLevel
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes what a library tells, with what may be personal left out.
  package func log(event: LogEvent) {
    var all = metadata
    if let provided = metadataProvider?.get() { all.merge(provided) { _, new in new } }
    if let given = event.metadata { all.merge(given) { _, new in new } }

    var fields = [LogEntry.Field("LOGGER", label, isTold: true)]
    var told: [String] = []
    if let error = event.error {
      let type = String(describing: type(of: error))
      fields.append(.init("ERROR_TYPE", type, isTold: true))
      told.append(type)
    }
    for (key, value) in all.sorted(by: { $0.key < $1.key }) {
      let value = shown(value, of: key)
      // The prefix keeps a key like "message" or "priority" from standing in for the entry's own.
      fields.append(.init(FieldName("META_" + key), value, isTold: true))
      told.append("\(key) \(value)")
    }
    // A person reads a sentence, not the journal's fields.
    let details = told.isEmpty ? "" : " (\(told.joined(separator: ", ")))"
    output.write(
      LogEntry(priority: Priority(event.level), message: "\(label): \(event.message)\(details)", fields: fields))
  }

  private func shown(_ value: Logger.Metadata.Value, of key: String) -> String {
    if openKeys.contains(key) { return value.description }
    if case .stringConvertible(let value) = value, let loggable = value as? any Loggable {
      return loggable.logText.text
    }
    return Redacted(value.description).logText.text
  }
}
