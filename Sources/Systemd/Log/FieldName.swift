/// The name of a field of an entry: `[A-Z][A-Z0-9_]{0,63}`.
///
/// The journal drops a field of any other name without a word (systemd.journal-fields(7)), so a name is made valid
/// when it is made: `sl-service` becomes `SL_SERVICE`, `requestId` becomes `REQUEST_ID`.
package struct FieldName: Sendable, Hashable {
  /// The valid name.
  package let text: String

  /// The valid name nearest to `raw`.
  package init(_ raw: some StringProtocol) {
    var name: [UInt8] = []
    var previousIsLowercase = false
    for byte in raw.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        name.append(byte - 32)
        previousIsLowercase = true
        continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        if previousIsLowercase { name.append(UInt8(ascii: "_")) }
        name.append(byte)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        name.append(byte)
      default:
        name.append(UInt8(ascii: "_"))
      }
      previousIsLowercase = false
    }
    let valid = name.drop { !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }.prefix(64)
    text = valid.isEmpty ? "FIELD" : String(decoding: valid, as: UTF8.self)
  }
}

extension FieldName: ExpressibleByStringLiteral {
  /// A name that stands in the source.
  package init(stringLiteral raw: String) { self.init(raw) }
}

extension FieldName {
  static let message: FieldName = "MESSAGE"
  static let messageID: FieldName = "MESSAGE_ID"
  static let priority: FieldName = "PRIORITY"
  static let identifier: FieldName = "SYSLOG_IDENTIFIER"
}
