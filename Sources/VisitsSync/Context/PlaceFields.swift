import VisitsExchange
import VisitsModel

/// A Location, or the call that a HealthcareService is, as it is stored: its address in one line, the parts of that on the
/// next where they are known, and what else there is on a third.
struct PlaceFields: Sendable, Hashable {
  /// The address in one line; `nil`: none is known.
  var line: String?
  /// The parts.
  var parts: PostalAddress?
  /// The name.
  var name: String?
  /// The call, where it is no place to go to.
  var virtual: VirtualPlace?

  /// What else there is.
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

  /// Reads the stored text.
  init(_ fields: String) throws {
    let lines = fields.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    func value(_ index: Int) -> String? { lines.indices.contains(index) && !lines[index].isEmpty ? lines[index] : nil }
    let more = try value(2).map { try MappedText.value(More.self, from: $0) }
    self.init(
      line: value(0), parts: try value(1).map { try MappedText.value(PostalAddress.self, from: $0) }, name: more?.name,
      virtual: more?.virtual)
  }

  /// The stored text: of a place that has just an address the same as earlier versions stored.
  var text: String {
    get throws {
      let parts = try parts.map { try MappedText.text(of: $0) }
      let more = name == nil && virtual == nil ? nil : try MappedText.text(of: More(name: name, virtual: virtual))
      guard let more else { return [line ?? "", parts].compactMap(\.self).joined(separator: "\n") }
      return [line ?? "", parts ?? "", more].joined(separator: "\n")
    }
  }

  /// Whether it tells nothing of a place.
  var isEmpty: Bool { line == nil && name == nil && virtual == nil }
}
