package import JSON
import JSONRPC

/// What a parameter may hold: how it is read, what to tell a person when it is something else, and its schema.
package struct Shape<Value: Sendable>: Sendable {
  private let makeSchema: @Sendable () -> Schema
  private let makeExpectation: @Sendable () -> String
  /// Stands in for a value while a method's parameters are described.
  package let example: Value
  /// The value; `nil` when it does not fit.
  package let read: @Sendable (JSONValue) -> Value?
  private let findFlaw: @Sendable (JSONValue) -> String?

  /// The schema.
  package var schema: Schema { makeSchema() }
  /// Completes the sentence "… must be …".
  package var expectation: String { makeExpectation() }

  /// A shape. Schema and expectation are made when somebody asks for them: a call that is right needs neither.
  ///
  /// - Parameters:
  ///   - longest: The most bytes of a text that is looked at: one of a megabyte would take milliseconds to be refused.
  ///   - flaw: What is wrong within a value of several parts, as ``flaw(of:)`` says it; `nil`: the whole is.
  package init(
    _ schema: @autoclosure @escaping @Sendable () -> Schema, example: Value, longest: Int = 2048,
    _ expectation: @autoclosure @escaping @Sendable () -> String, read: @escaping @Sendable (JSONValue) -> Value?,
    flaw: @escaping @Sendable (JSONValue) -> String? = { _ in nil }
  ) {
    makeSchema = schema
    makeExpectation = expectation
    self.example = example
    self.read = { json in
      if case .string(let text) = json, text.utf8.count > longest { return nil }
      return read(json)
    }
    findFlaw = flaw
  }

  /// Completes the sentence "… it …" of a value that does not fit: `is 7`, `holds "x"`.
  package func flaw(of json: JSONValue) -> String { findFlaw(json) ?? "is \(json.shown)" }
}

extension JSONValue {
  /// The value as a person reads it, not longer than a line.
  var shown: String {
    switch self {
    case .array, .object: kindName
    case .string(let text) where text.utf8.count > 1000:
      RPCError.echo(String(decoding: JSONValue.string(String(text.unicodeScalars.prefix(100))).bytes, as: UTF8.self))
    default: RPCError.echo(String(decoding: bytes, as: UTF8.self))
    }
  }
}

extension String {
  /// Returns the text, cut to a number of Unicode scalars. A text that was cut ends with "…".
  package func cut(to limit: Int) -> String {
    guard utf8.count > limit, !unicodeScalars.dropFirst(limit).isEmpty else { return self }
    return String(unicodeScalars.prefix(limit - 1)) + "…"
  }
}

extension Shape<String> {
  /// A text of `minimum` to `maximum` characters (Unicode scalars, as JSON Schema counts).
  package static func text(_ minimum: Int = 0, _ maximum: Int) -> Shape {
    Shape(
      .string(minimum, maximum), example: "x", longest: 4 * maximum,
      "a text of \(minimum) to \(maximum) characters, U+0000 not among them"
    ) { json in
      guard let text = json.string, !text.utf8.contains(0) else { return nil }
      // A text of few bytes has few scalars: counting is for the long ones.
      let bytes = text.utf8.count
      guard bytes >= minimum, bytes <= maximum || text.unicodeScalars.count <= maximum else { return nil }
      return minimum == 0 || text.unicodeScalars.count >= minimum ? text : nil
    }
  }

  /// Words for people to read, of `minimum` to `maximum` characters: blanks alone say nothing.
  package static func words(_ minimum: Int, _ maximum: Int) -> Shape {
    let text = Shape.text(minimum, maximum)
    return Shape(
      text.schema, example: "x", longest: 4 * maximum,
      "a text of \(minimum) to \(maximum) characters, not of blanks alone and without U+0000"
    ) { json in
      guard let words = text.read(json) else { return nil }
      return words.isEmpty || words.unicodeScalars.contains(where: \.isSeen) ? words : nil
    }
  }

  /// The same, where a longer text is cut and ends with "…".
  static func wordsCutToFit(_ minimum: Int, _ maximum: Int) -> Shape {
    let words = Shape.words(minimum, maximum)
    return Shape(words.schema, example: words.example, longest: .max, words.expectation) { json in
      json.string.flatMap { words.read(.string($0.cut(to: maximum))) }
    }
  }

  /// The name of a person, without the blanks around it.
  package static let personName: Shape = {
    let text = Shape.text(1, 200)
    return Shape(
      text.schema, example: "Sarah Miller",
      "a name of 1 to 200 characters, not of blanks alone and without control characters"
    ) { json in
      guard let given = text.read(json) else { return nil }
      let scalars = given.unicodeScalars
      guard scalars.allSatisfy(\.canStandInNames), let first = scalars.firstIndex(where: \.isSeen),
        let last = scalars.lastIndex(where: \.isSeen)
      else { return nil }
      return String(scalars[first...last])
    }
  }()

