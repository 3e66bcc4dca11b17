package import JSON

/// A language's file: one JSON object whose values are texts, or objects with a text for each plural form.
package struct CatalogFile: Sendable {
  /// The phrases by their names.
  package private(set) var entries: [String: Phrasebook.Entry] = [:]

  /// Parses a file.
  ///
  /// - Throws: ``CatalogError`` if the bytes are not such an object, if it has one name twice, or if it has an unknown
  ///   plural form.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) throws(CatalogError) {
    var scanner = JSONScanner(bytes, depth: 2)
    var unknownForm: String?
    do throws(JSONSyntaxError) {
      try scanner.begin()
      try scanner.object { scanner, name throws(JSONSyntaxError) in
        entries.updateValue(try Self.entry(&scanner, &unknownForm), forKey: name) == nil
      }
      try scanner.end()
    } catch {
      throw .notJSON(error)
    }
    if let unknownForm { throw .unknownForm(unknownForm) }
  }

  private static func entry(
    _ scanner: inout JSONScanner, _ unknownForm: inout String?
  ) throws(JSONSyntaxError) -> Phrasebook.Entry {
    guard scanner.peek == UInt8(ascii: "{") else { return .plain(try scanner.template()) }
    var forms: [PluralCategory: Template] = [:]
    try scanner.object { scanner, name throws(JSONSyntaxError) in
      let template = try scanner.template()
      if let form = PluralCategory(rawValue: name) { return forms.updateValue(template, forKey: form) == nil }
      unknownForm = unknownForm ?? name
      return true
    }
    return .plural(forms)
  }
}

/// Why a language's file cannot be read.
package enum CatalogError: Error, Sendable, Hashable {
  /// Not the JSON that such a file is written in.
  case notJSON(JSONSyntaxError)
  /// A form that is no plural form.
  case unknownForm(String)
}

extension JSONScanner {
  /// Walks through the object that must stand at the current position.
  ///
  /// - Parameter member: Reads a value and tells whether its name is new.
  fileprivate mutating func object(
    _ member: (inout JSONScanner, String) throws(JSONSyntaxError) -> Bool
  ) throws(JSONSyntaxError) {
    guard peek == UInt8(ascii: "{") else { throw unexpected(.object) }
    try members { scanner throws(JSONSyntaxError) in
      let offset = scanner.position
      let name = try scanner.name()
      if try !member(&scanner, name) { throw JSONSyntaxError(.duplicateName(name), at: offset) }
    }
  }

  fileprivate mutating func template() throws(JSONSyntaxError) -> Template {
    guard peek == UInt8(ascii: "\"") else { throw unexpected(.string) }
    return Template(try string())
  }
}
