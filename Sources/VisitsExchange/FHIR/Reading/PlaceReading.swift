import FHIR
package import VisitsModel

/// A place as a Location tells it.
package struct PlaceReading: Sendable, Hashable {
  /// Its name; `nil`: it has none, or is any client's home.
  package var name: String?
  /// Its address in one line; `nil`: none is known.
  package var line: String?
  /// The parts of that address.
  package var parts: PostalAddress?
  /// The call, where it is a place to call and none to go to.
  package var virtual: VirtualPlace?

  /// A place.
  package init(
    name: String? = nil, line: String? = nil, parts: PostalAddress? = nil, virtual: VirtualPlace? = nil
  ) {
    self.name = name
    self.line = line
    self.parts = parts
    self.virtual = virtual
  }

  /// Whether it tells of no place to go to.
  package var isNowhere: Bool { name == nil && line == nil }
}

/// The words for a place.
package enum PlaceWords {
  /// The most characters of a place in one line.
  private static let longest = 500

  /// "Meeting Room 1, 9 Main St": the name before the address, unless that says it already.
  package static func line(name: String?, address: String?) -> String? {
    guard let name else { return address }
    guard let address else { return name }
    let (words, whole) = (", \(FoldedText.fold(name)),", ", \(FoldedText.fold(address)),")
    guard !whole.contains(words), name.unicodeScalars.count + address.unicodeScalars.count + 2 <= longest else {
      return address
    }
    return "\(name), \(address)"
  }

  /// The parts of that line: the name is the first line of the address, if lines are known.
  package static func parts(name: String?, address: String?, _ parts: PostalAddress?) -> PostalAddress? {
    guard var parts, !parts.isEmpty else { return nil }
    if let name, !parts.lines.isEmpty, line(name: name, address: address) != address { parts.lines.insert(name, at: 0) }
    return parts
  }
}

extension Location {
  /// What it tells of the place.
  ///
  /// - Parameter path: The way to it, for what is wrong with it.
  func place(at path: String) throws(ReadingFault) -> PlaceReading {
    var place = PlaceReading(line: try PlainText.line(address?.words, limit: 500, at: path))
    if !isAnyHome { place.name = try PlainText.line(PlainText.shortened(name, limit: 200), at: path) }
    if let parts = try address?.parts, !parts.isEmpty { place.parts = parts }
    return place
  }

  /// Whether it stands for the home of any client, as R4's own example "Patient's Home" does.
  private var isAnyHome: Bool {
    let isResidence = types.contains {
      $0.has(code: "PTRES", system: "http://terminology.hl7.org/CodeSystem/v3-RoleCode")
    }
    let system = "http://terminology.hl7.org/CodeSystem/location-physical-type"
    return isResidence || mode == "kind" && physicalType?.has(code: "ho", system: system) == true
  }
}
