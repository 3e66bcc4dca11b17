import JSON
package import JSONRPC

/// `system.backup`: a copy of the whole schedule in a file of its own.
package enum SystemBackup: Method {
  /// What `system.backup` takes.
  package struct Parameters: OnceParameters {
    /// The file's name.
    package let name: String?
    /// The caller's own id of this change.
    package let requestId: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      name = try reader.optional(
        "name", .fileName, "The file's name in the folder of the backups; default one that tells the time.")
      requestId = try reader.requestId()
    }
  }

  /// The backup that was made.
  package struct Answer: WireObject {
    /// Where it is on the daemon's host.
    package var path: String
    /// How large it is.
    package var bytes: Int
    /// The moment that it shows.
    package var at: Timestamp

    package init(path: String, bytes: Int, at: Timestamp) {
      self.path = path
      self.bytes = bytes
      self.at = at
    }

    package static let members: [Member<Answer>] = [
      Member("path", { $0.path }, "Where it is on the daemon's host."),
      Member("bytes", { $0.bytes }, "How large it is."),
      Member("at", { $0.at }, "The moment that it shows."),
    ]
  }

  package static let name = "system.backup"
  package static let summary = "Copies the whole schedule into a file, checked and on disk; everything else goes on."
  package static let effect = MethodEffect.change
  package static let roles: Set<Role> = [.admin]
  package static let errors: [ErrorKind] = [.requestIdReused, .unavailable, .busy]
}

extension Shape<String> {
  /// The name of a backup: it leads out of no folder, and is none that the database gives to its own files.
  fileprivate static var fileName: Shape {
    Shape(
      .pattern(#"^[A-Za-z0-9][A-Za-z0-9._-]{0,92}\.sqlite$"#), example: "monday.sqlite",
      "a file's name of at most 100 letters, digits and . _ - that ends in .sqlite"
    ) { json in
      guard let text = json.string, text.utf8.count <= 100, text.hasSuffix(".sqlite"), text.utf8.count > 7,
        let first = text.utf8.first, isLetterOrDigit(first),
        text.utf8.allSatisfy({ isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F })
      else { return nil }
      return text
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
