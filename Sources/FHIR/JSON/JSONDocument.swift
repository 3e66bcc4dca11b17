import JSON

/// A JSON text that can be edited: what is not touched is written back as it came.
///
/// Members keep their order, and numbers and strings the text they came with, so that `1.50` is not made `1.5` and an
/// escape that no Swift string can hold survives. White space between values is not kept.
package enum JSONDocument: Sendable, Hashable {
  /// Members in the order in which they stand.
  case object([Member])
  /// Items in order.
  case array([JSONDocument])
  /// A string, number, `true`, `false` or `null`, as its JSON text.
  case scalar(text: String)

  /// One member of an object.
  package struct Member: Sendable, Hashable {
    /// The name as it is written, quotation marks and escapes included.
    fileprivate let written: String
    /// What it holds.
    package var value: JSONDocument

    /// A member of this name.
    package init(_ name: String, _ value: JSONDocument) {
      written = JSONWriter.quoted(name)
      self.value = value
    }

    fileprivate init(written: String, value: JSONDocument) {
      self.written = written
      self.value = value
    }

    /// The name without its escapes.
    package var name: String { JSONScanner.text(written: written.utf8) }

    fileprivate func isNamed(_ quoted: String) -> Bool {
      // By bytes: Swift takes two ways to write "é" for equal, JSON does not.
      if written.utf8.elementsEqual(quoted.utf8) { return true }
      return written.utf8.contains(UInt8(ascii: "\\")) && JSONWriter.quoted(name).utf8.elementsEqual(quoted.utf8)
    }
  }

  /// Reads a text as strictly as ``Resource`` does; a name that stands twice in one object is refused.
  package init(json bytes: [UInt8], limits: ReadingLimits = ReadingLimits()) throws(FHIRProblem) {
    let root = try JSONText(bytes, limits: limits).root
    try root.requireDistinctNames(deep: true)
    self.init(root)
  }

  init(_ view: JSONView) {
    switch view.kind {
    case .object:
      self = .object(view.written.map { Member(written: $0.name, value: JSONDocument($0.value)) })
    case .array: self = .array(view.items.map(JSONDocument.init))
    case .string, .number, .bool, .null: self = .scalar(text: String(decoding: view.bytes, as: UTF8.self))
    }
  }

  /// The text, without white space between values.
  package var json: [UInt8] {
    var writer = JSONWriter(reservingCapacity: 1024)
    write(to: &writer)
    return writer.bytes
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .scalar(let text): writer.raw(text.utf8)
    case .array(let items):
      writer.beginArray()
      for item in items { item.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(written: member.written)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}

extension JSONDocument {
  /// The value of a member. Setting puts it where it stood, or at the end; setting `nil` takes the member away.
  ///
  /// What is no object has no members, and setting one makes it an object: a value of the wrong kind that upstream
  /// sent must not keep a right one from being written.
  package subscript(name: String) -> JSONDocument? {
    get {
      guard case .object(let members) = self else { return nil }
      let quoted = JSONWriter.quoted(name)
      return members.first { $0.isNamed(quoted) }?.value
    }
    set {
      var members: [Member] = []
      if case .object(let existing) = self { members = existing }
      let quoted = JSONWriter.quoted(name)
      let position = members.firstIndex { $0.isNamed(quoted) }
      switch (position, newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil): members.remove(at: position)
      case (nil, let value?): members.append(Member(written: quoted, value: value))
      case (nil, nil): return
      }
      self = .object(members)
    }
  }

  /// The value of a member, to be edited where it stands; `default` stands in for one that is absent.
  package subscript(name: String, default substitute: @autoclosure () -> JSONDocument) -> JSONDocument {
    get { self[name] ?? substitute() }
    set { self[name] = newValue }
  }

  /// The items of an array; anything else has none. Setting makes it an array.
  package var items: [JSONDocument] {
    get {
      guard case .array(let items) = self else { return [] }
      return items
    }
    set { self = .array(newValue) }
  }

  /// The members of an object; anything else has none.
  package var members: [Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }

  /// What a string says, without its escapes; `nil` for anything else.
  package var string: String? {
    guard case .scalar(let text) = self, text.utf8.first == UInt8(ascii: "\"") else { return nil }
    return JSONScanner.text(written: text.utf8)
  }

  /// A whole number; `nil` for anything else.
  package var integer: Int? {
    guard case .scalar(let text) = self else { return nil }
    return Int(text)
  }

  /// `true` or `false`; `nil` for anything else.
  package var bool: Bool? {
    guard case .scalar(let text) = self else { return nil }
    return Bool(text)
  }
}

extension JSONDocument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  package static func string(_ string: String) -> JSONDocument { .scalar(text: JSONWriter.quoted(string)) }

  /// A number.
  package static func number(_ number: Int) -> JSONDocument { .scalar(text: String(number)) }

  /// `true` or `false`.
  package static func bool(_ bool: Bool) -> JSONDocument { .scalar(text: String(bool)) }

  /// A string.
  package init(stringLiteral value: String) { self = .string(value) }

  /// A number.
  package init(integerLiteral value: Int) { self = .number(value) }

  /// `true` or `false`.
  package init(booleanLiteral value: Bool) { self = .bool(value) }

  /// An array.
  package init(arrayLiteral elements: JSONDocument...) { self = .array(elements) }

  /// An object, in the order in which it is written.
  package init(dictionaryLiteral elements: (String, JSONDocument)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
