import ArgumentParser
import Catalog
import CommandCatalog
import JSON
import JSONRPC
import VisitsAPI

/// `visits events`: what has changed, a line each.
struct EventsCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "Print changes, one line each; with --follow, as they happen.",
    discussion: """
      A line holds the time (UTC), the topic, the method, the record's id, its new version, and the cursor with which \
      --since continues after this line. It holds no personal data.
      """)

  @Flag(name: .shortAndLong, help: "Stay, and print each change; without --since from now on.")
  var follow = false

  @Option(help: ArgumentHelp("Only changes after this cursor; 0: all.", valueName: "cursor"))
  var since: String?

  @Option(
    help: ArgumentHelp("Only changes of this: \(Self.topics); may be given again.", valueName: "topic"),
    completion: .list(EventTopic.allCases.map(\.rawValue)))
  var topic: [String] = []

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func validate() throws {
    for name in topic where EventTopic(rawValue: name) == nil {
      let meant = Nearest.name(to: name, among: EventTopic.allCases.map(\.rawValue))
      throw ValidationError(ProgramPhrase.refusal(of: name, for: "--topic", choices: Self.topics, nearest: meant))
    }
  }

  func run(in session: Session) throws {
    do {
      try printEvents(in: session)
    } catch let error as RPCError where error.kind == "cursorGone" {
      throw Failure(
        error: error,
        advice: goingOn(from: error.data["cursor"]?.string).map { [WatchPhrase.goOn([.command: $0])] } ?? [])
    }
  }

  /// The command that goes on from the present place in the feed.
  private func goingOn(from cursor: String?) -> String? {
    cursor.map { cursor in
      "\(Invocation.name) events" + (follow ? " --follow" : "") + topic.map { " --topic \($0)" }.joined()
        + " --since \(cursor)"
    }
  }

  private func printEvents(in session: Session) throws {
    var params = JSONObject()
    params["topics"] = topic.isEmpty ? nil : .array(topic.map(\.json))
    params["since"] = since?.json
    guard follow else { return try printPast(params, in: session) }
    // Asked for once as any read is, so that a daemon that cannot be reached or refuses is told of as always.
    let start = try session.call("event.subscribe", params)["cursor"]?.string
    guard let start else { throw Failure.unfit("event.subscribe") }
    try EventFollower(session, params, since: start) { Self.print($0, in: session) }.run()
  }

  private func printPast(_ params: JSONObject, in session: Session) throws {
    var params = params
    params["timeout"] = 0
    while true {
      let answer = try session.call("event.wait", params)
      guard let events = answer["events"]?.array, let cursor = answer["cursor"] else {
        throw Failure.unfit("event.wait")
      }
      for event in events { Self.print(event, in: session) }
      try session.flush()
      if events.isEmpty { return }
      params["since"] = cursor
    }
  }

  private static let topicColumns = EventTopic.allCases.map(\.rawValue.count).max() ?? 0
  /// As wide as the longest name of a change that events tell of.
  private static let methodColumns =
    MethodTable.rows.map(\.name).filter { name in
      EventTopic.allCases.contains { name.hasPrefix($0.rawValue + ".") }
    }.map(\.count).max() ?? 0

  private static var topics: String { EventTopic.allCases.map(\.rawValue).joined(separator: ", ") }

  private static func print(_ event: JSONValue, in session: Session) {
    if session.wantsJSON { return session.print(event) }
    func text(_ name: String, _ columns: Int = 0) -> String {
      (event[name]?.string?.onOneLine ?? "").padded(to: columns)
    }
    let version = event["version"]?.integer.map { "v\($0)" } ?? ""
    session.print(
      [
        text("at", 24), text("topic", Self.topicColumns), text("method", Self.methodColumns), text("thing", 36),
        version.padded(to: 4), text("cursor"),
      ]
      .joined(separator: "  "))
  }
}
