import VisitsExchange
import VisitsModel

/// The stored fields of a Location. A HealthcareService that represents a call has the same fields. The stored text has
/// up to three lines: the address, its parts as JSON, and the name and the call as JSON.
struct PlaceFields: Sendable, Hashable {
  /// The address in one line; `nil` if no address is known.
  var line: String?
  /// The parts of the address; `nil` if they are not known.
  var parts: PostalAddress?
  /// The name of the place.
  var name: String?
  /// The call, if the visit takes place in a call and not at an address.
  var virtual: VirtualPlace?

  /// The third line of the stored text.
  private struct More: Codable {
    var name: String?
    var virtual: VirtualPlace?
  }

  init(line: String?, parts: PostalAddress?, name: String? = nil, virtual: VirtualPlace? = nil) {
    self.line = line
    self.parts = line == nil ? nil : parts
    self.name = name
    self.virtual = virtual
  }

  init(_ place: PlaceReading) {
    self.init(line: place.line, parts: place.parts, name: place.name, virtual: place.virtual)
  }

  /// Parses the stored text.
  init(_ fields: String) throws {
    let lines = fields.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    func value(_ index: Int) -> String? { lines.indices.contains(index) && !lines[index].isEmpty ? lines[index] : nil }
    let more = try value(2).map { try MappedText.value(More.self, from: $0) }
    self.init(
      line: value(0), parts: try value(1).map { try MappedText.value(PostalAddress.self, from: $0) }, name: more?.name,
      virtual: more?.virtual)
  }

  /// The stored text. For a place that has only an address, it is the same as in earlier versions of this program.
  var text: String {
    get throws {
      let parts = try parts.map { try MappedText.text(of: $0) }
      let more = name == nil && virtual == nil ? nil : try MappedText.text(of: More(name: name, virtual: virtual))
      guard let more else { return [line ?? "", parts].compactMap(\.self).joined(separator: "\n") }
      return [line ?? "", parts ?? "", more].joined(separator: "\n")
    }
  }

  /// Whether the record says nothing about the place.
  var isEmpty: Bool { line == nil && name == nil && virtual == nil }
}
