/// One value of a JSON text, read by asking for what it should be.
///
/// An element that is absent, `null` or, for strings, empty reads as `nil`: FHIR forbids all but the first, and real
/// servers send them. An element of the wrong kind is an error that names the way to it.
struct JSONView: Sendable {
  let text: JSONText
  let index: Int
  /// Where the paths of errors begin: the resource that this value stands in.
  var origin = 0

  var kind: JSONKind { text.elements[index].kind }

  /// The value's own bytes.
  var bytes: [UInt8] {
    let element = text.elements[index]
    return Array(text.bytes[Int(element.start)..<Int(element.end)])
  }

  /// The same value as the beginning of the paths of its errors.
  var asOrigin: JSONView { JSONView(text: text, index: index, origin: index) }

  /// A problem at this value.
  func problem(_ reason: FHIRProblem.Reason) -> FHIRProblem {
    FHIRProblem(path: text.path(to: index, from: origin), reason: reason)
  }

  /// The value of a member, unless it is absent or `null`.
  func member(_ name: StaticString) -> JSONView? {
    guard kind == .object else { return nil }
    let end = Int(text.elements[index].next)
    var child = index + 1
    while child < end {
      if text.name(at: child, is: name) {
        let value = JSONView(text: text, index: child + 1, origin: origin)
        return value.kind == .null ? nil : value
      }
      child = Int(text.elements[child + 1].next)
    }
    return nil
  }

  /// The value of the first member whose name begins so, unless it is `null`.
  func member(beginning start: String) -> JSONView? {
    guard kind == .object, let name = nameIndices.first(where: { text.string(at: $0).hasPrefix(start) }) else {
      return nil
    }
    let value = JSONView(text: text, index: name + 1, origin: origin)
    return value.kind == .null ? nil : value
  }

  /// The values of an array, in order; `null`s, which hold the place of a primitive's extension, included.
  var items: [JSONView] {
    let end = Int(text.elements[index].next)
    var items: [JSONView] = []
    var child = index + 1
    while child < end {
      items.append(JSONView(text: text, index: child, origin: origin))
      child = Int(text.elements[child].next)
    }
    return items
  }

  /// An object's members, their names as they are written, quotation marks and escapes included.
  var written: [(name: String, value: JSONView)] {
    guard kind == .object else { return [] }
    return nameIndices.map { name in
      let element = text.elements[name]
      return (
        String(decoding: text.bytes[Int(element.start)..<Int(element.end)], as: UTF8.self),
        JSONView(text: text, index: name + 1, origin: origin)
      )
    }
  }

  private var nameIndices: [Int] {
    let end = Int(text.elements[index].next)
    var names: [Int] = []
    var child = index + 1
    while child < end {
      names.append(child)
      child = Int(text.elements[child + 1].next)
    }
    return names
  }

  func expect(_ expected: JSONKind) throws(FHIRProblem) {
    guard kind == expected else { throw problem(.wrongKind(expected: expected, found: kind)) }
  }

  /// This string, unless it is empty.
  func string() throws(FHIRProblem) -> String? {
    try expect(.string)
    let element = text.elements[index]
    let length = Int(element.end) - Int(element.start) - 2
    guard length <= text.limits.stringBytes else { throw problem(.tooLong(limit: text.limits.stringBytes)) }
    return length == 0 ? nil : text.string(at: index)
  }
}
