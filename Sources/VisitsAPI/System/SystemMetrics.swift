package import JSONRPC

/// `system.metrics`: measurements for a monitoring system.
package enum SystemMetrics: Method {
  /// What `system.metrics` takes.
  package struct Parameters: MethodParameters {
    /// The format of the text; `nil`: openmetrics.
    package let format: Format?

    package init(from reader: inout ParameterReader) throws(RPCError) {
      format = try reader.optional(
        "format", .word(),
        "The format: openmetrics (OpenMetrics 1.0.0, the default) or prometheus (its text format 0.0.4, which "
          + "node_exporter reads from a file).")
    }
  }

  /// The formats of the text.
  package enum Format: String, WireWord {
    case openmetrics
    case prometheus
  }

  /// The measurements.
  package struct Answer: WireObject {
    /// The text.
    package var content: String
    /// The format's name, RFC 6838.
    package var mediaType: String

    package init(content: String, mediaType: String) {
      self.content = content
      self.mediaType = mediaType
    }

    package static let members: [Member<Answer>] = [
      Member("content", { $0.content }, "The text in the format that was asked for."),
      Member("mediaType", { $0.mediaType }, "The format's name."),
    ]
  }

  package static let name = "system.metrics"
  package static let summary = "What is counted and measured, as a text that monitoring systems read (OpenMetrics)."
  package static let effect = MethodEffect.read
  package static let roles: Set<Role> = [.admin, .monitor]
  package static let errors: [ErrorKind] = []
}
