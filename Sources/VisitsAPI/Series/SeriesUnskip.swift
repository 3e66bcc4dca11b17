package import JSONRPC

/// `series.unskip`: the visits of skipped days are planned again.
package enum SeriesUnskip: Method {
  /// What `series.unskip` takes.
  package struct Parameters: ChangingParameters {
    /// Which series, and which of its days.
    package let days: SeriesDays
    /// Whether the visits may overlap others of the worker.
    package let allowOverlap: Bool?
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      days = try SeriesDays(from: &reader)
      allowOverlap = try reader.optional(
        "allowOverlap", .flag, "Whether they may overlap other visits of the worker.")
      change = try reader.change()
    }
  }

  package typealias Answer = SeriesDaysAnswer

  package static let name = "series.unskip"
  package static let summary = "Plans the visits of a series again on days that were skipped or cancelled."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .overlap, .requestIdReused, .unavailable, .busy,
  ]
}
