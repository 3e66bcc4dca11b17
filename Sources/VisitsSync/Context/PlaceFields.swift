import VisitsExchange
import VisitsModel

/// The stored fields of a Location. A HealthcareService that represents a call (a virtual visit) has the same fields.
///
/// The stored text has up to three lines: the address in one line; the parts of the address as JSON; the name of the
/// place and the call, both in one JSON object.
struct PlaceFields: Sendable, Hashable {
  /// The address in one line; `nil` if no address is known.
  var line: String?
  /// The parts of the address, such as city and postal code; `nil` if they are not known.
  var parts: PostalAddress?
  /// The name of the place.
  var name: String?
  /// The call, such as a video call; `nil` if the place has an address and is not a call.
  var virtual: VirtualPlace?

  /// The content of the third line of the stored text.
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

  /// Parses the text that ``text`` returned when the place was stored.
  init(_ fields: String) throws {
    let lines = fields.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    func value(_ index: Int) -> String? { lines.indices.contains(index) && !lines[index].isEmpty ? lines[index] : nil }
    let more = try value(2).map { try MappedText.value(More.self, from: $0) }
    self.init(
      line: value(0), parts: try value(1).map { try MappedText.value(PostalAddress.self, from: $0) }, name: more?.name,
      virtual: more?.virtual)
  }

  /// The fields as text for the database. A place that has only an address has the same text as in earlier versions of
  /// this program, so such a place does not count as changed after an update.
  var text: String {
    get throws {
      let parts = try parts.map { try MappedText.text(of: $0) }
      let more = name == nil && virtual == nil ? nil : try MappedText.text(of: More(name: name, virtual: virtual))
      guard let more else { return [line ?? "", parts].compactMap(\.self).joined(separator: "\n") }
      return [line ?? "", parts ?? "", more].joined(separator: "\n")
    }
  }

  /// Whether the record gives neither an address nor a name nor a call.
  var isEmpty: Bool { line == nil && name == nil && virtual == nil }
}
