package import JSONRPC

/// `series.skip`: no visit on some days of a series.
package enum SeriesSkip: Method {
  /// What `series.skip` takes.
  package struct Parameters: ChangingParameters {
    /// Which series, and which of its days.
    package let days: SeriesDays
    /// Why; default that the day is skipped.
    package let reason: String?
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      days = try SeriesDays(from: &reader)
      reason = try reader.optional("reason", .words(1, 500), "Why; default that the series skips the day.")
      change = try reader.change()
    }
  }

  package typealias Answer = SeriesDaysAnswer

  package static let name = "series.skip"
  package static let summary =
    "Cancels the visits of a series on some days, also on days for which it has not made them yet."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .invalidTransition, .requestIdReused, .unavailable, .busy,
  ]
}

/// A series and some of its days.
package struct SeriesDays: Sendable, Hashable {
  /// The most days in one call.
  package static let most = 100

  /// The series.
  package let series: String
  /// The days, at least one.
  package let days: [DayInput]

  init(from reader: inout ParameterReader) throws(RPCError) {
    series = try reader.required("series", .series, "Which series.")
    let dates = try reader.optional("dates", .list(of: .day, maximum: Self.most), "Its days; or localDates.")
    let typed = try reader.optional(
      "localDates", .list(of: .typed, maximum: Self.most), "The same as a person types them (\"tomorrow\").")
    days = (dates ?? []).map(DayInput.day) + (typed ?? []).map(DayInput.typed)
    if reader.isDescribing { return }
    guard !days.isEmpty else {
      throw .invalidParams(
        field: "dates", violated: ViolatedRule.missing.data,
        "Which days? Send \"dates\", a list of dates such as 2026-12-25, or \"localDates\".")
    }
  }
}

/// `{"series":…,"visits":[…],"dates":[…]}`
package struct SeriesDaysAnswer: WireObject {
  /// The series.
  package var series: SeriesView
  /// The visits that are different, in order of start.
  package var visits: [VisitView]
  /// The days of the series that they belong to, in order.
  package var dates: [Day]

  package init(series: SeriesView, visits: [VisitView], dates: [Day]) {
    self.series = series
    self.visits = visits
    self.dates = dates
  }

  package static let members: [Member<SeriesDaysAnswer>] = [
    Member("series", { $0.series }, "The series."),
    Member("visits", { $0.visits }, "The visits that are different, in order of start."),
    Member("dates", { $0.dates }, "The days of the series that they belong to, in order."),
  ]
}
