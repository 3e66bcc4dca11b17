package import JSONRPC

/// `import`: another system's export.
package enum Import: Method {
  /// What `import` takes.
  package struct Parameters: OnceParameters {
    /// The format.
    package let format: Format
    /// The file's text.
    package let content: String
    /// Say what it would do, and do nothing.
    package let dryRun: Bool?
    /// Take what can be taken.
    package let skipInvalid: Bool?
    /// The caller's own id of this change.
    package let requestId: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      format = try reader.required("format", .word(), "The format: fhir (a Bundle, R4).")
      content = try reader.required(
        "content", .text(1, 1 << 26),
        "The file's text. A message has at most limits.messageBytes, 1 MiB unless the operator has set more.")
      dryRun = try reader.optional("dryRun", .flag, "Say what it would do, and do nothing.")
      skipInvalid = try reader.optional("skipInvalid", .flag, "Take what can be taken.")
      requestId = try reader.requestId()
    }
  }

  /// The formats that can be read.
  package enum Format: String, WireWord {
    case fhir
  }

  /// What an import did.
  package struct Answer: WireObject {
    /// Something that was not taken.
    package struct Refused: WireObject {
      /// Where it stands in the text.
      package var place: String
      /// Why.
      package var reason: String

      package init(place: String, reason: String) {
        self.place = place
        self.reason = reason
      }

      package static let members: [Member<Refused>] = [
        Member("place", { $0.place }, "Where it stands in the text."),
        Member("reason", { $0.reason }, "Why."),
      ]
    }

    /// How many were new.
    package var added: Int
    /// How many are different now.
    package var changed: Int
    /// How many were as they are.
    package var unchanged: Int
    /// What was not taken.
    package var refused: [Refused]

    package init(added: Int, changed: Int, unchanged: Int, refused: [Refused]) {
      self.added = added
      self.changed = changed
      self.unchanged = unchanged
      self.refused = refused
    }

    package static let members: [Member<Answer>] = [
      Member("added", { $0.added }, "How many were new."),
      Member("changed", { $0.changed }, "How many are different now."),
      Member("unchanged", { $0.unchanged }, "How many were as they are."),
      Member("refused", { $0.refused }, "What was not taken, and why."),
    ]
  }

  package static let name = "import"
  package static let summary = "Takes in another system's export; all or nothing unless skipInvalid."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.requestIdReused, .unavailable, .busy]
}
