import VisitsExchange
import VisitsModel

/// The address of a Location, as it is stored: in one line, and its parts on the next where they are known.
struct PlaceFields: Sendable, Hashable {
  /// The address in one line; `nil`: none is known.
  var line: String?
  /// The parts.
  var parts: PostalAddress?

  init(line: String?, parts: PostalAddress?) {
    self.line = line
    self.parts = line == nil ? nil : parts
  }

  /// Reads the stored text.
  init(_ fields: String) throws {
    let lines = fields.split(separator: "\n", maxSplits: 1).map(String.init)
    self.init(
      line: lines.first, parts: try lines.dropFirst().first.map { try MappedText.value(PostalAddress.self, from: $0) })
  }

  /// The stored text.
  var text: String {
    get throws {
      guard let line else { return "" }
      return try parts.map { try line + "\n" + MappedText.text(of: $0) } ?? line
    }
  }
}
