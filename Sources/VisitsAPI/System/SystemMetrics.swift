/// `system.metrics`: measurements for a monitoring system.
package enum SystemMetrics: Method {
  package typealias Parameters = NoParameters

  /// The measurements.
  package struct Answer: WireObject {
    /// The text, OpenMetrics 1.0.0.
    package var content: String
    /// The format's name, RFC 6838.
    package var mediaType: String

    package init(content: String, mediaType: String) {
      self.content = content
      self.mediaType = mediaType
    }

    package static let members: [Member<Answer>] = [
      Member("content", { $0.content }, "The text, OpenMetrics 1.0.0."),
      Member("mediaType", { $0.mediaType }, "The format's name."),
    ]
  }

  package static let name = "system.metrics"
  package static let summary = "What is counted and measured, as a text that monitoring systems read (OpenMetrics)."
  package static let effect = MethodEffect.read
  package static let roles: Set<Role> = [.admin, .monitor]
  package static let errors: [ErrorKind] = []
}
