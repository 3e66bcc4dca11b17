import Foundation

/// Mapped fields as stored text: equal values have the same text.
package enum MappedText {
  /// The text of a value.
  package static func text(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// The value of a text.
  package static func value<Value: Decodable>(_ type: Value.Type = Value.self, from text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
