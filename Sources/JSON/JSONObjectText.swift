/// Writes a JSON object, member after member; what there is nothing to say of is left out.
package struct JSONObjectText: Sendable {
  private var json = JSONWriter(escaping: .lineSeparators)

  /// An object without members.
  package init() { json.beginObject() }

  /// An object whose members the body adds.
  package static func make(_ body: (inout JSONObjectText) -> Void) -> JSONObjectText {
    var object = JSONObjectText()
    body(&object)
    return object
  }

  /// The object, on one line.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  private var bytes: [UInt8] { json.bytes + [UInt8(ascii: "}")] }

  /// A member whose value is JSON already.
  package mutating func add(_ name: String, json value: String?) {
    guard let value else { return }
    json.key(name)
    json.raw(value.utf8)
  }

  /// A member that is a text.
  package mutating func add(_ name: String, _ text: String?) {
    guard let text else { return }
    json.key(name)
    json.string(text)
  }

  /// A member that is a whole number.
  package mutating func add(_ name: String, _ number: Int?) {
    guard let number else { return }
    json.key(name)
    json.integer(Int64(number))
  }

  /// A member that is a number; JSON knows no infinity and no NaN.
  package mutating func add(_ name: String, _ number: Double?) {
    guard let number, number.isFinite else { return }
    json.key(name)
    json.decimal(number)
  }

  /// A member that is `true` or `false`.
  package mutating func add(_ name: String, _ truth: Bool) {
    json.key(name)
    json.bool(truth)
  }

  /// A member that is an object.
  package mutating func add(_ name: String, _ object: JSONObjectText?) {
    guard let object else { return }
    json.key(name)
    json.raw(object.bytes)
  }

  /// A member that is a list of objects, unless there are none.
  package mutating func add(_ name: String, _ objects: [JSONObjectText]) {
    guard !objects.isEmpty else { return }
    json.key(name)
    json.beginArray()
    for object in objects { json.raw(object.bytes) }
    json.endArray()
  }

  /// A member that is a list of texts, unless there are none.
  package mutating func add(_ name: String, texts: [String]) {
    guard !texts.isEmpty else { return }
    json.key(name)
    json.beginArray()
    for text in texts { json.string(text) }
    json.endArray()
  }

  /// A member that is an object whose members the body adds, in the same memory.
  package mutating func add(_ name: String, _ body: (inout JSONObjectText) -> Void) {
    json.key(name)
    addObject(body)
  }

  /// A member that is a list of such objects, one for each item.
  package mutating func add<Item>(_ name: String, each items: [Item], _ body: (inout JSONObjectText, Item) -> Void) {
    json.key(name)
    json.beginArray()
    for item in items { addObject { body(&$0, item) } }
    json.endArray()
  }

  private mutating func addObject(_ body: (inout JSONObjectText) -> Void) {
    json.beginObject()
    body(&self)
    json.endObject()
  }
}