  /// A visit's id.
  package static let visit = named("a visit's id", example: "0199e0c2-5d80-7000-8000-000000000001")
  /// A worker's id.
  package static let worker = named("a worker's id", example: "sarah")
  /// A worker's key.
  package static let workerKey = named("a worker's key", example: "0199e0c2-5d80-7000-8000-000000000001")
  /// A client's id.
  package static let client = named("a client's id", example: "margaret-chen")
  /// An emergency's id.
  package static let emergency = named("an emergency's id", example: "0199e0c2-5d80-7000-8000-000000000001")
  /// A device's id.
  package static let device = named("a device's id", example: "0199e0c2-5d80-7000-8000-000000000001")
  /// A series' id.
  package static let series = named("a series' id", example: "0199e0c2-5d80-7000-8000-000000000001")
  /// A care task's id.
  package static let task = named("a task's id", example: "0199e0c2-5d80-7000-8000-000000000001")
  /// A goal's id.
  package static let goal = named("a goal's id", example: "0199e0c2-5d80-7000-8000-000000000001")
  /// A session's id.
  package static let session = named("a session's id", example: "0199e0c2-5d80-7000-8000-000000000001")
  /// An absence's id.
  package static let absence = named("an absence's id", example: "0199e0c2-5d80-7000-8000-000000000001")
  /// The days on which something recurs.
  package static let recurrence = named(
    "an RFC 5545 rule such as FREQ=WEEKLY;BYDAY=MO,WE,FR, or words such as weekly:mon,wed,fri", maximum: 500,
    example: "FREQ=WEEKLY;BYDAY=MO,WE,FR")
  /// An alert's id.
  package static let alert = named("an alert's id", example: "0199e0c2-5d80-7000-8000-000000000001")
  /// The caller's own id of a change.
  package static let requestId = named("1 to 64 characters that name this change", maximum: 64, example: "7f9c")
  /// An etag of a view.
  package static let etag = text(1, 64)
  /// A device's token.
  package static let token = text(1, 512)
  /// A code as a person types it.
  package static let code = named("the code that the office gave", maximum: 64, example: "K7QM-2V9X-4HTD")
  /// An address from which the gateway was called.
  package static let source = named("an address from which you were called", maximum: 64, example: "203.0.113.7")
  /// The language of an answer, as callers name it: BCP 47, or what POSIX has for it.
  package static let locale = named("a language tag such as en or pt-BR", maximum: 35, example: "en")
  /// A language tag (BCP 47) that is kept.
  package static let languageTag = Shape(
    locale.schema, example: locale.example, locale.expectation
  ) { json in
    locale.read(json).flatMap { LanguageTag.isOne($0) ? $0 : nil }
  }
  /// An IANA time zone.
  package static let timeZone = named("an IANA time zone such as America/Edmonton", example: "America/Edmonton")
  /// A time or a day as a person types it.
  package static let typed = named("a time as a person types it, such as 14:30 or tomorrow 8am", example: "14:30")

  private static func named(_ expectation: String, maximum: Int = 128, example: String) -> Shape {
    let text = Shape.text(1, maximum)
    return Shape(text.schema, example: example, expectation, read: text.read)
  }
}

extension Shape<Timestamp> {
  /// An instant.
  package static let instant = Shape(
    Timestamp.schema, example: Timestamp(milliseconds: 0), "an instant with its offset such as 2026-11-20T15:00:00Z"
  ) { $0.string.flatMap(Timestamp.init) }
}

extension Shape<Day> {
  /// A care day.
  package static let day = Shape<Day>(
    Day.schema, example: Day(exactly: "2026-11-20"), "a date such as 2026-11-20"
  ) { $0.string.flatMap(Day.init) }
}

extension Day {
  /// A date that is known to be one.
  init(exactly text: String) {
    self = Day(text) ?? Day(unchecked: text)
  }

  private init(unchecked text: String) {
    self.text = text
  }
}

extension Shape<Bool> {
  /// A truth value.
  package static let flag = Shape(Schema.boolean, example: false, "true or false") { $0.bool }
}

extension Shape<Int> {
  /// A whole number within bounds.
  package static func integer(_ range: ClosedRange<Int>) -> Shape {
    Shape(
      .integer(range), example: range.lowerBound,
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
    ) { json in
      // JSON knows one kind of number: 2.0 and 2e0 are 2.
      let whole = json.integer.flatMap(Int.init(exactly:)) ?? json.number.flatMap(Int.init(exactly:))
      return whole.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A version of a thing.
  package static let version = integer(0...Int(Int32.max))
}

extension Shape where Value: WireWord {
  /// A word of a fixed list.
  package static func word() -> Shape {
    let words = Value.allCases.map(\.rawValue)
    // An enum that is asked for as a parameter has a case.
    guard let first = Value.allCases.first else { preconditionFailure("\(Value.self) has no case") }
    return Shape(.oneOf(words), example: first, "one of \(words.joined(separator: ", "))") { json in
      json.string.flatMap(Value.init(rawValue:))
    }
  }
}

extension Shape {

  /// A list of at most `maximum`.
  package static func list<Element>(of element: Shape<Element>, maximum: Int) -> Shape<[Element]>
  where Value == [Element] {
    Shape(
      .array(of: element.schema, maximum: maximum), example: [],
      "a list of at most \(maximum), each \(element.expectation)"
    ) { json in
      guard let elements = json.array, elements.count <= maximum else { return nil }
      var values: [Element] = []
      for json in elements {
        guard let value = element.read(json) else { return nil }
        values.append(value)
      }
      return values
    } flaw: { json in
      guard let elements = json.array else { return nil }
      guard elements.count <= maximum else { return "holds \(elements.count)" }
      return elements.first { element.read($0) == nil }.map { "holds \($0.shown)" }
    }
  }
}

extension Unicode.Scalar {
  /// Neither a control character nor one that turns the direction of the text around it.
  fileprivate var canStandInNames: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }

  /// Leaves ink: neither a blank nor one of the characters that only join or part others.
  var isSeen: Bool { !properties.isWhitespace && properties.generalCategory != .format }
}
