/// A language's file: one JSON object whose values are texts, or objects with a text for each plural form.
package struct CatalogFile: Sendable {
  /// The phrases by their names.
  package let entries: [String: Phrasebook.Entry]

  /// Parses a file.
  ///
  /// - Throws: ``CatalogError`` if the bytes are not such an object, if it has one name twice, or if it has an unknown
  ///   plural form.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) throws(CatalogError) {
    var reader = Reader(bytes: bytes)
    var entries: [String: Phrasebook.Entry] = [:]
    try reader.object { reader, name throws(CatalogError) in
      guard entries[name] == nil else { throw .repeated(name) }
      entries[name] = try reader.entry()
    }
    try reader.end()
    self.entries = entries
  }
}

/// Why a language's file cannot be read.
package enum CatalogError: Error, Sendable, Hashable {
  /// Not what the file must hold here.
  case unexpected(offset: Int)
  /// A name that stands twice.
  case repeated(String)
  /// A form that is no plural form.
  case unknownForm(String)
}

/// Reads the small part of JSON that a language's file is written in.
private struct Reader {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  mutating func entry() throws(CatalogError) -> Phrasebook.Entry {
    skipSpace()
    guard peek == UInt8(ascii: "{") else { return .plain(Template(try string())) }
    var forms: [PluralCategory: Template] = [:]
    try object { reader, name throws(CatalogError) in
      guard let form = PluralCategory(rawValue: name) else { throw .unknownForm(name) }
      guard forms[form] == nil else { throw .repeated(name) }
      forms[form] = Template(try reader.string())
    }
    return .plural(forms)
  }

  mutating func object(_ member: (inout Reader, String) throws(CatalogError) -> Void) throws(CatalogError) {
    try take("{")
    repeat {
      let name = try string()
      try take(":")
      try member(&self, name)
    } while takes(",")
    try take("}")
  }

  mutating func end() throws(CatalogError) {
    skipSpace()
    guard position == bytes.count else { throw .unexpected(offset: position) }
  }

  mutating func string() throws(CatalogError) -> String {
    try take("\"")
    var units: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "\"") {
      position += 1
      guard byte >= 0x20 else { throw .unexpected(offset: position - 1) }
      guard byte == UInt8(ascii: "\\") else {
        units.append(byte)
        continue
      }
      // A language's file is UTF-8 and needs no other escapes.
      switch peek {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): units.append(bytes[position])
      case UInt8(ascii: "n"): units.append(0x0A)
      default: throw .unexpected(offset: position)
      }
      position += 1
    }
    try take("\"", afterSpace: false)
    guard let text = String(validating: units, as: UTF8.self) else { throw .unexpected(offset: position) }
    return text
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func take(_ character: Unicode.Scalar, afterSpace: Bool = true) throws(CatalogError) {
    if afterSpace { skipSpace() }
    guard peek == UInt8(ascii: character) else { throw .unexpected(offset: position) }
    position += 1
  }
}
