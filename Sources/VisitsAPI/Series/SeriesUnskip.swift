package import JSONRPC

/// `series.unskip`: the visits of skipped days are planned again.
package enum SeriesUnskip: Method {
  /// What `series.unskip` takes.
  package struct Parameters: ChangingParameters {
    /// Which series, and which of its days.
    package let days: SeriesDays
    /// Whether the visits may overlap others of the worker.
    package let allowOverlap: Bool?
    /// Whether the visits may be planned while the worker is away.
    package let allowAbsence: Bool?
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      days = try SeriesDays(from: &reader)
      allowOverlap = try reader.optional(
        "allowOverlap", .flag, "Whether they may overlap other visits of the worker.")
      allowAbsence = try reader.optional(
        "allowAbsence", .flag, "Whether they may be planned while the worker is away; else new visits then are open.")
      change = try reader.change()
    }
  }

  package typealias Answer = SeriesDaysAnswer

  package static let name = "series.unskip"
  package static let summary =
    "Plans the visits of a series again on days that were skipped or cancelled, as the series is now."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .overlap, .absent, .requestIdReused, .unavailable, .busy,
  ]
}
