import JSON

/// What holds for every text that the strict scanner is given.
enum JSONPromises {
  static func check(_ text: ArraySlice<UInt8>) {
    let value: JSONValue
    do {
      value = try JSONScanner.parse(text)
    } catch {
      demand((0...text.count).contains(error.offset), "an error lies within its text: \(error)")
      demand(error.description.utf8.count < 4096, "an error is told in a sentence, however long the text")
      return
    }
    let written = value.bytes
    demand(!written.contains(0x0A), "what is written has one line")
    guard let again = try? JSONScanner.parse(written) else { return demand(false, "what is written can be read") }
    demand(saysTheSame(value, again), "what is written says what was read")
    demand(again.bytes == written, "what is written once is written the same again")
    for escapes in [JSONEscapes(), .lineSeparators, .controlsByNumber] {
      var writer = JSONWriter(escaping: escapes)
      writer.value(value)
      demand((try? JSONScanner.parse(writer.bytes))?.bytes == written, "other escapes say the same")
    }
    let canonical = value.canonicalBytes
    demand((try? JSONScanner.parse(canonical))?.canonicalBytes == canonical, "the canonical form is its own")
  }

  /// Equal, but for how a number is written: 1.0 comes back as 1. Texts are compared by their scalars, since to Swift
  /// an é is equal to an e with an accent behind it.
  private static func saysTheSame(_ one: JSONValue, _ other: JSONValue) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): one == other
    case (.number(let one), _): other.number == one
    case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
    case (.array(let one), .array(let other)):
      one.count == other.count && zip(one, other).allSatisfy(saysTheSame)
    case (.object(let one), .object(let other)):
      one.members.count == other.members.count
        && zip(one.members, other.members).allSatisfy { one, other in
          one.name.utf8.elementsEqual(other.name.utf8) && saysTheSame(one.value, other.value)
        }
    default: one == other
    }
  }
}
