/// One JSON text, checked against RFC 8259 and indexed: one flat list of its values, in the order of the text.
///
/// No tree is built. A value is a range of bytes; strings are decoded when they are asked for, and the way to a
/// value is worked out only for an error message.
final class JSONText: Sendable {
  /// One value, or the name of an object's member, which stands before the member's value.
  struct Element: Sendable {
    var kind: JSONKind
    /// A string with at least one backslash.
    var isEscaped = false
    /// The bytes of the value, quotation marks and brackets included.
    var start: UInt32
    var end: UInt32
    /// The index of the next element that is not inside this one.
    var next: UInt32
  }

  let bytes: [UInt8]
  let elements: [Element]
  let limits: ReadingLimits

  /// Checks and indexes a text.
  ///
  /// - Parameter detail: how many levels are indexed. What lies deeper is checked, but known only by its range, so
  ///   that the index of a large Bundle stays small.
  init(_ bytes: [UInt8], limits: ReadingLimits, detail: Int = .max) throws(FHIRProblem) {
    guard bytes.count <= limits.bytes else { throw FHIRProblem(reason: .tooLarge(limit: limits.bytes)) }
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw FHIRProblem(reason: .notUTF8(offset: error.byteOffsets.lowerBound))
    }
    var scanner = JSONScanner(bytes, limits: limits, detail: detail)
    try scanner.scanText()
    self.bytes = bytes
    self.elements = scanner.elements
    self.limits = limits
  }

  /// The outermost value.
  var root: JSONView { JSONView(text: self, index: 0) }

  /// The string at an index, unescaped.
  func string(at index: Int) -> String {
    let element = elements[index]
    let content = bytes[Int(element.start) + 1..<Int(element.end) - 1]
    return element.isEscaped ? jsonUnescaped(content) : String(decoding: content, as: UTF8.self)
  }

  /// Whether the name at an index reads so, whatever escapes it is written with.
  func name(at index: Int, is name: StaticString) -> Bool {
    let element = elements[index]
    if element.isEscaped { return string(at: index).utf8.elementsEqual(name.description.utf8) }
    guard Int(element.end) - Int(element.start) - 2 == name.utf8CodeUnitCount else { return false }
    let start = Int(element.start) + 1
    return name.withUTF8Buffer { name in name.indices.allSatisfy { bytes[start + $0] == name[$0] } }
  }

  /// The way from `root` to the value at `target`: "participant[1].actor".
  func path(to target: Int, from root: Int) -> String {
    var path = ""
    var container = root
    descent: while container != target {
      let isObject = elements[container].kind == .object
      let end = Int(elements[container].next)
      var child = container + 1
      var position = 0
      while child < end {
        let value = isObject ? child + 1 : child
        let next = Int(elements[value].next)
        if target < next {
          if isObject {
            path += path.isEmpty ? "" : "."
            path += Quotation(string(at: child), limit: 64, marks: false).description
          } else {
            path += "[\(position)]"
          }
          if target < value { break descent }
          container = value
          continue descent
        }
        child = next
        position += 1
      }
      break
    }
    return path
  }
}

/// The text of a JSON string without its escapes. A lone surrogate becomes U+FFFD, as it does in every browser.
func jsonUnescaped(_ content: ArraySlice<UInt8>) -> String {
  var units: [UInt16] = []
  var result = ""
  func flush() {
    guard !units.isEmpty else { return }
    result += String(decoding: units, as: UTF16.self)
    units.removeAll(keepingCapacity: true)
  }
  var rest = content
  while let slash = rest.firstIndex(of: UInt8(ascii: "\\")) {
    if slash > rest.startIndex {
      flush()
      result += String(decoding: rest[..<slash], as: UTF8.self)
    }
    let escape = rest[slash + 1]
    rest = rest[(slash + 2)...]
    switch escape {
    case UInt8(ascii: "n"): units.append(0x0A)
    case UInt8(ascii: "r"): units.append(0x0D)
    case UInt8(ascii: "t"): units.append(0x09)
    case UInt8(ascii: "b"): units.append(0x08)
    case UInt8(ascii: "f"): units.append(0x0C)
    case UInt8(ascii: "u"):
      units.append(rest.prefix(4).reduce(0) { $0 << 4 | UInt16(hexadecimalDigit($1) ?? 0) })
      rest = rest.dropFirst(4)
    default: units.append(UInt16(escape))
    }
  }
  flush()
  return result + String(decoding: rest, as: UTF8.self)
}

/// What a hexadecimal digit stands for, or nothing.
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
