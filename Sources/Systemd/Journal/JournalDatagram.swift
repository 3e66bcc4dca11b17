/// An entry in the journal's native protocol (systemd's JOURNAL_NATIVE_PROTOCOL): `NAME=value` lines, and for a value
/// with a newline the name, its length in 64 bits little-endian, and the bytes.
struct JournalDatagram {
  /// The longest value, in bytes.
  static let maximumValue = 8192
  /// The longest datagram: well under the socket's send buffer, so that one always fits and no file descriptor needs
  /// to be passed for a large one.
  static let maximum = 49152

  /// What is sent.
  private(set) var bytes: [UInt8] = []

  /// The datagram of `entry`.
  init(_ entry: LogEntry, identifier: String) {
    append(.message, entry.message)
    append(.priority, String(entry.priority.rawValue))
    append(.identifier, identifier)
    if let id = entry.messageID { append(.messageID, id) }
    for field in entry.fields { append(field.name, field.value) }
  }

  /// Control characters become visible: `journalctl` prints a text with them as they are, or as "[blob data]" that nobody
  /// can read.
  private mutating func append(_ name: FieldName, _ text: String) {
    let value = text.visibleLines.cut(toBytes: Self.maximumValue).utf8
    guard bytes.count + value.count + name.text.utf8.count + 10 <= Self.maximum else { return }
    bytes += name.text.utf8
    if value.contains(UInt8(ascii: "\n")) {
      bytes.append(UInt8(ascii: "\n"))
      withUnsafeBytes(of: UInt64(value.count).littleEndian) { bytes += $0 }
    } else {
      bytes.append(UInt8(ascii: "="))
    }
    bytes += value
    bytes.append(UInt8(ascii: "\n"))
  }
}
