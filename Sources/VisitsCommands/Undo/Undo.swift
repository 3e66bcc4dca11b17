import Catalog
import CommandCatalog
import JSON
import VisitsAPI

/// How a change is taken back, as a person would type it. `visits undo` runs the same commands.
enum Undo {
  /// One command leads back.
  case command(String)
  /// Two commands lead back; the record keeps both.
  case steps(String, String)
  /// Several commands lead back, for which the shell has a shorter line.
  case loop(String, of: [String])
  /// Nothing leads back: why, and what can be done instead.
  case none(String)

  /// What is printed below the change.
  var line: String {
    switch self {
    case .command(let command): VisitPhrase.undo([.command: command])
    case .steps(let first, let second): VisitPhrase.undoSteps([.command: "\(first) && \(second)"])
    case .loop(let line, _): VisitPhrase.undo([.command: line])
    case .none(let why): why
    }
  }

  /// The words of each command that leads back, behind the program's name, in the order in which they are run.
  var commands: [[String]] {
    let lines: [String] =
      switch self {
      case .command(let command): [command]
      case .steps(let first, let second): [first, second]
      case .loop(_, let commands): commands
      case .none: []
      }
    return lines.map { Array(Self.words(of: $0).dropFirst()) }
  }

  /// A command that plans again what stood in the plan before, and so is not refused for it.
  static func planning(_ command: String) -> String { "\(command) --allow-overlap --allow-absence" }

  /// Takes a visit back to where it was before it ended.
  static func reopen(_ visit: ChosenVisit, because reason: VisitPhrase) -> Undo {
    let target = visit.before["status"]?.string == "inProgress" ? " --to inProgress" : ""
    return .command("\(Invocation.name) reopen \(name(visit)) --reason \(quoted(reason.text))\(target)")
  }

  /// Takes a check-in back.
  static func start(_ visit: ChosenVisit) -> Undo {
    .command("\(Invocation.name) reopen \(name(visit)) --reason \(quoted(VisitPhrase.startedByMistake.text))")
  }

  /// Ends a visit again as it had ended before it was reopened, or starts it again.
  static func end(_ visit: ChosenVisit, reopened: JSONValue?) -> Undo? {
    let reason = exact(visit.before["reason"]?.string ?? VisitPhrase.reopenedByMistake.text)
    let end: String
    switch visit.before["status"]?.string {
    case "inProgress":
      return .command(
        "\(Invocation.name) start \(name(visit))" + (typed(visit, "checkIn").map { " --at \($0)" } ?? ""))
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
  static func assign(_ visit: ChosenVisit) -> Undo {
    guard let worker = visit.before["worker"]?.string else {
      return .command("\(Invocation.name) unassign \(name(visit))")
    }
    return .command(planning("\(Invocation.name) assign \(name(visit)) --worker \(worker)"))
  }

  /// Plans a visit for when it was.
  static func move(_ visit: ChosenVisit) -> Undo? {
    guard let start = typed(visit, "start"), let end = typed(visit, "end") else { return nil }
    return .command(planning("\(Invocation.name) move \(name(visit)) --start \(start) --end \(end)"))
  }

  /// Puts back what was edited.
  ///
  /// - Parameters:
  ///   - members: The members that were edited, and the options that do it.
  ///   - home: The address of the client: a visit there needs none of its own.
  static func edit(_ visit: ChosenVisit, _ members: [(member: String, option: String)], home: String?) -> Undo {
    let options = members.map { member, option in
      let before = visit.before[member]?.string ?? ""
      return "\(option) \(exact(member == "address" && before == home ? "" : before))"
    }
    return .command("\(Invocation.name) edit \(name(visit)) \(options.joined(separator: " "))")
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

  /// A text as one word of a shell, on one line.
  static func quoted(_ text: String) -> String { exact(text.onOneLine) }

  /// The same with the lines that the text has, for a command that puts the text back. Print it on one line.
  static func exact(_ text: String) -> String {
    "'" + text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }

  /// The words of a line that was made here: a shell takes it apart in the same way.
  static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var isEscaped = false
    for scalar in line.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        word = (word ?? "") + String(scalar)
        isEscaped = false
      case "'":
        word = word ?? ""
        isQuoted.toggle()
      case _ where isQuoted: word = (word ?? "") + String(scalar)
      case "\\": isEscaped = true
      case " ":
        words += [word].compactMap(\.self)
        word = nil
      default: word = (word ?? "") + String(scalar)
      }
    }
    return words + [word].compactMap(\.self)
  }
}
