package import JSON
package import JSONRPC

/// Reads a method's parameters, or describes them: the same initializer serves both, so that a field is declared once.
///
/// While describing, each field gives its example and notes its name, schema and summary. While reading, a missing or
/// ill-formed field is refused by name, and ``unknown(among:)`` finds names that nobody asked for.
package struct ParameterReader {
  private let given: JSONObject?
  /// A bit for each member that was asked for. No method has 64 parameters: whoever sends more sends unknown ones.
  private var taken: UInt64 = 0
  /// Whether a time came as a person types it.
  var hasTypedTime = false
  /// The fields so far, while describing.
  package private(set) var descriptions: [FieldDescription] = []

  /// Whether fields are described, and optional ones empty, whatever a caller must send.
  var isDescribing: Bool { given == nil }

  /// The worker of the calling device, the default of ``worker(_:)``; `nil` for a caller of the office, whose words
  /// ``reportedWords(_:_:)`` does not cut.
  let ownWorker: String?

  /// Reads the parameters of a call.
  ///
  /// - Parameter ownWorker: The worker of the calling device; `nil` for a caller of the office.
  package init(reading given: JSONObject, ownWorker: String? = nil) {
    self.given = given
    self.ownWorker = ownWorker
  }

  /// Describes.
  package init() {
    given = nil
    ownWorker = nil
  }

  /// Whether every member that was sent was asked for.
  package var hasTakenAll: Bool { taken.nonzeroBitCount == given?.members.count ?? 0 }

  /// A field that must be there.
  package mutating func required<Value>(
    _ name: String, _ shape: Shape<Value>, _ summary: String
  ) throws(RPCError) -> Value {
    guard let given else {
      describe(name, shape.schema, true, summary)
      return shape.example
    }
    guard let json = take(name, from: given) else {
      throw .invalidParams(
        field: name, violated: ViolatedRule.missing.data,
        "The parameter \"\(name)\" is missing. It must be \(shape.expectation).")
    }
    return try read(name, shape, json)
  }

  /// Reads `worker`, which a device may leave out: it means its own worker.
  package mutating func worker(_ summary: String) throws(RPCError) -> String {
    let given = try optional("worker", .worker, "\(summary) A device may leave it out: its own worker.")
    if let worker = given ?? ownWorker { return worker }
    if isDescribing { return Shape.worker.example }
    throw .invalidParams(
      field: "worker", violated: ViolatedRule.missing.data,
      "The parameter \"worker\" is missing. It must be \(Shape.worker.expectation).")
  }

  /// Returns the shape of words that a device may report. A device's words are cut to fit, because a field report is
  /// never refused; longer words of the office are refused.
  func reportedWords(_ minimum: Int, _ maximum: Int) -> Shape<String> {
    ownWorker == nil ? .words(minimum, maximum) : .wordsCutToFit(minimum, maximum)
  }

  /// A field that may be left out; `null` counts as left out.
  package mutating func optional<Value>(
    _ name: String, _ shape: Shape<Value>, _ summary: String
  ) throws(RPCError) -> Value? {
    switch try nullable(name, shape, summary) {
    case .given(let value): value
    case .left, .null: nil
    }
  }

  /// A field for which being left out and being `null` mean different things.
  package mutating func nullable<Value>(
    _ name: String, _ shape: Shape<Value>, _ summary: String
  ) throws(RPCError) -> Given<Value> {
    guard let given else {
      describe(name, shape.schema.nullable, false, summary)
      return .left
    }
    guard let json = take(name, from: given) else { return .left }
    return json.isNull ? .null : .given(try read(name, shape, json))
  }

  /// The refusal of the first name that is not a known one, with the nearest that is; `nil` when all are known.
  package func unknown(among known: [String]) -> RPCError? {
    guard let sent = given?.members.first(where: { !known.contains($0.name) })?.name else { return nil }
    let name = RPCError.echo(sent)
    let nearest = Nearest.name(to: name, among: known)
    let advice = nearest.map { " Did you mean \"\($0)\"?" } ?? " Known are: \(known.joined(separator: ", "))."
    return .invalidParams(
      field: name, violated: ViolatedRule.unknown(nearest: nearest).data, "There is no parameter \"\(name)\".\(advice)")
  }

  /// A name may be asked for twice: a worker's own `locale` is a parameter and the language of the answer.
  private mutating func take(_ name: String, from given: JSONObject) -> JSONValue? {
    guard let index = given.members.firstIndex(where: { $0.name == name }), index < 64 else { return nil }
    taken |= 1 << UInt64(index)
    return given.members[index].value
  }

  private mutating func describe(_ name: String, _ schema: Schema, _ isRequired: Bool, _ summary: String) {
    guard !descriptions.contains(where: { $0.name == name }) else { return }
    descriptions.append(FieldDescription(name: name, schema: schema, isRequired: isRequired, summary: summary))
  }

  private func read<Value>(_ name: String, _ shape: Shape<Value>, _ json: JSONValue) throws(RPCError) -> Value {
    if let value = shape.read(json) { return value }
    throw .invalidParams(
      field: name, violated: shape.violated(by: json).data,
      "The parameter \"\(name)\" must be \(shape.expectation); it \(shape.flaw(of: json)).")
  }
}

/// A field of a change: left as it is, emptied, or set.
package enum Given<Value: Sendable>: Sendable {
  case left
  case null
  case given(Value)
}

extension Given {
  /// The value to go on with, where `current` is the present one.
  package func over(_ current: Value?) -> Value? {
    switch self {
    case .left: current
    case .null: nil
    case .given(let value): value
    }
  }

  /// The same with another type of value.
  package func map<Other: Sendable, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Given<Other> {
    switch self {
    case .left: .left
    case .null: .null
    case .given(let value): .given(try transform(value))
    }
  }
}

extension Given {
  /// Whether nothing was said.
  package var isLeft: Bool {
    if case .left = self { true } else { false }
  }
}
