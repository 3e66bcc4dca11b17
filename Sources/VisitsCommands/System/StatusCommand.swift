import ArgumentParser
import JSONRPC

/// `visits status`: how the service is.
struct StatusCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(commandName: "status", abstract: "Show how the service is.")

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let status = try session.read("system.status")
    if session.wantsJSON { return session.print(status) }
    let screen = session.screen
    let isWritable = status["writable"] == true
    let state = isWritable ? screen.style(.green, "✓ takes changes") : screen.style(.boldRed, "⚠ takes no changes")
    session.print("\(screen.style(.bold, "visitsd \(status["version"]?.string?.onOneLine ?? "")"))  \(state)")
    session.print("")
    session.print(
      screen.facts([
        ("Up", status["uptime"]?.integer.map(Amount.duration)),
        ("Visits", status["visits"]?.integer.map(Amount.count)),
        ("Workers", status["workers"]?.integer.map(Amount.count)),
        ("Clients", status["clients"]?.integer.map(Amount.count)),
        ("Alerts", Self.alerts(status["alerts"])),
        ("Connections", status["connections"]?.integer.map(Amount.count)),
        ("Database", status["databaseBytes"]?.integer.map(Amount.bytes)), ("Sync", Mark.sync(status["sync"]).text),
        ("Pending", status["sync"]?["pendingChanges"]?.integer.flatMap { $0 > 0 ? Amount.count($0) : nil }),
        ("Socket", session.socket),
      ]))
    for warning in status["warnings"]?.array ?? [] {
      session.print(screen.paragraph(warning.string ?? "", .red, indent: 2, first: screen.style(.red, "⚠ ")))
    }
  }

  /// "3 late, 1 overrun"; `nil`: nothing needs attention.
  private static func alerts(_ counts: JSONValue?) -> String? {
    let kinds = [
      ("late", "late"), ("missed", "probably missed"), ("overrun", "overrun"), ("conflict", "in conflict"),
      ("overlap", "overlapping"), ("openNotTaken", "not taken"),
    ]
    let words = kinds.compactMap { kind, words in
      counts?[kind]?.integer.flatMap { $0 > 0 ? "\(Amount.count($0)) \(words)" : nil }
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
