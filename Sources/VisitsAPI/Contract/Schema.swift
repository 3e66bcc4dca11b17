package import JSON

/// A JSON Schema (2020-12), in the small part of the language that the contract needs.
package struct Schema: Sendable, Hashable {
  /// The schema as JSON.
  package var json: JSONValue

  /// A schema that is already JSON.
  package init(_ json: JSONValue) {
    self.json = json
  }

  /// `true` or `false`.
  package static let boolean = Schema(["type": "boolean"])
  /// A whole number.
  package static let integer = Schema(["type": "integer"])
  /// Any number.
  package static let number = Schema(["type": "number"])
  /// A text.
  package static let string = Schema(["type": "string"])
  /// Any object.
  package static let anyObject = Schema(["type": "object"])

  /// A text of `minimum` to `maximum` characters.
  package static func string(_ minimum: Int, _ maximum: Int) -> Schema {
    Schema(["type": "string", "minLength": .integer(Int64(minimum)), "maxLength": .integer(Int64(maximum))])
  }

  /// A text that matches a regular expression (ECMA-262).
  package static func pattern(_ pattern: String) -> Schema {
    Schema(["type": "string", "pattern": .string(pattern)])
  }

  /// A whole number within bounds.
  package static func integer(_ range: ClosedRange<Int>) -> Schema {
    Schema([
      "type": "integer", "minimum": .integer(Int64(range.lowerBound)), "maximum": .integer(Int64(range.upperBound)),
    ])
  }

  /// One of a list of texts.
  package static func oneOf(_ values: [String]) -> Schema {
    Schema(["type": "string", "enum": .array(values.map(JSONValue.string))])
  }

  /// One schema of several.
  package static func any(of schemas: [Schema]) -> Schema {
    Schema(["anyOf": .array(schemas.map(\.json))])
  }

  /// A list.
  package static func array(of element: Schema, maximum: Int? = nil) -> Schema {
    var json: JSONObject = JSONObject(uniqueMembers: [
      .init(name: "type", value: "array"), .init(name: "items", value: element.json),
    ])
    json["maxItems"] = maximum.map { .integer(Int64($0)) }
    return Schema(.object(json))
  }

  /// The same, or null.
  package var nullable: Schema { .any(of: [self, Schema(["type": "null"])]) }

  /// An object with these members and no others.
  package static func object(_ members: [FieldDescription]) -> Schema {
    var properties = JSONObject()
    for member in members { properties[member.name] = member.documented.json }
    return Schema([
      "type": "object", "properties": .object(properties),
      "required": .array(members.filter(\.isRequired).map { .string($0.name) }), "additionalProperties": false,
    ])
  }
}

/// A parameter or a member of a result, as the generated documents tell it.
package struct FieldDescription: Sendable, Hashable {
  /// The name on the wire.
  package var name: String
  /// What it may hold.
  package var schema: Schema
  /// Whether it is always there.
  package var isRequired: Bool
  /// What it means.
  package var summary: String

  /// A description.
  package init(name: String, schema: Schema, isRequired: Bool, summary: String) {
    self.name = name
    self.schema = schema
    self.isRequired = isRequired
    self.summary = summary
  }

  /// The schema with the summary in it.
  var documented: Schema {
    guard var object = schema.json.object else { return schema }
    object["description"] = .string(summary)
    return Schema(.object(object))
  }
}
