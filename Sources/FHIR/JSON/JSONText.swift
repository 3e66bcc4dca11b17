import JSON

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
    elements = try JSONIndex.elements(of: bytes, limits: limits, detail: detail)
    self.bytes = bytes
    self.limits = limits
  }

  /// The outermost value.
  var root: JSONView { JSONView(text: self, index: 0) }

  /// The string at an index, unescaped.
  func string(at index: Int) -> String {
    let element = elements[index]
    let (start, end) = (Int(element.start), Int(element.end))
    if element.isEscaped { return JSONScanner.text(written: bytes[start..<end]) }
    return String(decoding: bytes[start + 1..<end - 1], as: UTF8.self)
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
