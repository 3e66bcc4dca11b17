import ArgumentParser
import JSONRPC

/// `visits show`: one visit.
struct ShowCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a visit.")

  @OptionGroup var visit: VisitArgument
  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let visit = try visit.choose(in: session).before
    if session.wantsJSON { return session.print(["visit": visit]) }
    let words = VisitWords(visit)
    let screen = session.screen
    session.print(screen.paragraph(words.title, .bold))
    session.print(screen.paragraph("\(words.date), \(words.time)"))
    session.print("")
    session.print(
      screen.facts([
        ("Status", "\(Mark.visit(words.state)) \(words.status)"), ("Alert", words.alert.map { "⚠ \($0)" }),
        ("Worker", words.worker),
        ("Address", visit["address"]?.string), ("Service", visit["service"]?.string),
        ("Came", Self.check(visit, "checkIn") ?? Self.unrecorded(visit)), ("Left", Self.check(visit, "checkOut")),
        ("Beside", Self.attendances(visit)), ("Note", visit["note"]?.string), ("Reason", visit["reason"]?.string),
        ("Missed by", visit["missedBy"]?.string), ("Sync", Self.sync(visit)), ("Id", visit["id"]?.string),
        ("Version", visit["version"]?.integer.map { String($0) }),
      ]))
  }

  /// Where the record stands with upstream; nothing where there is none.
  private static func sync(_ visit: JSONValue) -> String? {
    visit["sync"] == "local" ? nil : visit["sync"]?.string
  }

  /// That somebody must have come, and nobody knows when.
  private static func unrecorded(_ visit: JSONValue) -> String? {
    ["inProgress", "completed"].contains(visit["status"]?.string) ? "not recorded" : nil
  }

  /// Who else came, by what their devices reported.
  private static func attendances(_ visit: JSONValue) -> String? {
    let words = (visit["attendances"]?.array ?? []).map { attendance in
      let ends = [("came", "checkIn"), ("left", "checkOut")].compactMap { word, name in
        attendance[name]?["at"]?.string.map { "\(word) \($0)" }
      }
      return ([attendance["worker"]?.string ?? ""] + ends).joined(separator: " ")
    }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  /// When, as the daemon words it, and what is odd about it.
  private static func check(_ visit: JSONValue, _ name: String) -> String? {
    guard let check = visit[name], let at = visit["display"]?[name]?.string ?? check["at"]?.string else { return nil }
    var words = [at]
    if let metres = check["distance"]?.number.flatMap({ Int64(exactly: $0.rounded()) }) {
      words.append("\(metres) m from the address")
    }
    if check["farAway"] == true { words.append("far away") }
    if check["clockSuspect"] == true { words.append("by a clock that was wrong") }
    let firstName = "first" + name.prefix(1).uppercased() + name.dropFirst()
    if let first = visit["display"]?[firstName]?.string ?? check["firstAt"]?.string {
      words.append("first recorded as \(first)")
    } else if check["correction"]?.string != nil {
      words.append("added by a correction")
    }
    return words.joined(separator: ", ")
  }
}
