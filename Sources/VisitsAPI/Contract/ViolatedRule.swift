package import JSON
import JSONRPC

/// The rule that a parameter does not keep, as the `data` of an `invalidParams` error tells it: a program words it in
/// its person's language, where `message` is English.
package enum ViolatedRule: Sendable, Hashable {
  /// It must be there.
  case missing
  /// No parameter has this name; `nearest` is one that may be meant.
  case unknown(nearest: String?)
  /// A whole number within bounds.
  case range(minimum: Int64, maximum: Int64, found: JSONValue)
  /// One of a list of words.
  case choice(of: [String], found: JSONValue)
  /// A text of so many characters; `length` is how many it has.
  case length(minimum: Int64, maximum: Int64, length: Int64)
  /// A text in which there is something to read.
  case blank
  /// A list of at most so many; `length` is how many it has.
  case count(maximum: Int64, length: Int64)
  /// Anything else: a date, a picture's token; `example` is one, where a short text is.
  case form(example: String?, found: JSONValue)

  /// The members of the error's `data`.
  package var data: JSONObject {
    switch self {
    case .missing: Self.object(["rule": "missing"])
    case .unknown(let nearest): Self.object(["rule": "unknown", "nearest": nearest.map(JSONValue.string)])
    case .range(let minimum, let maximum, let found):
      Self.object([
        "rule": "range", "minimum": .integer(minimum), "maximum": .integer(maximum), "found": Self.short(found),
      ])
    case .choice(let choices, let found):
      Self.object([
        "rule": "choice", "choices": .array(choices.map(JSONValue.string)), "found": Self.short(found),
      ])
    case .length(let minimum, let maximum, let length):
      Self.object([
        "rule": "length", "minimum": .integer(minimum), "maximum": .integer(maximum), "length": .integer(length),
      ])
    case .blank: Self.object(["rule": "blank"])
    case .count(let maximum, let length):
      Self.object(["rule": "count", "maximum": .integer(maximum), "length": .integer(length)])
    case .form(let example, let found):
      Self.object(["rule": "form", "example": example.map(JSONValue.string), "found": Self.short(found)])
    }
  }

  private static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONObject {
    var object = JSONObject()
    for (name, value) in members { object[name] = value }
    return object
  }

  /// What was found, not longer than a line; nothing of what has parts.
  private static func short(_ found: JSONValue) -> JSONValue? {
    switch found {
    case .array, .object: nil
    case .string(let text): .string(RPCError.echo(text))
    default: found
    }
  }
}

extension Shape {
  /// The rule that a value breaks which does not fit. The schema says it; what a schema cannot say is a matter of form.
  func violated(by json: JSONValue) -> ViolatedRule {
    ViolatedRule(schema.json, json) ?? .form(example: exampleText, found: json)
  }

  /// A single letter would show nothing.
  private var exampleText: String? {
    ((example as? String) ?? (example as? Day)?.text).flatMap { $0.utf8.count > 1 ? $0 : nil }
  }
}

extension ViolatedRule {
  fileprivate init?(_ schema: JSONValue, _ json: JSONValue) {
    let minimum = schema["minimum"]?.integer ?? schema["minLength"]?.integer ?? 0
    let maximum = schema["maximum"]?.integer ?? schema["maxLength"]?.integer ?? schema["maxItems"]?.integer
    if let choices = schema["enum"]?.array?.compactMap(\.string) {
      self = .choice(of: choices, found: json)
    } else if schema["type"] == "integer", let maximum {
      self = .range(minimum: minimum, maximum: maximum, found: json)
    } else if schema["type"] == "string", let maximum, let text = json.string {
      let length = Int64(text.unicodeScalars.count)
      if length < minimum || length > maximum {
        self = .length(minimum: minimum, maximum: maximum, length: length)
      } else if !text.unicodeScalars.contains(where: \.isSeen) {
        self = .blank
      } else {
        return nil
      }
    } else if schema["type"] == "array", let elements = json.array {
      if let maximum, elements.count > maximum {
        self = .count(maximum: maximum, length: Int64(elements.count))
      } else if let choices = schema["items"]?["enum"]?.array?.compactMap(\.string),
        let wrong = elements.first(where: { element in !choices.contains { element.string == $0 } })
      {
        self = .choice(of: choices, found: wrong)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }
}
