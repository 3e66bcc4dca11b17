package import JSONRPC

/// `series.show`: one series.
package enum SeriesShow: Method {
  /// What `series.show` takes.
  package struct Parameters: MethodParameters {
    /// Which series.
    package let series: String

    package init(from reader: inout ParameterReader) throws(RPCError) {
      series = try reader.required("series", .series, "Which series.")
    }
  }

  package typealias Answer = SeriesAnswer

  package static let name = "series.show"
  package static let summary = "One series of visits."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound]
}
