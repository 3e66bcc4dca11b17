import JSON
package import JSONRPC

/// An instant, or what a person typed for one: `at` and its twin `localAt`.
package enum Moment: Sendable, Hashable {
  case instant(Timestamp)
  /// Resolved by the daemon, in `timeZone` if given, else in the visit's zone.
  case typed(String)
}

/// A care day, or what a person typed for one: `date` and its twin `localDate`.
package enum DayInput: Sendable, Hashable {
  case day(Day)
  case typed(String)
}

/// A bound of a window: an instant, a care day, or what a person typed.
package enum Bound: Sendable, Hashable {
  case instant(Timestamp)
  case day(Day)
  case typed(String)
}

/// How typed times are to be read.
package struct TypedTimeContext: Sendable, Hashable {
  /// The zone of typed times; default the visit's.
  package let timeZone: String?
  /// Which of two, where a clock change repeats a typed time: an offset from UTC.
  package let offset: String?

  /// How they are to be read.
  package init(timeZone: String?, offset: String?) {
    self.timeZone = timeZone
    self.offset = offset
  }
}

/// What every change of an existing thing takes.
package struct ChangeParameters: Sendable, Hashable {
  /// The caller's own id of this change.
  package let requestId: String
  /// Refuse when the thing is no longer at this version.
  package let expectedVersion: Int?
}

extension ParameterReader {
  /// `name` or its twin `localName`, not both.
  package mutating func moment(_ name: String, _ summary: String) throws(RPCError) -> Moment? {
    let instant = try optional(name, .instant, summary)
    let twin = Self.twin(name)
    let typed = try optional(twin, .typed, "The same as a person types it (\"8:00\", \"tomorrow 14:30\", \"now\").")
    if typed != nil { hasTypedTime = true }
    switch (instant, typed) {
    case (nil, nil): return nil
    case (let instant?, nil): return .instant(instant)
    case (nil, let typed?): return .typed(typed)
    case (_?, _?): throw Self.both(name, twin)
    }
  }

  /// `name` or its twin `localName` as care days, not both.
  package mutating func day(_ name: String, _ summary: String) throws(RPCError) -> DayInput? {
    let day = try optional(name, .day, summary)
    let twin = Self.twin(name)
    let typed = try optional(twin, .typed, "The same as a person types it (\"tomorrow\").")
    switch (day, typed) {
    case (nil, nil): return nil
    case (let day?, nil): return .day(day)
    case (nil, let typed?): return .typed(typed)
    case (_?, _?): throw Self.both(name, twin)
    }
  }

  /// The same where null says that there is none.
  package mutating func nullableDay(_ name: String, _ summary: String) throws(RPCError) -> Given<DayInput> {
    let day = try nullable(name, .day, summary)
    let twin = Self.twin(name)
    let typed = try optional(twin, .typed, "The same as a person types it (\"tomorrow\").")
    guard let typed else { return try day.map { day throws(RPCError) in .day(day) } }
    guard day.isLeft else { throw Self.both(name, twin) }
    return .given(.typed(typed))
  }

  /// A bound of a window: an instant or a care day, or the twin.
  package mutating func bound(_ name: String, _ summary: String) throws(RPCError) -> Bound? {
    let bound = try optional(name, .bound, summary)
    let twin = Self.twin(name)
    let typed = try optional(
      twin, .typed,
      "The same as a person types it (\"today\", \"this week\"); \"through friday\" is the end of that day.")
    switch (bound, typed) {
    case (nil, nil): return nil
    case (let bound?, nil): return bound
    case (nil, let typed?): return .typed(typed)
    case (_?, _?): throw Self.both(name, twin)
    }
  }

  /// `timeZone` and `offset`, for the `local…` twins, which are read before.
  package mutating func typedTimeContext() throws(RPCError) -> TypedTimeContext {
    let timeZone = try optional("timeZone", .timeZone, "The zone of local… parameters; default the visit's.")
    let offset = try optional(
      "offset", .text(1, 6), "Which of two where clocks are turned back: an offset such as -06:00.")
    // Whoever sends it expects it to count; an instant has its own.
    if offset != nil, !hasTypedTime {
      throw .invalidParams(
        field: "offset",
        "The parameter \"offset\" tells which of two local times is meant, and no local… parameter is given. "
          + "Leave it out, or send the time as a local one.")
    }
    return TypedTimeContext(timeZone: timeZone, offset: offset)
  }

  /// `requestId` and `expectedVersion`.
  package mutating func change() throws(RPCError) -> ChangeParameters {
    ChangeParameters(
      requestId: try requestId(),
      expectedVersion: try optional(
        "expectedVersion", .version, "Refuse when the thing is no longer at this version; a device's is not looked at.")
    )
  }

  /// `requestId` alone, where nothing exists yet.
  package mutating func requestId() throws(RPCError) -> String {
    try required("requestId", .requestId, "The caller's own id of this change; sent again, it changes nothing more.")
  }

  private static func twin(_ name: String) -> String { "local" + name.prefix(1).uppercased() + name.dropFirst() }

  private static func both(_ name: String, _ twin: String) -> RPCError {
    .invalidParams(field: name, "The parameters \"\(name)\" and \"\(twin)\" say the same thing: send one of them.")
  }
}

extension Shape<Bound> {
  /// An instant or a care day.
  package static let bound = Shape(
    .any(of: [Timestamp.schema, Day.schema]), example: Bound.instant(Timestamp(milliseconds: 0)),
    "an instant such as 2026-11-20T15:00:00Z or a date such as 2026-11-20"
  ) { json in
    guard let text = json.string else { return nil }
    return Day(text).map(Bound.day) ?? Timestamp(text).map(Bound.instant)
  }
}
