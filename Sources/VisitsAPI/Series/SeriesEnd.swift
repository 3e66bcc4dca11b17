package import JSONRPC

/// `series.end`: no more visits from a day on.
package enum SeriesEnd: Method {
  /// What `series.end` takes.
  package struct Parameters: ChangingParameters {
    /// From where.
    package let place: SeriesPlace
    /// Why.
    package let reason: String
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      place = try SeriesPlace(from: &reader)
      reason = try reader.required("reason", .words(1, 500), "Why.")
      change = try reader.change()
    }
  }

  package typealias Answer = SeriesChangeAnswer

  package static let name = "series.end"
  package static let summary = "Ends a series from a day on, and calls off its visits that are still scheduled."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [.notFound, .versionConflict, .requestIdReused, .unavailable, .busy]
}
