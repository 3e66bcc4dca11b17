package import JSON

/// The OpenRPC 1.3 document, generated from the method table.
package enum OpenRPC {
  /// The document of this version of the program.
  package static func document(version: String) -> JSONValue {
    [
      "openrpc": "1.3.2",
      "info": [
        "title": "visits", "version": .string(version),
        "description": "The visit schedule of a home-care agency. One JSON text per line on a UNIX socket.",
        "license": ["name": "Apache-2.0"],
      ],
      "methods": .array(MethodTable.rows.map(method)),
    ]
  }

  private static func method(_ row: MethodRow) -> JSONValue {
    var method: JSONValue = [
      "name": .string(row.name),
      "summary": .string(row.method.summary),
      "paramStructure": "by-name",
      "params": .array(
        row.parameters.map { field in
          [
            "name": .string(field.name), "summary": .string(field.summary), "required": .bool(field.isRequired),
            "schema": field.schema.json,
          ]
        }),
      "result": ["name": "result", "schema": row.answer.json],
      "errors": .array(
        row.method.errors.map { ["code": .integer(Int64($0.code)), "message": .string($0.rawValue)] }),
      "x-effect": .string(row.effect.rawValue),
      "x-roles": .array(Role.allCases.filter(row.roles.contains).map { .string($0.rawValue) }),
    ]
    guard !row.method.notifications.isEmpty, case .object(var object) = method else { return method }
    object["x-notifications"] = .array(
      row.method.notifications.map {
        ["name": .string($0.name), "summary": .string($0.summary), "params": $0.parameters.json]
      })
    method = .object(object)
    return method
  }
}
