import JSON
import JSONRPC

extension Shape<String> {
  /// A client's id with a payer, behind the payer's key: `medicaid=H123456789`.
  package static let memberID = Shape(
    .string(3, 97), example: "medicaid=H123456789",
    "a key of at most 32 small letters, digits and hyphens, an equals sign and an id of at most 64 signs without blanks"
  ) { json in
    json.string.flatMap { text in KeyedText(text).map { _ in text } }
  }

  /// A worker's identifier, behind what it is: `code=C17`.
  package static let workerIdentifier = Shape(
    .string(3, 97), example: "code=C17",
    "code=, license= or registry= before an id of at most 64 signs without blanks, or ssn= before the last five digits of "
      + "the social security number"
  ) { json in
    guard let text = json.string, let keyed = KeyedText(text) else { return nil }
    let isDigits = keyed.id.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    switch keyed.key {
    case "code", "license", "registry": return text
    case "ssn": return keyed.id.utf8.count == 5 && isDigits ? text : nil
    default: return nil
    }
  }

  /// A procedure code and its modifiers: `T1019:U1`.
  package static let serviceCode = Shape(
    .string(1, 17), example: "T1019:U1",
    "a procedure code of at most five letters and digits, and up to four modifiers of two, such as T1019:U1"
  ) { json in
    guard let text = json.string else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(\.utf8)
    guard parts.count <= 5, let code = parts.first, (1...5).contains(code.count) else { return nil }
    guard parts.dropFirst().allSatisfy({ $0.count == 2 }) else { return nil }
    return parts.allSatisfy { $0.allSatisfy(\.isLetterOrDigit) } ? text : nil
  }
}

/// A text of a key and an id, with an equals sign between them.
struct KeyedText {
  let key: Substring
  let id: Substring

  /// `nil`: the text has another form.
  init?(_ text: String) {
    guard let sign = text.firstIndex(of: "=") else { return nil }
    key = text[..<sign]
    id = text[text.index(after: sign)...]
    guard (1...32).contains(key.utf8.count), (1...64).contains(id.utf8.count),
      key.utf8.allSatisfy({ $0.isLetterOrDigit && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == 0x2D }
      ),
      id.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self & 0xDF)
  }
}

extension ParameterReader {
  /// Identifiers with their keys, of which none stands there twice.
  mutating func keyedIDs(
    _ name: String, _ shape: Shape<String>, maximum: Int, _ summary: String
  ) throws(RPCError) -> Given<[String]> {
    let ids: Given<[String]> = try nullable(name, .list(of: shape, maximum: maximum), summary)
    guard case .given(let lines) = ids else { return ids }
    var keys: Set<Substring> = []
    for key in lines.compactMap({ KeyedText($0)?.key }) where !keys.insert(key).inserted {
      throw .invalidParams(
        field: name, "The parameter \"\(name)\" holds two ids of the key \"\(key)\": send one of them.")
    }
    return ids
  }
}

/// Aggregators of electronic visit verification whose own form a record can have.
package enum AggregatorProfile: String, WireWord {
  /// Sandata's alternate EVV, version 7.
  case sandata
  /// HHAeXchange's EVV visit import, version 5.
  case hhax
}

/// What an aggregator takes: visits, and what it must know before of the people in them.
package enum AggregatorRecords: String, WireWord {
  case visits
  case clients
  case employees
}
