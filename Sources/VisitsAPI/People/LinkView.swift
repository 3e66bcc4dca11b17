/// What a link of a worker or client to a record of the agency's system has done.
package struct LinkView: WireObject {
  /// The record, as `Practitioner/123`.
  package var record: String
  /// Whether the record has not come yet.
  package var isAwaited: Bool
  /// The id of the person who was merged.
  package var merged: String?
  /// How many visits stood twice and are one now.
  package var united: Int
  /// The visits that stand twice still.
  package var twice: [String]

  package init(record: String, isAwaited: Bool, merged: String?, united: Int, twice: [String]) {
    self.record = record
    self.isAwaited = isAwaited
    self.merged = merged
    self.united = united
    self.twice = twice
  }

  package static let members: [Member<LinkView>] = [
    Member("record", { $0.record }, "The record, as Practitioner/123."),
    Member("awaited", { $0.isAwaited }, "Whether the record has not come yet: the next sync or import brings it."),
    Member(
      nullable: "merged", { $0.merged },
      "The id of the person who stood for the record and was merged; it means this one from here on. Null: nobody."),
    Member("united", { $0.united }, "How many visits stood twice, here and upstream, and are one now."),
    Member(
      "twice", { $0.twice }, "The visits from upstream that stand twice still, with the same client, worker and time."),
  ]
}

/// What two people have in common.
package enum LikenessReason: String, WireWord {
  case name
  case birthDate
  case phone
}

extension Shape<String> {
  /// A record of the agency's system.
  package static let record: Shape = {
    let text = Shape.text(1, 2000)
    return Shape(
      text.schema, example: "Practitioner/123", "a record such as Practitioner/123, or its whole address",
      read: text.read)
  }()
}
