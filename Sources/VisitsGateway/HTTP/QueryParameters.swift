import JSON
import JSONRPC
import VisitsAPI

/// Reads the parameters of a call from a query, each value as the type that its parameter declares.
///
/// The query is read as browsers write it (URL Standard, `application/x-www-form-urlencoded`). A value that does not fit
/// its parameter's type stays a text, so that the daemon refuses it in the same words as on its socket.
enum QueryParameters {
  /// The longest query in bytes.
  static let longest = 16_384

  /// Returns the parameters in the order of the query.
  ///
  /// - Parameter query: The text after the question mark, as it was sent.
  static func read(_ query: String, for row: MethodRow) throws(Problem) -> JSONObject {
    guard query.utf8.count <= longest else {
      throw Problem(.tooLarge, "The query is longer than \(longest) bytes; send the parameters by POST.")
    }
    var params = JSONObject()
    for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
      let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let name = try decoded(pair[..<end])
      let text = try decoded(pair[end...].dropFirst())
      let schemas = alternatives(row.parameters.first { $0.name == name }?.schema.json ?? [:])
      if let list = schemas.first(where: { $0["type"] == "array" }) {
        let elements = params[name]?.array ?? []
        params[name] = .array(elements + [value(text, alternatives(list["items"] ?? [:]))])
      } else if params[name] == nil {
        params[name] = value(text, schemas)
      } else {
        throw Problem(.invalidParams(field: name, "The parameter \"\(RPCError.echo(name))\" is given twice."))
      }
    }
    return params
  }

  /// Returns the value that a text stands for if it fits one of the schemas; otherwise the text itself.
  private static func value(_ text: String, _ schemas: [JSONValue]) -> JSONValue {
    let types = schemas.compactMap { $0["type"]?.string }
    if types.contains("string") { return .string(text) }
    if types.contains("boolean"), text == "true" || text == "false" { return .bool(text == "true") }
    if types.contains("integer") || types.contains("number") || types.contains("object"),
      let parsed = try? JSONScanner.parse(Array(text.utf8)), !parsed.isNull
    {
      return parsed
    }
    return .string(text)
  }

  /// Returns the schemas of which a value must fit one.
  private static func alternatives(_ schema: JSONValue) -> [JSONValue] {
    schema["anyOf"]?.array?.flatMap(alternatives) ?? [schema]
  }

  private static func decoded(_ written: Substring.UTF8View) throws(Problem) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(written.count)
    var rest = written.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.next()?.hexadecimalDigit, let low = rest.next()?.hexadecimalDigit else {
          throw Problem(.invalidRequest("The query has a % without two hexadecimal digits; a percent sign is %25."))
        }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(.invalidRequest("The query is not UTF-8; encode its texts as UTF-8 before escaping them."))
    }
    return text
  }
}
