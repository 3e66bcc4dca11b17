package import JSON
import Synchronization
import VisitsAPI

/// Compares JSON with a schema of the contract: the part of JSON Schema 2020-12 that the method table uses.
package enum SchemaCheck {
  /// What does not fit, each with its place; empty when all fits.
  package static func problems(_ value: JSONValue, _ schema: JSONValue, at place: String = "$") -> [String] {
    if let alternatives = schema["anyOf"]?.array {
      let tried = alternatives.map { problems(value, $0, at: place) }
      guard tried.allSatisfy({ !$0.isEmpty }) else { return [] }
      // The nearest alternative says most about what is wrong.
      return tried.min { $0.count < $1.count } ?? []
    }
    var found: [String] = []
    if let type = schema["type"]?.string, !fits(value, type) {
      return ["\(place): expected \(type), found \(value.kindName)"]
    }
    if let words = schema["enum"]?.array, !words.contains(value) { found.append("\(place): not in the list of words") }
    if let constant = schema["const"], constant != value { found.append("\(place): not the constant") }
    if let text = value.string { found += textProblems(text, schema, place) }
    if let number = value.number {
      if let minimum = schema["minimum"]?.number, number < minimum { found.append("\(place): under \(minimum)") }
      if let maximum = schema["maximum"]?.number, number > maximum { found.append("\(place): over \(maximum)") }
    }
    if let elements = value.array {
      if let maximum = schema["maxItems"]?.integer, elements.count > maximum { found.append("\(place): too many") }
      if let items = schema["items"] {
        for (index, element) in elements.enumerated() { found += problems(element, items, at: "\(place)[\(index)]") }
      }
    }
    if let object = value.object { found += memberProblems(object, schema, place) }
    return found
  }

  private static func fits(_ value: JSONValue, _ type: String) -> Bool {
    switch type {
    case "null": value.isNull
    case "boolean": value.bool != nil
    case "integer": value.integer != nil || value.number.map { $0 == $0.rounded() } ?? false
    case "number": value.number != nil
    case "string": value.string != nil
    case "array": value.array != nil
    case "object": value.object != nil
    default: false
    }
  }

  private static func textProblems(_ text: String, _ schema: JSONValue, _ place: String) -> [String] {
    var found: [String] = []
    let length = Int64(text.unicodeScalars.count)
    if let minimum = schema["minLength"]?.integer, length < minimum { found.append("\(place): too short") }
    if let maximum = schema["maxLength"]?.integer, length > maximum { found.append("\(place): too long") }
    switch schema["format"]?.string {
    case "date-time": if Timestamp(text)?.text != text { found.append("\(place): no instant in UTC: \(text)") }
    case "date": if Day(text) == nil { found.append("\(place): no date: \(text)") }
    default: break
    }
    if let pattern = schema["pattern"]?.string, !matches(text, pattern) {
      found.append("\(place): does not match \(pattern)")
    }
    return found
  }

  /// Compiled patterns by their text; each call checks the same ones.
  private static let patterns = Mutex<[String: Regex<AnyRegexOutput>]>([:])

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    patterns.withLock { patterns in
      guard let regex = patterns[pattern] ?? (try? Regex(pattern)) else { return false }
      if patterns[pattern] == nil { patterns[pattern] = regex }
      return (try? regex.firstMatch(in: text)) != nil
    }
  }

  private static func memberProblems(_ object: JSONObject, _ schema: JSONValue, _ place: String) -> [String] {
    var found: [String] = []
    for name in schema["required"]?.array ?? [] where object[name.string ?? ""] == nil {
      found.append("\(place): \(name.string ?? "?") is missing")
    }
    for member in object.members {
      if let known = schema["properties"]?[member.name] {
        found += problems(member.value, known, at: "\(place).\(member.name)")
      } else if schema["additionalProperties"]?.bool == false {
        found.append("\(place): \(member.name) is not in the contract")
      }
    }
    return found
  }
}
