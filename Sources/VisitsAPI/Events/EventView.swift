import JSON

/// A noun of the feed.
package enum EventTopic: String, WireWord {
  case visit
  case worker
  case client
  case emergency
  case device
  case series
  case alert
  case task
  case taskRecord
  case goal
  case session
  case absence
}

/// That something changed, and nothing personal.
package struct EventView: WireObject {
  /// Where it stands in the feed.
  package var cursor: String
  /// When it happened.
  package var at: Timestamp
  /// The noun.
  package var topic: EventTopic
  /// What did it.
  package var method: String
  /// The id of a visit, the opaque key of a person.
  package var thing: String
  /// The version since.
  package var version: Int
  /// Whether it is a visit that is withdrawn; `nil`: it is not.
  package var withdrawn: Bool?

  package init(
    cursor: String, at: Timestamp, topic: EventTopic, method: String, thing: String, version: Int, withdrawn: Bool?
  ) {
    self.cursor = cursor
    self.at = at
    self.topic = topic
    self.method = method
    self.thing = thing
    self.version = version
    self.withdrawn = withdrawn
  }

  package static let members: [Member<EventView>] = [
    Member("cursor", { $0.cursor }, "Where it stands in the feed."),
    Member("at", { $0.at }, "When it happened."),
    Member("topic", { $0.topic }, "The noun."),
    Member("method", { $0.method }, "What did it."),
    Member(
      "thing", { $0.thing },
      "The id of a thing such as a visit, an alert or a session; the opaque key of a person."),
    Member("version", { $0.version }, "The version since."),
    Member(
      optional: "withdrawn", { $0.withdrawn },
      "Whether it is a visit that upstream has taken back: no worker's day shows it any more."),
  ]
}

extension Shape<String> {
  /// A cursor of the feed: `epoch:sequence`, or 0.
  package static let cursor = Shape(
    .any(of: [.pattern("^(0|[0-9]{1,19}:[0-9]{1,19})$"), Schema(["const": 0])]), example: "1:0",
    "a cursor such as 1:42, or 0 for the beginning"
  ) { json in
    if json.integer == 0 { return "0" }
    guard let text = json.string, text == "0" || text.split(separator: ":").count == 2, text.utf8.count <= 39,
      text.utf8.allSatisfy({ (0x30...0x3A).contains($0) })
    else { return nil }
    return text
  }
}
