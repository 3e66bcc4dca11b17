import ArgumentParser
import Catalog
import CommandCatalog
import JSON

/// `visits status`: how the service is.
struct StatusCommand: VisitsSubcommand {
  static let configuration = CommandConfiguration(commandName: "status", abstract: "Show how the service is.")

  @OptionGroup(title: "Everywhere") var options: GlobalOptions

  func run(in session: Session) throws {
    let status = try session.read("system.status")
    if session.wantsJSON { return session.print(status) }
    let screen = session.screen
    let isWritable = status["writable"] == true
    let state =
      isWritable
      ? screen.style(.green, "✓ \(StatusPhrase.takesChanges.text)")
      : screen.style(.boldRed, "⚠ \(StatusPhrase.takesNone.text)")
    session.print("\(screen.style(.bold, "visitsd \(status["version"]?.string?.onOneLine ?? "")"))  \(state)")
    session.print("")
    session.print(
      screen.facts([
        (.up, status["uptime"]?.integer.map(Amount.duration)),
        (.visits, status["visits"]?.integer.map(Amount.count)),
        (.workers, status["workers"]?.integer.map(Amount.count)),
        (.clients, status["clients"]?.integer.map(Amount.count)),
        (
          .emergencies,
          status["emergencies"]?.integer.flatMap { $0 > 0 ? StatusPhrase.openEmergencies(count: $0) : nil }
        ),
        (.alerts, Self.alerts(status["alerts"])),
        (.connections, status["connections"]?.integer.map(Amount.count)),
        (.lastMinute, status["lastMinute"].map(Self.rates)),
        (.database, status["databaseBytes"]?.integer.map { Self.database($0, log: status["logBytes"]?.integer) }),
        (.backup, Self.backup(status)), (.sync, Mark.sync(status["sync"]).text),
        (.pending, status["sync"]?["pendingChanges"]?.integer.flatMap { $0 > 0 ? Amount.count($0) : nil }),
        (.socket, session.socket),
      ]))
    for warning in status["warnings"]?.array ?? [] {
      session.print(screen.paragraph(warning.string ?? "", .red, indent: 2, first: screen.style(.red, "⚠ ")))
    }
    let logged = status["logged"]?.array ?? []
    guard !logged.isEmpty else { return }
    session.print("")
    session.print(screen.paragraph(StatusPhrase.logged.text, .dim))
    session.print(Self.sheet(logged).lines(on: screen))
  }

  /// A row for each event: how long ago, how often, and what was said.
  private static func sheet(_ logged: [JSONValue]) -> Sheet {
    var sheet = Sheet(leading: 3)
    sheet.rows = logged.map { event in
      let count = event["count"]?.integer ?? 1
      let isWarning = event["severity"]?.string == "warning"
      return [
        Sheet.Cell(event["secondsAgo"]?.integer.map { StatusPhrase.ago([.time: Amount.roughly($0)]) }, .dim),
        Sheet.Cell(count > 1 ? "\(Amount.count(count))×" : "", .dim),
        Sheet.Cell(event["message"]?.string, isWarning ? .yellow : .red),
      ]
    }
    return sheet
  }

  /// "1,203 calls, 2 of them refused, 14 changes".
  private static func rates(_ rates: JSONValue) -> String {
    let refused = rates["errors"]?.integer ?? 0
    return [
      StatusPhrase.calls(count: rates["calls"]?.integer ?? 0), refused > 0 ? StatusPhrase.refused(count: refused) : nil,
      StatusPhrase.changes(count: rates["changes"]?.integer ?? 0),
    ].compactMap(\.self).joined(separator: ", ")
  }

  private static func database(_ bytes: Int64, log: Int64?) -> String {
    guard let log, log > 0 else { return Amount.bytes(bytes) }
    return StatusPhrase.log([.size: Amount.bytes(bytes), .value: Amount.bytes(log)])
  }

  /// "3 h ago, 5.1 MB"; `nil`: the daemon does not tell of backups.
  private static func backup(_ status: JSONValue) -> String? {
    guard let backup = status["lastBackup"] else { return status["lastMinute"].map { _ in StatusPhrase.noBackup.text } }
    let age = backup["secondsAgo"]?.integer.map(Amount.roughly)
    let size = backup["bytes"]?.integer.map(Amount.bytes)
    return switch (age, size) {
    case (let age?, let size?): StatusPhrase.backup([.time: age, .size: size])
    case (let age?, nil): StatusPhrase.ago([.time: age])
    case (nil, let size): size ?? ""
    }
  }

  /// "3 late, 1 overrun"; `nil`: nothing needs attention.
  private static func alerts(_ counts: JSONValue?) -> String? {
    let kinds: [(String, StatusPhrase)] = [
      ("late", .late), ("missed", .missed), ("overrun", .overrun), ("conflict", .conflict), ("overlap", .overlapping),
      ("openNotTaken", .notTaken), ("withdrawn", .withdrawn), ("notInCare", .notInCare),
    ]
    let words = kinds.compactMap { kind, words in
      counts?[kind]?.integer.flatMap { $0 > 0 ? words(count: $0) : nil }
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
