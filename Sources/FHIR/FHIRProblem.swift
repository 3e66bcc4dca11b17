/// Why a piece of FHIR could not be read, and where it stands.
package struct FHIRProblem: Error, Sendable, Hashable {
  /// The position in `Bundle.entry`, counted from 0; `nil` when the Bundle as a whole is meant.
  package var entry: Int?
  /// Type and id as far as they are known: "Appointment/abc", "Appointment".
  package var resource: String?
  /// The way from the resource to the value: "participant[1].actor.reference"; empty for the resource itself.
  package var path: String
  /// What is wrong there.
  package var reason: Reason

  /// A problem at a place.
  package init(entry: Int? = nil, resource: String? = nil, path: String = "", reason: Reason) {
    self.entry = entry
    self.resource = resource
    self.path = path
    self.reason = reason
  }

  /// What can be wrong with a value, or with a whole text.
  package enum Reason: Sendable, Hashable {
    /// The bytes are not UTF-8 from this offset on.
    case notUTF8(offset: Int)
    /// The text has more bytes than the limit.
    case tooLarge(limit: Int)
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// A Bundle holds more values outside its resources than the limit, or a resource more inside.
    case tooManyValues(limit: Int)
    /// The text breaks off or is no JSON (RFC 8259) at this line and column, both counted from 1.
    case notJSON(line: Int, column: Int, expected: String)
    /// A name stands twice in one object: which of the two counts is anybody's guess.
    case repeatedName
    /// A value of another kind than FHIR gives the element.
    case wrongKind(expected: JSONKind, found: JSONKind)
    /// A resource holds more resources inside than the limit.
    case tooManyContained(limit: Int)
    /// A number with a fraction, or out of range, where a whole one belongs.
    case notWhole(String)
    /// A string longer than FHIR allows, in bytes.
    case tooLong(limit: Int)
    /// A date or time that FHIR's grammar does not allow.
    case badTime(String, TimeFault)
    /// An element that must be there is not.
    case missing
    /// The resource is of another type than asked for.
    case wrongType(expected: String, found: String)
  }
}

extension FHIRProblem: CustomStringConvertible {
  /// Where: "entry[17] Appointment/abc: status".
  package var place: String {
    let owner = [entry.map { "entry[\($0)]" }, resource].compactMap(\.self).joined(separator: " ")
    return [owner, path].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  /// Place and reason: "entry[17] Appointment/abc: status: expected a string, found a number".
  package var description: String {
    place.isEmpty ? reason.description : "\(place): \(reason)"
  }

  /// The same problem seen from the entry that it stands in.
  func within(entry: Int, resource: String? = nil) -> FHIRProblem {
    var located = self
    located.entry = entry
    located.resource = self.resource ?? resource
    return located
  }
}

extension FHIRProblem.Reason: CustomStringConvertible {
  /// In words, with the offending value where that helps.
  package var description: String {
    switch self {
    case .notUTF8(let offset): "the text is not UTF-8 (byte \(offset))"
    case .tooLarge(let limit): "the text is larger than \(limit) bytes; split it into several Bundles"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .tooManyValues(let limit): "holds more than \(limit) values; split it into several Bundles"
    case .tooManyContained(let limit): "holds more than \(limit) resources; make them entries of the Bundle"
    case .notJSON(let line, let column, let expected):
      "not JSON at line \(line), column \(column): expected \(expected)"
    case .repeatedName: "is twice in the same object; remove one of the two"
    case .wrongKind(let expected, let found): "expected \(expected), found \(found)"
    case .notWhole(let text): "expected a whole number, found \(Quotation(text, marks: false))"
    case .tooLong(let limit): "longer than the \(limit) bytes that FHIR allows"
    case .badTime(let text, let fault): "\(Quotation(text)) is no time that FHIR knows: \(fault)"
    case .missing: "is missing"
    case .wrongType(let expected, let found): "expected a \(expected), found \(Quotation(found, marks: false))"
    }
  }
}

/// Somebody else's text, made short and harmless enough to stand in a message: a terminal must not obey it.
package struct Quotation: Sendable, CustomStringConvertible {
  /// The text as it may be shown.
  package let description: String

  /// At most `limit` characters of `text`, without control characters, in quotation marks unless they are not wanted.
  package init(_ text: String, limit: Int = 60, marks: Bool = true) {
    // A single Character may be megabytes of combining marks: scalars are counted, not characters.
    let scalars = text.unicodeScalars
    var shown = String.UnicodeScalarView()
    for scalar in scalars.prefix(limit) { shown.append(scalar.isHarmless ? scalar : "\u{FFFD}") }
    let ellipsis = scalars.dropFirst(limit).isEmpty ? "" : "..."
    description = marks ? "\"\(String(shown))\(ellipsis)\"" : String(shown) + ellipsis
  }

  /// A reference without quotation marks, whole where that is possible. A long one is cut in the middle: at its end
  /// stands the id, by which it is found.
  package init(reference text: String, limit: Int = 200) {
    let scalars = text.unicodeScalars
    guard scalars.count > limit else {
      self.init(text, limit: limit, marks: false)
      return
    }
    let half = (limit - 3) / 2
    let cut = "\(String(scalars.prefix(half)))...\(String(scalars.suffix(half)))"
    self.init(cut, limit: limit, marks: false)
  }
}

extension Unicode.Scalar {
  /// Neither a control character nor one that turns the direction of the text around it.
  package var isHarmless: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}
