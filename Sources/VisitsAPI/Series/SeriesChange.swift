package import JSONRPC

/// `series.change`: the visits from one on are planned otherwise.
package enum SeriesChange: Method {
  /// What `series.change` takes.
  package struct Parameters: ChangingParameters {
    /// From where.
    package let place: SeriesPlace
    /// Who makes them; null opens them.
    package let worker: Given<String>
    /// The time of day, as a person types it.
    package let time: String?
    /// How long each lasts.
    package let minutes: Int?
    /// On which days.
    package let recurrence: String?
    /// The last day; null: without end.
    package let until: Given<DayInput>
    /// The place; null: the client's address.
    package let address: Given<String>
    /// What is done.
    package let service: Given<String>
    /// What their payer calls that.
    package let serviceCode: Given<String>
    /// What to note.
    package let note: Given<String>
    /// Whether they may overlap others of the worker.
    package let allowOverlap: Bool?
    /// Whether they may be planned while the worker is away.
    package let allowAbsence: Bool?
    /// `requestId` and `expectedVersion`.
    package let change: ChangeParameters

    package init(from reader: inout ParameterReader) throws(RPCError) {
      place = try SeriesPlace(from: &reader)
      worker = try reader.nullable("worker", .worker, "Who makes them; null opens them.")
      time = try reader.optional("time", .typed, "The time of day on the client's clocks: 9:00.")
      minutes = try reader.optional("minutes", .integer(1...1440), "How long each lasts.")
      recurrence = try reader.optional(
        "repeat", .recurrence, "On which days, as an RFC 5545 rule or in words such as weekly:mon,wed,fri.")
      until = try reader.nullableDay("until", "The last day on which it may recur; null: without end.")
      address = try reader.nullable("address", .words(1, 500), "The place; null: the client's address.")
      service = try reader.nullable("service", .words(1, 200), "What is done.")
      serviceCode = try reader.nullable(
        "serviceCode", .serviceCode,
        "What their payer calls that, where not what the configuration says: a procedure code and modifiers such as "
          + "T1019:U1.")
      note = try reader.nullable("note", .words(1, 4000), "What to note of each.")
      allowOverlap = try reader.optional(
        "allowOverlap", .flag, "Whether they may overlap other visits of the worker.")
      allowAbsence = try reader.optional(
        "allowAbsence", .flag, "Whether they may be planned while the worker is away; else new visits then are open.")
      change = try reader.change()
    }
  }

  package typealias Answer = SeriesChangeAnswer

  package static let name = "series.change"
  package static let summary =
    "Changes a series from a date on; visits that were moved, cancelled or started stay as they are."
  package static let effect = MethodEffect.change
  package static let roles = Set<Role>.office
  package static let errors: [ErrorKind] = [
    .notFound, .versionConflict, .overlap, .absent, .requestIdReused, .unavailable, .busy,
  ]
}

/// Which series, and from which of its days on: the series and a day, or one of its visits.
package struct SeriesPlace: Sendable, Hashable {
  /// The series; `nil`: that of the visit.
  package let series: String?
  /// The first day; `nil`: today, or the visit's.
  package let from: DayInput?
  /// The first visit.
  package let visit: String?

  init(from reader: inout ParameterReader) throws(RPCError) {
    series = try reader.optional("series", .series, "Which series; or visit.")
    from = try reader.day("from", "The first day; default today.")
    visit = try reader.optional("visit", .visit, "The first of the visits, instead of series and from.")
    if reader.isDescribing { return }
    guard (series == nil) != (visit == nil) else {
      throw .invalidParams(field: "series", "Which series? Send \"series\", or \"visit\" with the first of its visits.")
    }
    if visit != nil, from != nil {
      throw .invalidParams(field: "from", "The visit tells the day already: leave \"from\" out, or send \"series\".")
    }
  }
}
