/// A field of an entry as journald stores it.
package struct JournalField: Sendable, Equatable {
  /// The longest value, in bytes.
  static let maximumValue = 8192
  /// The longest entry, in bytes: well under the send buffer of a socket, so that libsystemd passes each entry as one
  /// datagram.
  static let maximumEntry = 49152

  /// The name.
  package let name: FieldName
  /// The value. It may hold line breaks.
  package let value: String

  /// The field as sd_journal_sendv(3) takes it.
  var bytes: [UInt8] { Array("\(name.text)=\(value)".utf8) }
}

/// Passes the fields of one entry to the journal, and may wait for it.
///
/// Returns whether the journal received the entry.
package typealias JournalSend = @Sendable (_ fields: [JournalField]) -> Bool

extension LogEntry {
  /// Returns the fields of this entry. A long value is cut, and a field for which an entry has no room is left out.
  ///
  /// - Parameter identifier: The program's name.
  func journalFields(identifier: String) -> [JournalField] {
    var all: [(name: FieldName, value: String)] = [
      (.message, message), (.priority, String(priority.rawValue)), (.identifier, identifier),
    ]
    if let messageID { all.append((.messageID, messageID)) }
    all += fields.map { ($0.name, $0.value) }

    var room = JournalField.maximumEntry
    return all.compactMap { name, value in
      // journalctl prints control characters as they are, or the whole value as "[blob data]".
      let value = value.visibleLines.cut(toBytes: JournalField.maximumValue)
      // Around the name and the value, journald's protocol puts two line breaks and a length of eight bytes.
      let size = name.text.utf8.count + value.utf8.count + 10
      guard size <= room else { return nil }
      room -= size
      return JournalField(name: name, value: value)
    }
  }
}
