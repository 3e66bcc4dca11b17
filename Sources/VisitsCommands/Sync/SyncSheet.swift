import Catalog
import CommandCatalog
import JSON
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
    let counts = [count("pending"), count("parked"), problems("overruled"), problems("unread")].map {
      $0.map(Amount.count)
    }
    let facts: [(FactPhrase, String?)] = [
      (.address, status["address"]?.string), (.lastSynced, status["display"]?["lastSynced"]?.string),
      (.nextAttempt, nextAttempt), (.waiting, counts[0]), (.parked, counts[1]), (.gaveWay, counts[2]),
      (.unread, counts[3]),
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
    return counts.contains { $0 != nil }
      ? ["", SyncPhrase.seeEach([.command: "\(Invocation.name) sync problems"])] : []
  }

  private var nextAttempt: String? {
    guard let moment = status["display"]?["nextAttempt"]?.string else { return nil }
    let left = status["retryInSeconds"]?.integer ?? 0
    return left > 0 ? SyncPhrase.attemptIn([.time: moment, .hours: Amount.duration(left)]) : moment
  }

  /// Whether there is no upstream.
  var isAlone: Bool { verdict.outcome == .alone }

  /// One line, for whoever follows it.
  var line: String {
    if isAlone { return verdict.heading(on: screen).joined(separator: " ") }
    let parts = [
      verdict.label ?? Mark.sync(status).text, count("pending").map { SyncPhrase.waitingCount(count: $0) },
      count("parked").map { SyncPhrase.parkedCount(count: $0) },
      problems("overruled").map { SyncPhrase.gaveWayCount(count: $0) },
      problems("unread").map { SyncPhrase.unreadCount(count: $0) },
      Self.positive(status["fetched"]).map { SyncPhrase.fetchedCount(count: $0) },
      status["problem"]?.string?.onOneLine,
    ]
    return parts.compactMap(\.self).joined(separator: "  ")
  }

  private func count(_ name: String) -> Int64? { Self.positive(status[name]) }

  private func problems(_ kind: String) -> Int64? { Self.positive(status["problems"]?[kind]) }

  private static func positive(_ number: JSONValue?) -> Int64? {
    (number?.integer).flatMap { $0 > 0 ? $0 : nil }
  }
}
