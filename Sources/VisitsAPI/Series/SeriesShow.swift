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

  /// `{"series":…,"exceptions":[…]}`
  package struct Answer: WireObject {
    /// The series.
    package var series: SeriesView
    /// The days from today on whose visits are not as the series plans them.
    package var exceptions: [SeriesException]

    package init(series: SeriesView, exceptions: [SeriesException]) {
      self.series = series
      self.exceptions = exceptions
    }

    package static let members: [Member<Answer>] = [
      Member("series", { $0.series }, "The series."),
      Member(
        "exceptions", { $0.exceptions }, "Its days from today on that are skipped, or whose visits were moved."),
    ]
  }

  package static let name = "series.show"
  package static let summary = "One series of visits, with its days that are skipped or moved."
  package static let effect = MethodEffect.read
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound]
}
