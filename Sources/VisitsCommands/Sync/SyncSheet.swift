import JSONRPC
import VisitsAPI

/// Lays out where the sync stands.
struct SyncSheet {
  private let status: JSONValue
  private let verdict: SyncVerdict
  private let screen: Screen

  /// The sheet of a `sync.status`.
  ///
  /// - Throws: ``Failure`` where a daemon of another version has answered.
  init(_ status: JSONValue, on screen: Screen) throws {
    verdict = try SyncVerdict(status)
    self.status = status
    self.screen = screen
  }

  /// All of it.
  var lines: [String] {
    guard status["configured"] == true else { return verdict.heading(on: screen) }
    let facts = [
      ("Address", status["address"]?.string), ("Last synced", status["display"]?["lastSynced"]?.string),
      ("Next attempt", nextAttempt), ("Waiting", count("pending")), ("Parked", count("parked")),
      ("Gave way", problems("overruled")), ("Unread", problems("unread")),
    ]
    return verdict.heading(on: screen) + [""] + screen.facts(facts) + why + wayOut
  }

  /// What comes between.
  private var why: [String] {
    status["problem"]?.string.map { [""] + screen.paragraph($0, .red) } ?? []
  }

  /// How a person sees what they must see to, or may want to.
  private var wayOut: [String] {
    let counts = [count("parked"), problems("overruled"), problems("unread")]
    return counts.contains { $0 != nil } ? ["", "See each: \(Invocation.name) sync problems"] : []
  }

  private var nextAttempt: String? {
    guard let moment = status["display"]?["nextAttempt"]?.string else { return nil }
    let left = status["retryInSeconds"]?.integer ?? 0
    return left > 0 ? "\(moment), in \(Amount.duration(left))" : moment
  }

  /// Whether there is no upstream.
  var isAlone: Bool { verdict.outcome == .alone }

  /// One line, for whoever follows it.
  var line: String {
    if isAlone { return verdict.heading(on: screen).joined(separator: " ") }
    let parts = [
      verdict.label ?? Mark.sync(status).text, count("pending").map { "\($0) waiting" },
      count("parked").map { "\($0) parked" }, problems("overruled").map { "\($0) gave way" },
      problems("unread").map { "\($0) unread" },
      (status["fetched"]?.integer).flatMap { $0 > 0 ? "\(Amount.count($0)) fetched" : nil },
      status["problem"]?.string?.onOneLine,
    ]
    return parts.compactMap(\.self).joined(separator: "  ")
  }

  private func count(_ name: String) -> String? { Self.positive(status[name]) }

  private func problems(_ kind: String) -> String? { Self.positive(status["problems"]?[kind]) }

  private static func positive(_ number: JSONValue?) -> String? {
    (number?.integer).flatMap { $0 > 0 ? Amount.count($0) : nil }
  }
}
