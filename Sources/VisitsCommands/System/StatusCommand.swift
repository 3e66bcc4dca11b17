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
        ("Emergencies", status["emergencies"]?.integer.flatMap { $0 > 0 ? "\(Amount.count($0)) open" : nil }),
        ("Alerts", Self.alerts(status["alerts"])),
        ("Connections", status["connections"]?.integer.map(Amount.count)),
        ("Last minute", status["lastMinute"].map(Self.rates)),
        ("Database", status["databaseBytes"]?.integer.map { Self.database($0, log: status["logBytes"]?.integer) }),
        ("Backup", Self.backup(status)), ("Sync", Mark.sync(status["sync"]).text),
        ("Pending", status["sync"]?["pendingChanges"]?.integer.flatMap { $0 > 0 ? Amount.count($0) : nil }),
        ("Socket", session.socket),
      ]))
    for warning in status["warnings"]?.array ?? [] {
      session.print(screen.paragraph(warning.string ?? "", .red, indent: 2, first: screen.style(.red, "⚠ ")))
    }
    let logged = status["logged"]?.array ?? []
    guard !logged.isEmpty else { return }
    session.print("")
    session.print(screen.paragraph("Logged since the start; journalctl -u visitsd -x says what to do", .dim))
    session.print(Self.sheet(logged).lines(on: screen))
  }

  /// A row for each event: how long ago, how often, and what was said.
  private static func sheet(_ logged: [JSONValue]) -> Sheet {
    var sheet = Sheet(leading: 3)
    sheet.rows = logged.map { event in
      let count = event["count"]?.integer ?? 1
      let isWarning = event["severity"]?.string == "warning"
      return [
        Sheet.Cell(event["secondsAgo"]?.integer.map { "\(Amount.roughly($0)) ago" }, .dim),
        Sheet.Cell(count > 1 ? "\(Amount.count(count))×" : "", .dim),
        Sheet.Cell(event["message"]?.string, isWarning ? .yellow : .red),
      ]
    }
    return sheet
  }

  /// "1,203 calls, 2 of them refused, 14 changes".
  private static func rates(_ rates: JSONValue) -> String {
    func words(_ name: String, _ one: String, _ many: String) -> String {
      let count = rates[name]?.integer ?? 0
      return "\(Amount.count(count)) \(count == 1 ? one : many)"
    }
    let errors = rates["errors"]?.integer ?? 0
    let refused = errors > 0 ? [words("errors", "of them refused", "of them refused")] : []
    let all = [words("calls", "call", "calls")] + refused + [words("changes", "change", "changes")]
    return all.joined(separator: ", ")
  }

  private static func database(_ bytes: Int64, log: Int64?) -> String {
    guard let log, log > 0 else { return Amount.bytes(bytes) }
    return "\(Amount.bytes(bytes)), \(Amount.bytes(log)) of it log"
  }

  /// "3 h ago, 5.1 MB"; `nil`: the daemon does not tell of backups.
  private static func backup(_ status: JSONValue) -> String? {
    guard let backup = status["lastBackup"] else { return status["lastMinute"].map { _ in "none yet" } }
    let age = backup["secondsAgo"]?.integer.map { "\(Amount.roughly($0)) ago" }
    return [age, backup["bytes"]?.integer.map(Amount.bytes)].compactMap(\.self).joined(separator: ", ")
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
