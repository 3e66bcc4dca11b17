import Catalog
import CommandCatalog
import JSON
import VisitsAPI

/// How a change is taken back, as a person would type it.
enum Undo {
  /// One command leads back.
  case command(String)
  /// Two commands lead back; the record keeps both.
  case steps(String, String)
  /// Nothing leads back: why, and what can be done instead.
  case none(String)

  /// What is printed below the change.
  var line: String {
    switch self {
    case .command(let command): VisitPhrase.undo([.command: command])
    case .steps(let first, let second): VisitPhrase.undoSteps([.command: "\(first) && \(second)"])
    case .none(let why): why
    }
  }

  /// Takes a visit back to where it was before it ended.
  static func reopen(_ visit: ChosenVisit, because reason: VisitPhrase) -> Undo {
    let target = visit.before["status"]?.string == "inProgress" ? " --to inProgress" : ""
    return .command("\(Invocation.name) reopen \(name(visit)) --reason \(quoted(reason.text))\(target)")
  }

  /// What was started goes back to scheduled by way of cancelled: no single move leads there. What it overlapped before
  /// it may overlap again, so that it does not stay cancelled halfway.
  static func start(_ visit: ChosenVisit) -> Undo {
    let reason = quoted(VisitPhrase.startedByMistake.text)
    return .steps(
      "\(Invocation.name) cancel \(name(visit)) --reason \(reason)",
      "\(Invocation.name) reopen \(name(visit)) --reason \(reason) --allow-overlap")
  }

  /// Ends a visit again as it had ended before it was reopened.
  static func end(_ visit: ChosenVisit, reopened: JSONValue?) -> Undo? {
    let reason = quoted(visit.before["reason"]?.string ?? VisitPhrase.reopenedByMistake.text)
    let end: String
    switch visit.before["status"]?.string {
    case "completed":
      end = "\(Invocation.name) complete \(name(visit))" + (typed(visit, "checkOut").map { " --at \($0)" } ?? "")
    case "cancelled": end = "\(Invocation.name) cancel \(name(visit)) --reason \(reason)"
    case "missed":
      end =
        "\(Invocation.name) miss \(name(visit)) --by \(visit.before["missedBy"]?.string ?? "agency") --reason \(reason)"
    default: return nil
    }
    guard let checkIn = typed(visit, "checkIn"), reopened?["checkIn"]?["at"] == nil else { return .command(end) }
    return .steps(end, correct(visit, "--check-in \(checkIn)", because: .reopenedByMistake))
  }

  /// Gives a visit back to whoever had it.
  static func assign(_ visit: ChosenVisit, allowingOverlap: Bool = false) -> Undo {
    guard let worker = visit.before["worker"]?.string else {
      return .command("\(Invocation.name) unassign \(name(visit))")
    }
    return .command(
      "\(Invocation.name) assign \(name(visit)) --worker \(worker)" + (allowingOverlap ? " --allow-overlap" : ""))
  }

  /// Plans a visit for when it was.
  static func move(_ visit: ChosenVisit, allowingOverlap: Bool) -> Undo? {
    guard let start = typed(visit, "start"), let end = typed(visit, "end") else { return nil }
    return .command(
      "\(Invocation.name) move \(name(visit)) --start \(start) --end \(end)"
        + (allowingOverlap ? " --allow-overlap" : ""))
  }

  /// Puts the checks back that were corrected.
  ///
  /// - Parameters:
  ///   - checks: the members that were corrected, and the options that do it.
  ///   - after: the visit as it is now.
  static func correct(
    _ visit: ChosenVisit, _ checks: [(member: String, option: String)], after: JSONValue?
  ) -> Undo {
    let now = after?["updatedAt"]?.string.flatMap { Timestamp($0) }
    var options: [String] = []
    for (member, option) in checks {
      let isIn = member == "checkIn"
      guard let before = typed(visit, member) else {
        let mended = "\(Invocation.name) correct \(name(visit)) \(option) TIME --reason other --note WHY"
        return .none((isIn ? VisitPhrase.keptCheckIn : .keptCheckOut)([.command: mended]))
      }
      if let now, let at = visit.before[member]?["at"]?.string.flatMap({ Timestamp($0) }),
        at.milliseconds > now.milliseconds
      {
        return .none((isIn ? VisitPhrase.checkInWasAhead : .checkOutWasAhead)([.time: before]))
      }
      options.append("\(option) \(before)")
    }
    return .command(correct(visit, options.joined(separator: " "), because: .correctedByMistake))
  }

  private static func correct(_ visit: ChosenVisit, _ options: String, because reason: VisitPhrase) -> String {
    "\(Invocation.name) correct \(name(visit)) \(options) --reason other --note \(quoted(reason.text))"
  }

  /// A time before the change: as a person types it where the visit is, else the instant.
  private static func typed(_ visit: ChosenVisit, _ member: String) -> String? {
    let instant = visit.before[member]?.string ?? visit.before[member]?["at"]?.string
    return visit.before["display"]?["typed"]?[member]?.string ?? instant
  }

  /// How a command line names a visit.
  static func name(_ visit: ChosenVisit) -> String { VisitWords(visit.before).shortID }

  /// A text as one word of a shell, in quotes where it needs them.
  static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "-"),
        UInt8(ascii: "/"):
        true
      default: false
      }
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  /// A text as one word of a shell.
  static func quoted(_ text: String) -> String {
    "'" + text.onOneLine.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
