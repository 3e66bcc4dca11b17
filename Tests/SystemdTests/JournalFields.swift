/// Reads the journal's native protocol back, by the description in systemd's JOURNAL_NATIVE_PROTOCOL.
func journalFields(_ datagram: [UInt8]) -> [String: String]? {
  var fields: [String: String] = [:]
  var rest = datagram[...]
  while !rest.isEmpty {
    guard let end = rest.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "\n") }) else { return nil }
    let name = String(decoding: rest[..<end], as: UTF8.self)
    let isBinary = rest[end] == UInt8(ascii: "\n")
    rest = rest[(end + 1)...]
    let length: Int
    if isBinary {
      guard rest.count > 8 else { return nil }
      length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(8)
    } else {
      length = rest.prefix { $0 != UInt8(ascii: "\n") }.count
    }
    guard rest.count > length, rest.dropFirst(length).first == UInt8(ascii: "\n") else { return nil }
    guard fields.updateValue(String(decoding: rest.prefix(length), as: UTF8.self), forKey: name) == nil else {
      return nil
    }
    rest = rest.dropFirst(length + 1)
  }
  return fields
}
