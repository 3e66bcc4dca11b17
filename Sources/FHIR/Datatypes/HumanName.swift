/// A name of a person, in parts, as one text, or both.
package struct HumanName: Sendable, Hashable, JSONReadable {
  /// usual, official, temp, nickname, anonymous, old or maiden.
  package let use: String?
  /// The whole name as it should be shown.
  package let text: String?
  /// The family name.
  package let family: String?
  /// Given names, the first one first.
  package let given: [String]
  /// Titles before the name.
  package let prefix: [String]
  /// What stands behind the name.
  package let suffix: [String]
  /// When the name was or is used.
  package let period: Period?

  init(_ json: JSONView) throws(FHIRProblem) {
    use = try json.string("use")
    text = try json.string("text")
    family = try json.string("family")
    given = try json.strings("given")
    prefix = try json.strings("prefix")
    suffix = try json.strings("suffix")
    period = try json.value("period")
  }
}
