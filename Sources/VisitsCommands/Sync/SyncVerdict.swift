import Catalog
import CommandCatalog
import JSON
import JSONRPC
import VisitsAPI

/// What a sync has come to, as the daemon words it: what a person reads of it, and how the program ends.
struct SyncVerdict {
  /// The daemon's name for it.
  let outcome: SyncConclusion.Outcome
  private let text: String
  private let problem: String?

  /// The verdict in an answer of `sync.now` or `sync.status`.
  ///
  /// - Throws: ``Failure`` where none that is known stands in it: a daemon of another version has answered.
  init(_ answer: JSONValue) throws {
    guard let outcome = answer["outcome"]?.string.flatMap(SyncConclusion.Outcome.init) else {
      throw Failure.unfit("sync")
    }
    self.outcome = outcome
    text = answer["text"]?.string?.onOneLine ?? ""
    problem = answer["problem"]?.string?.onOneLine
  }

  /// The words with their sign.
  ///
  /// - Parameter changed: How many things it has changed here.
  func lines(on screen: Screen, changed: Int64 = 0) -> [String] {
    let more = changed > 0 ? "  \(SyncPhrase.changedCount(count: changed))" : ""
    switch outcome {
    case .synced: return heading(on: screen).map { $0 + more }
    case .savedLocally:
      return screen.paragraph(["\(text) ☁", problem].compactMap(\.self).joined(separator: "  "), .dim)
    case .incomplete: return screen.paragraph("\(text) ⚠  \(advice)", .red) + why(on: screen)
    case .failed, .notSaved:
      let words = [text, advice].filter { !$0.isEmpty }.joined(separator: " ")
      return screen.paragraph(words, .red, indent: 2, first: screen.style(.red, "⚠ ")) + why(on: screen)
    case .syncing: return screen.paragraph("\(Self.unfinished) \(advice)")
    case .alone: return heading(on: screen)
    }
  }

  /// The words and their sign alone.
  func heading(on screen: Screen) -> [String] {
    switch outcome {
    case .synced: [screen.style(.green, "\(text) ✓")]
    case .savedLocally: [screen.style(.dim, "\(text) ☁")]
    case .incomplete: [screen.style(.red, "\(text) ⚠")]
    case .failed, .notSaved: screen.paragraph(text, .red, indent: 2, first: screen.style(.red, "⚠ "))
    case .alone, .syncing: screen.paragraph(text)
    }
  }

  /// What it is called on a line of its own, where the indicator has no words for it.
  var label: String? { outcome == .incomplete ? "\(text) ⚠" : nil }

  /// How the program ends, where it is not all done; `nil`: it is.
  var failure: Failure? {
    let status: ExitStatus
    switch outcome {
    case .incomplete: status = .refused
    case .failed, .notSaved, .savedLocally, .syncing: status = .tryLater
    case .alone, .synced: return nil
    }
    let said = outcome == .syncing ? Self.unfinished : text.hasSuffix(".") ? text : "\(text)."
    return Failure(
      error: RPCError(
        code: -32000, kind: outcome.rawValue, message: [said, problem].compactMap(\.self).joined(separator: " ")),
      advice: advice.isEmpty ? [] : [advice], status: status, isInResult: true)
  }

  /// Tells beside another result what came of the sync that went before, where it is not all done.
  ///
  /// - Returns: How the program ends for that; `nil`: well. What is parked of somebody makes no day that is shown a wrong one.
  func tell(in session: Session) -> Failure? {
    switch outcome {
    case .synced: return nil
    case .alone: session.tell("visits: \(text)")
    case .incomplete:
      session.tell((["visits: \(text)."] + [problem, advice].compactMap(\.self)).joined(separator: " "))
    case .failed, .notSaved, .savedLocally, .syncing: return failure
    }
    return nil
  }

  private static var unfinished: String { SyncPhrase.unfinished.text }

  /// The command to run next.
  private var advice: String {
    switch outcome {
    case .incomplete: SyncPhrase.seeWhy([.command: "\(Invocation.name) sync problems"])
    case .failed, .savedLocally: SyncPhrase.retryNow([.command: "\(Invocation.name) sync"])
    case .syncing: SyncPhrase.seeHowFar([.command: "\(Invocation.name) sync status"])
    case .alone, .notSaved, .synced: ""
    }
  }

  private func why(on screen: Screen) -> [String] {
    problem.map { screen.paragraph($0, .red, indent: 2) } ?? []
  }
}
