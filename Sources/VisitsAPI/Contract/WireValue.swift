package import JSON

/// Something that goes out as JSON and can say what it looks like.
package protocol WireValue: Sendable {
  /// Every value of this type fits it.
  static var schema: Schema { get }
  /// Writes one JSON value.
  func write(to writer: inout JSONWriter)
}

/// A JSON object whose members are declared once: what is written, and the schema, derive from that.
package protocol WireObject: WireValue {
  /// The members, in the order in which they are written.
  static var members: [Member<Self>] { get }
}

extension WireObject {
  package static var schema: Schema { .object(members.map(\.description)) }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for member in Self.members { member.write(self, &writer) }
    writer.endObject()
  }
}

extension WireValue {
  /// The finished bytes.
  package var bytes: [UInt8] { bytes(reserving: 1024) }

  /// The finished bytes, of which there will be about so many.
  package func bytes(reserving capacity: Int) -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: capacity)
    write(to: &writer)
    return writer.bytes
  }
}

/// One member of a ``WireObject``.
package struct Member<Root: Sendable>: Sendable {
  /// What the generated documents tell of it.
  package let description: FieldDescription
  /// Writes key and value; nothing when an optional value is absent.
  package let write: @Sendable (Root, inout JSONWriter) -> Void

  /// A member that is always there.
  package init<Value: WireValue>(_ name: String, _ get: @escaping @Sendable (Root) -> Value, _ summary: String) {
    description = FieldDescription(name: name, schema: Value.schema, isRequired: true, summary: summary)
    write = { root, writer in
      writer.key(name)
      get(root).write(to: &writer)
    }
  }

  /// A member of a part, written beside the whole's own.
  package init<Part: Sendable>(of get: @escaping @Sendable (Root) -> Part, _ member: Member<Part>) {
    description = member.description
    write = { root, writer in member.write(get(root), &writer) }
  }

  /// A member that is left out when there is nothing to say.
  package init<Value: WireValue>(
    optional name: String, _ get: @escaping @Sendable (Root) -> Value?, _ summary: String
  ) {
    description = FieldDescription(name: name, schema: Value.schema, isRequired: false, summary: summary)
    write = { root, writer in
      guard let value = get(root) else { return }
      writer.key(name)
      value.write(to: &writer)
    }
  }

  /// A member that is always there, and null when there is nothing to say.
  package init<Value: WireValue>(
    nullable name: String, _ get: @escaping @Sendable (Root) -> Value?, _ summary: String
  ) {
    description = FieldDescription(name: name, schema: Value.schema.nullable, isRequired: true, summary: summary)
    write = { root, writer in
      writer.key(name)
      if let value = get(root) { value.write(to: &writer) } else { writer.null() }
    }
  }
}

extension String: WireValue {
  package static var schema: Schema { .string }
  package func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Int: WireValue {
  package static var schema: Schema { .integer }
  package func write(to writer: inout JSONWriter) { writer.integer(Int64(self)) }
}

extension Int64: WireValue {
  package static var schema: Schema { .integer }
  package func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Double: WireValue {
  package static var schema: Schema { .number }
  package func write(to writer: inout JSONWriter) { writer.number(self) }
}

extension Bool: WireValue {
  package static var schema: Schema { .boolean }
  package func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Array: WireValue where Element: WireValue {
  package static var schema: Schema { .array(of: Element.schema) }
  package func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for element in self { element.write(to: &writer) }
    writer.endArray()
  }
}

/// A word of a fixed list.
package protocol WireWord: WireValue, RawRepresentable<String>, CaseIterable {}

extension WireWord {
  package static var schema: Schema { .oneOf(allCases.map(\.rawValue)) }
  package func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}
